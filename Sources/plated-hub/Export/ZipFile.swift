import CMinizip
import Foundation

/// A zip archive while it is written, by minizip: from 4 GB or 65 536 files on it takes the form for that (zip64).
final class ZipFile {
    private var handle: zipFile?

    /// - Parameter descriptor: an empty file, which stays the caller's.
    /// - Throws: why it cannot be written, as all others here do.
    init(_ descriptor: Int32) throws(POSIXError) {
        handle = zipOpen64("/proc/self/fd/\(descriptor)", APPEND_STATUS_CREATE)
        if handle == nil { throw Self.failure }
    }

    deinit {
        if let handle { zipClose(handle, nil) }
    }

    /// Begins a file, whose bytes follow.
    ///
    /// - Parameters:
    ///   - size: in bytes, all of them.
    ///   - modified: seconds since 1970.
    ///   - isPacked: whether it gets smaller by packing; pictures do not.
    func begin(_ name: String, size: Int, modified: Int64, isPacked: Bool) throws(POSIXError) {
        var (seconds, time) = (time_t(modified), tm())
        localtime_r(&seconds, &time)
        var about = zip_fileinfo()
        // Signed in one release of the library, unsigned in another.
        about.tmz_date = tm_zip(
            tm_sec: numericCast(time.tm_sec), tm_min: numericCast(time.tm_min), tm_hour: numericCast(time.tm_hour),
            tm_mday: numericCast(time.tm_mday), tm_mon: numericCast(time.tm_mon),
            tm_year: numericCast(time.tm_year + 1900))
        about.external_fa = uLong(0o100640) << 16
        try check(
            zipOpenNewFileInZip4_64(
                handle, name, &about, nil, 0, nil, 0, nil, isPacked ? Z_DEFLATED : 0, Z_DEFAULT_COMPRESSION, 0,
                -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nil, 0, Self.unix, Self.isUTF8,
                size >= Int(UInt32.max) ? 1 : 0))
    }

    func write(_ bytes: ArraySlice<UInt8>) throws(POSIXError) {
        try check(bytes.withUnsafeBytes { zipWriteInFileInZip(handle, $0.baseAddress, UInt32($0.count)) })
    }

    /// Ends the file that was begun.
    func end() throws(POSIXError) { try check(zipCloseFileInZip(handle)) }

    /// Writes what every zip ends with: where its files are.
    func finish() throws(POSIXError) {
        defer { handle = nil }
        try check(zipClose(handle, nil))
    }

    /// Who made it: a Unix, whose rights stand beside its files; and that it takes version 2.0 to read.
    private static let unix: uLong = 3 << 8 | 20
    /// The flag of a file whose name is in UTF-8.
    private static let isUTF8: uLong = 1 << 11

    private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    private func check(_ code: Int32) throws(POSIXError) {
        if code != ZIP_OK { throw Self.failure }
    }
}

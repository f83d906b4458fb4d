import CZlib

#if canImport(Glibc)
    import Glibc
#endif

/// A file compressed by gzip, to be read. zlib reads it: the process has that anyway (FFmpeg and Tesseract bring it), it is
/// Debian's to keep safe, and it knows files of several parts.
final class GzipFile {
    private let path: String
    private let file: gzFile

    /// - Parameter descriptor: of the file; it stays the caller's.
    init(_ path: String, descriptor: Int32) throws(LogFailure) {
        self.path = path
        let own = dup(descriptor)
        guard own >= 0 else { throw LogFailure("opening \(path)", code: errno) }
        guard let file = gzdopen(own, "rb") else {
            close(own)
            throw LogFailure("opening \(path)", code: ENOMEM)
        }
        self.file = file
    }

    deinit {
        gzclose_r(file)
    }

    /// Up to `count` bytes of the text from `offset` on. Going back means to begin anew.
    func read(_ count: Int, at offset: Int) throws(LogFailure) -> [UInt8] {
        guard gzseek(file, offset, SEEK_SET) >= 0 else { throw failure }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = bytes.withUnsafeMutableBytes { gzread(file, $0.baseAddress, UInt32($0.count)) }
        guard got >= 0 else { throw failure }
        // What came before the damage was given out; now there is nothing but the damage.
        if got == 0, isDamaged { throw failure }
        return Array(bytes.prefix(Int(got)))
    }

    private var isDamaged: Bool {
        var code: Int32 = 0
        gzerror(file, &code)
        return code != Z_OK && code != Z_STREAM_END
    }

    private var failure: LogFailure {
        var code: Int32 = 0
        let text = gzerror(file, &code).map { String(cString: $0) } ?? ""
        if code == Z_ERRNO { return LogFailure("reading \(path)", code: errno) }
        // zlib knows the file by its number only, and says that first.
        let reason = text.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "the compressed file is damaged"
        return LogFailure("reading \(path)", reason: reason, cause: .unfit)
    }
}

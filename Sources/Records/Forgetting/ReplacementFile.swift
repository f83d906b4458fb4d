import CZlib

#if canImport(Glibc)
    import Glibc
#endif

/// A file that is written to take the place of another one, at once or not at all, packed as that one is.
final class ReplacementFile {
    private static let prefix = ".plated-new-"

    private let path: String
    private let scratch: String
    private let descriptor: Int32
    /// Nil for a plain file.
    private var gzip: gzFile?
    private var buffer: [UInt8] = []
    private var isDone = false

    init(_ path: String, packing: RotationName.Packing) throws(LogFailure) {
        self.path = path
        let folder = OpenFile.folder(of: path)
        let action = "making a file in \(folder)"
        if case .other(let suffix) = packing {
            throw LogFailure(
                "writing \(path) anew", reason: "files that end in .\(suffix) cannot be written; unpack it first",
                cause: .unfit)
        }
        Self.removeLeftovers(in: folder)
        scratch = "\(folder)/\(Self.prefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        descriptor = open(scratch, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LogFailure(action, code: errno) }
        guard packing == .gzip else { return }
        let own = dup(descriptor)
        guard own >= 0, let file = gzdopen(own, "wb") else { throw LogFailure(action, code: own < 0 ? errno : ENOMEM) }
        gzip = file
    }

    deinit {
        if let gzip { gzclose_w(gzip) }
        close(descriptor)
        if !isDone { unlink(scratch) }
    }

    func write(_ bytes: [UInt8]) throws(LogFailure) {
        buffer += bytes
        if buffer.count >= 1 << 18 { try flush() }
    }

    /// Takes the other's place, with its owner, permissions and time of writing.
    func take(owner contents: LogContents) throws(LogFailure) {
        try flush()
        if let file = gzip {
            gzip = nil
            guard gzclose_w(file) == Z_OK else { throw failure(errno == 0 ? ENOSPC : errno) }
        }
        let status = try contents.status
        guard fchown(descriptor, status.st_uid, status.st_gid) == 0, fchmod(descriptor, status.st_mode & 0o7777) == 0
        else { throw failure(errno) }
        var times = [status.st_atim, status.st_mtim]
        guard futimens(descriptor, &times) == 0, fsync(descriptor) == 0, rename(scratch, path) == 0 else {
            throw failure(errno)
        }
        isDone = true
        let folder = open(OpenFile.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        close(folder)
    }

    private func flush() throws(LogFailure) {
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                gzip.map { Int(gzwrite($0, bytes.baseAddress, UInt32(bytes.count))) }
                    ?? Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR, gzip == nil { continue }
            guard count > 0 else { throw failure(errno == 0 ? ENOSPC : errno) }
            rest = rest.dropFirst(count)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func failure(_ code: Int32) -> LogFailure { LogFailure("writing \(path) anew", code: code) }

    /// What one that was killed left holds lines that were to be taken out.
    private static func removeLeftovers(in folder: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(prefix) { unlink("\(folder)/\(name)") }
        }
    }
}

import CZlib
import Files

#if canImport(Glibc)
    import Glibc
#endif

/// A file that is written to take the place of another one, at once or not at all, packed as that one is.
final class ReplacementFile {
    private let path: String
    private let file: AtomicFile
    /// Nil for a plain file.
    private var gzip: gzFile?
    private var buffer: [UInt8] = []

    init(_ path: String, packing: RotationName.Packing) throws(LogFailure) {
        self.path = path
        if case .other(let suffix) = packing {
            throw LogFailure(
                "writing \(path) anew", reason: "files that end in .\(suffix) cannot be written; unpack it first",
                cause: .unfit)
        }
        do throws(SystemError) {
            try AtomicFile.removeLeft(beside: path)
            file = try AtomicFile(path)
        } catch {
            throw LogFailure("writing \(path) anew", reason: error.reason, cause: .system(error.number))
        }
        guard packing == .gzip else { return }
        let own = dup(file.descriptor)
        guard own >= 0, let packed = gzdopen(own, "wb") else { throw failure(own < 0 ? errno : ENOMEM) }
        gzip = packed
    }

    deinit {
        if let gzip { gzclose_w(gzip) }
    }

    func write(_ bytes: [UInt8]) throws(LogFailure) {
        buffer += bytes
        if buffer.count >= 1 << 18 { try flush() }
    }

    /// Takes the other's place, with its owner, permissions and time of writing.
    func take(owner contents: LogContents) throws(LogFailure) {
        try flush()
        if let packed = gzip {
            gzip = nil
            guard gzclose_w(packed) == Z_OK else { throw failure(errno == 0 ? ENOSPC : errno) }
        }
        let status = try contents.status
        var times = [status.st_atim, status.st_mtim]
        // A log that its scanner could not write to any more would be worse than none.
        guard fchown(file.descriptor, status.st_uid, status.st_gid) == 0,
            fchmod(file.descriptor, status.st_mode & 0o7777) == 0, futimens(file.descriptor, &times) == 0
        else { throw failure(errno) }
        do throws(SystemError) { try file.commit() } catch { throw failure(error.number) }
    }

    private func flush() throws(LogFailure) {
        var rest = buffer[...]
        while let file = gzip, !rest.isEmpty {
            let count = rest.withUnsafeBytes { Int(gzwrite(file, $0.baseAddress, UInt32($0.count))) }
            guard count > 0 else { throw failure(errno == 0 ? ENOSPC : errno) }
            rest = rest.dropFirst(count)
        }
        do throws(SystemError) { try file.write(rest) } catch { throw failure(error.number) }
        buffer.removeAll(keepingCapacity: true)
    }

    private func failure(_ code: Int32) -> LogFailure { LogFailure("writing \(path) anew", code: code) }
}

import Files

#if canImport(Glibc)
    import Glibc
#endif

/// The text of a log, or of a file that it was rotated to: open, plain or compressed; closed with the value.
///
/// A file that was moved, deleted or compressed is still there for whoever has it open.
final class LogContents {
    /// What tells whether anything was done with a plain file.
    struct State: Equatable {
        var size: Int
        var modified: Int64
    }

    let path: String
    let identity: FileIdentity
    private let descriptor: Int32
    /// Nil for a plain file.
    private let gzip: GzipFile?

    /// Nil where there is nothing at the path.
    init?(_ path: String, packing: RotationName.Packing) throws(LogFailure) {
        let action = "opening \(path)"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw LogFailure(action, code: code)
        }
        do throws(LogFailure) {
            var status = Glibc.stat()
            guard fstat(descriptor, &status) == 0 else { throw LogFailure(action, code: errno) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw LogFailure(action, reason: "it is not a regular file", cause: .unfit)
            }
            identity = FileIdentity(status)
            switch packing {
            case .plain: gzip = nil
            case .gzip: gzip = try GzipFile(path, descriptor: descriptor)
            case .other(let suffix):
                throw LogFailure(
                    action,
                    reason: "files that end in .\(suffix) cannot be read; unpack it, or have logrotate use gzip",
                    cause: .unfit)
            }
        } catch {
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Whether it may still grow.
    var isPlain: Bool { gzip == nil }

    /// Whether a path leads to this file.
    func isAt(_ path: String) -> Bool { FileIdentity(at: path) == identity }

    /// What the system knows of the file.
    var status: Glibc.stat {
        get throws(LogFailure) {
            var status = Glibc.stat()
            guard fstat(descriptor, &status) == 0 else { throw LogFailure("looking at \(path)", code: errno) }
            return status
        }
    }

    var state: State {
        get throws(LogFailure) {
            let status = try status
            return State(size: Int(status.st_size), modified: status.modifiedNanoseconds)
        }
    }

    /// Up to `count` bytes of the text from `offset` on; none at its end.
    func read(_ count: Int, at offset: Int) throws(LogFailure) -> [UInt8] {
        if let gzip { return try gzip.read(count, at: offset) }
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
            if got >= 0 { return Array(bytes.prefix(got)) }
            if errno != EINTR { throw LogFailure("reading \(path)", code: errno) }
        }
    }

    /// What the first line begins with.
    var beginning: Fingerprint {
        get throws(LogFailure) {
            let bytes = try read(Fingerprint.reach, at: 0)
            let end = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            return Fingerprint(bytes.prefix(end))
        }
    }

    /// Whether a cursor's place is in this text: what it knows of the beginning and of what stood before it is there.
    func holds(_ cursor: LogCursor) throws(LogFailure) -> Bool {
        guard try begins(like: cursor) else { return false }
        return Fingerprint(try read(cursor.end.length, at: cursor.offset - cursor.end.length)) == cursor.end
    }

    func begins(like cursor: LogCursor) throws(LogFailure) -> Bool {
        Fingerprint(try read(cursor.beginning.length, at: 0)) == cursor.beginning
    }

    /// Whether all of this text is what another one has before a place, so that whoever read that has read all of this.
    func isPart(of other: LogContents, upTo offset: Int) throws(LogFailure) -> Bool {
        let length = try length
        guard length <= offset else { return false }
        let count = min(length, Fingerprint.reach)
        return try read(count, at: length - count) == other.read(count, at: length - count)
    }

    /// Of the text, in bytes.
    private var length: Int {
        get throws(LogFailure) {
            if isPlain { return try state.size }
            var length = 0
            while case let count = try read(65_536, at: length).count, count > 0 { length += count }
            return length
        }
    }
}

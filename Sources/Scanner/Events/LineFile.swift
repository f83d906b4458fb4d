#if canImport(Glibc)
    import Glibc
#endif

/// A file, or standard output, that takes whole lines: one `write` a line. What cannot be written is kept and written later.
///
/// Made, used and released on the OCR queue.
public final class LineFile {
    /// What was being done with the file, and why it failed.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        public let action: String
        public let reason: String
        /// Whether nobody reads the other end any more, so that trying again is no use.
        public let isBroken: Bool

        public var description: String { "\(action): \(reason)" }
    }

    /// Nil for standard output.
    public let path: String?
    private var descriptor: Int32 = -1
    /// Lines not yet written; the first may be the rest of a line.
    private var pending: [[UInt8]] = []

    /// - Parameter path: appended to, made where it is missing; nil for standard output.
    public init(path: String?) throws(Failure) {
        self.path = path
        try open()
    }

    deinit {
        close()
    }

    /// Lines that were given and are not on disk yet.
    public var backlog: Int { pending.count }

    private var name: String { path ?? "standard output" }

    /// Writes a line, after those that still wait. On failure the line waits too, and the next call tries again.
    public func append(_ line: [UInt8]) throws(Failure) {
        pending.append(line)
        try flush()
    }

    /// Writes what waits.
    public func flush() throws(Failure) {
        guard !pending.isEmpty else { return }
        if descriptor < 0 { try open() }
        while let line = pending.first {
            let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written == line.count {
                pending.removeFirst()
            } else if written >= 0 {
                // The disk took a part: the rest of the line goes first next time.
                pending[0].removeFirst(written)
            } else if errno != EINTR {
                throw Failure(
                    action: "writing to \(name)", reason: String(cString: strerror(errno)), isBroken: errno == EPIPE)
            }
        }
    }

    /// Opens the file anew: it may have been moved away by log rotation.
    public func reopen() throws(Failure) {
        guard path != nil else { return }
        close()
        try open()
        try flush()
    }

    private func open() throws(Failure) {
        guard let path else {
            descriptor = STDOUT_FILENO
            return
        }
        descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else {
            throw Failure(action: "opening the log \(path)", reason: String(cString: strerror(errno)), isBroken: false)
        }
    }

    private func close() {
        if path != nil, descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
    }
}

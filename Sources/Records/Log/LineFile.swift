#if canImport(Glibc)
    import Glibc
#endif

/// A file, or standard output, that takes whole lines: one `write` a line. What cannot be written is kept and written later.
///
/// Made, used and released on the OCR queue.
public final class LineFile {
    /// Nil for standard output.
    public let path: String?
    private var descriptor: Int32 = -1
    /// Lines not yet written.
    private var pending: [[UInt8]] = []
    /// How much of the first of them the file has taken already.
    private var taken = 0

    /// - Parameter path: appended to, made where it is missing; nil for standard output.
    public init(path: String?) throws(LogFailure) {
        self.path = path
        try open()
    }

    deinit {
        close()
    }

    /// Lines that were given and are not written yet.
    public var backlog: Int { pending.count }

    private var name: String { path ?? "standard output" }

    /// Writes a line, after those that still wait. On failure the line waits too, and the next call tries again.
    public func append(_ line: [UInt8]) throws(LogFailure) {
        pending.append(line)
        try flush()
    }

    /// Writes what waits.
    public func flush() throws(LogFailure) {
        guard !pending.isEmpty else { return }
        try openWhereMoved()
        while let line = pending.first {
            let written = line.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: taken), $0.count - taken)
            }
            if written >= 0 {
                // A full disk takes a part: the rest of the line goes first next time.
                taken += written
                if taken == line.count {
                    pending.removeFirst()
                    taken = 0
                }
            } else if errno != EINTR {
                throw LogFailure("writing to \(name)", code: errno)
            }
        }
    }

    /// Opens the file anew: it may have been moved away by log rotation.
    public func reopen() throws(LogFailure) {
        try openWhereMoved()
        try flush()
    }

    /// Gives up lines that wait, the oldest first, and says how many.
    func dropOldest(keeping count: Int) -> Int {
        let start = taken > 0 ? 1 : 0
        let surplus = min(pending.count - count, pending.count - start)
        guard surplus > 0 else { return 0 }
        pending.removeSubrange(start..<start + surplus)
        return surplus
    }

    /// Whether the path leads elsewhere by now: the file was rotated or deleted.
    private var hasMoved: Bool {
        guard let path, descriptor >= 0 else { return false }
        return !OpenFile.leads(path, to: descriptor)
    }

    private func openWhereMoved() throws(LogFailure) {
        if hasMoved { close() }
        if descriptor < 0 { try open() }
    }

    private func open() throws(LogFailure) {
        guard let path else {
            descriptor = STDOUT_FILENO
            return
        }
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY
        // A pipe without a reader is an error and no reason to wait; once it is open, a slow reader is waited for.
        descriptor = Glibc.open(path, flags | O_NONBLOCK, 0o640)
        guard descriptor >= 0 else {
            let reason = errno == ENXIO ? "nobody reads this pipe" : String(cString: strerror(errno))
            throw LogFailure("opening the log \(path)", reason: reason, cause: .system(errno))
        }
        _ = fcntl(descriptor, F_SETFL, flags)
        // A line that the file before took a part of comes whole in this one.
        taken = 0
        if Self.endsMidLine(path) { _ = write(descriptor, "\n", 1) }
    }

    /// Whether a line was begun by a process that was killed.
    private static func endsMidLine(_ path: String) -> Bool {
        var status = Glibc.stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return false }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { _ = Glibc.close(descriptor) }
        var last: UInt8 = 0
        return pread(descriptor, &last, 1, status.st_size - 1) == 1 && last != UInt8(ascii: "\n")
    }

    private func close() {
        if path != nil, descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
    }
}

import Files

#if canImport(Glibc)
    import Glibc
#endif

/// A file, or standard output, that takes whole lines: one `write` a line. What cannot be written is kept and written later.
///
/// A regular file is taken for this process alone. Made, used and released on the OCR queue.
public final class LineFile {
    /// What a file is for.
    public struct Use: Sendable {
        /// For errors.
        var role: String
        /// Of all lines in it: a file that begins with another one of ours is somebody else's. Nil for any.
        var schema: String?
        /// How large it grows, in bytes, before it is moved aside and begun anew; nil for as large as it likes.
        var limit: Int?

        /// Events, or what is said to a reader.
        public static let output = Use(role: "log")

        /// What became of every candidate.
        public static func explanations(limit: Int? = nil) -> Use {
            Use(role: "file of explanations", schema: "plated.candidate/1", limit: limit)
        }
    }

    /// Nil for standard output.
    public let path: String?
    private let use: Use
    private var descriptor: Int32 = -1
    /// Whether it is a regular file, as opposed to a pipe or a device.
    private var isRegular = false
    /// In bytes, as far as we know.
    private var size = 0
    /// Lines not yet written.
    private var pending: [[UInt8]] = []
    /// How much of the first of them the file has taken already.
    private var taken = 0

    /// - Parameter path: appended to, made where it is missing; nil for standard output.
    public init(path: String?, for use: Use = .output) throws(LogFailure) {
        self.path = path
        self.use = use
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

    /// Writes what waits, and leaves a file that was moved away by log rotation.
    public func flush() throws(LogFailure) {
        guard !pending.isEmpty else {
            // Not with the next line alone: whoever moved it waits until nobody writes to it.
            if isRegular { try openWhereMoved() }
            return
        }
        try openWhereMoved()
        while let line = pending.first {
            if let limit = use.limit, taken == 0, size > 0, size + line.count > limit { try beginAnew() }
            let written = line.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: taken), $0.count - taken)
            }
            if written >= 0 {
                // A full disk takes a part: the rest of the line goes first next time.
                taken += written
                size += written
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
        let action = "opening the \(use.role) \(path)"
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY
        // A pipe without a reader is an error and no reason to wait; once it is open, a slow reader is waited for.
        let new = Glibc.open(path, flags | O_NONBLOCK, 0o640)
        guard new >= 0 else {
            let reason = errno == ENXIO ? "nobody reads this pipe" : String(cString: strerror(errno))
            throw LogFailure(action, reason: reason, cause: .system(errno))
        }
        do throws(LogFailure) {
            size = try take(new, path: path, action: action)
        } catch {
            _ = Glibc.close(new)
            throw error
        }
        _ = fcntl(new, F_SETFL, flags)
        descriptor = new
        // A line that the file before took a part of comes whole in this one.
        taken = 0
        if size > 0, Self.endsMidLine(path) { _ = write(descriptor, "\n", 1) }
    }

    /// Takes a regular file for this process alone, before anything is written to it. Returns its size; 0 for a pipe or a device, which
    /// others may write to as well.
    private func take(_ descriptor: Int32, path: String, action: String) throws(LogFailure) -> Int {
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else { throw LogFailure(action, code: errno) }
        isRegular = status.st_mode & S_IFMT == S_IFREG
        guard isRegular else { return 0 }
        _ = try OpenFile.lock(descriptor, action: action)
        try refuseForeign(path, action: action)
        return Int(status.st_size)
    }

    /// Moves what is there to `<path>.1`, in place of what was moved there before, and goes on in a new file.
    private func beginAnew() throws(LogFailure) {
        guard let path else { return }
        let real = OpenFile.resolved(path)
        let action = "moving the \(use.role) \(path), which is at its limit, to \(real).1"
        try refuseForeign(real + ".1", action: action)
        do throws(SystemError) { try FilePlace.move(real, to: real + ".1", .replaced) } catch {
            throw LogFailure(action, code: error.number)
        }
        try openWhereMoved()
    }

    /// Throws where a file begins with a line of another schema: it is somebody's log.
    private func refuseForeign(_ path: String, action: String) throws(LogFailure) {
        guard let schema = use.schema else { return }
        let start = "{\"schema\":\"plated."
        let head = String(decoding: OpenFile.head(64, of: path), as: UTF8.self)
        guard head.hasPrefix(start), !head.hasPrefix("{\"schema\":\"\(schema)\"") else { return }
        throw LogFailure(action, reason: "it is a log of events; name another file", cause: .unfit)
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

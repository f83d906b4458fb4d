import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The record of look-ups: who asked what, when and why, a line of JSON each, on disk before anything is answered.
struct LookupRecord {
    static let schema = "plated.lookup/1"

    let path: String

    /// - Parameters:
    ///   - command: such as `search`.
    ///   - question: the command's words as they were typed.
    ///   - who: nil for who runs this process.
    func add(
        command: String, question: [String], reason: String?, who: String? = nil, at time: WallTime = .now
    ) throws(Failure) {
        var line = JSONLine()
        line.add("schema", Self.schema)
        line.add("id", EventIDs.ofThisProcess.next(at: time))
        line.add("ts", time.description)
        line.add("who", who ?? Self.user)
        line.add("command", command)
        line.add("question", question.joined(separator: " "))
        line.add("reason", reason)
        try append(line.bytes)
    }

    /// Several look-ups may be recorded at once: each waits for the others.
    private func append(_ line: [UInt8]) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure }
        }
        let size = lseek(descriptor, 0, SEEK_END)
        var last: UInt8 = 0
        // What a kill or a full disk left of a line gets an end of its own.
        let isTorn = size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
        let bytes = (isTorn ? [UInt8(ascii: "\n")] : []) + line
        guard write(descriptor, bytes, bytes.count) == bytes.count, fdatasync(descriptor) == 0 else {
            let failure = failure
            _ = ftruncate(descriptor, size)
            throw failure
        }
    }

    private var failure: Failure {
        let reason = errno == 0 ? "there is no room" : String(cString: strerror(errno))
        return Failure(
            .inputOutput, while: "recording the look-up in \(path)", because: reason,
            remedy: "Look-ups that cannot be recorded are refused (audit.lookups in the configuration).")
    }

    /// Who logged in, also behind sudo; with the user that the process runs as, where that is another.
    private static var user: String {
        let own = name(of: geteuid())
        let login = loginUser.map(name) ?? getenv("SUDO_USER").map { String(cString: $0) }
        guard let login, login != own else { return own }
        return "\(login) as \(own)"
    }

    /// What the kernel says who logged in; nil where nobody has.
    private static var loginUser: uid_t? {
        let descriptor = open("/proc/self/loginuid", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &buffer, buffer.count)
        return uid_t(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)).flatMap { $0 == .max ? nil : $0 }
    }

    private static func name(of user: uid_t) -> String {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
    }
}

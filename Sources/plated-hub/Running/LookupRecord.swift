import Basics
import Files
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
        do throws(SystemError) {
            let lock = try FileLock(path, made: 0o600, .forever)
            defer { withExtendedLifetime(lock) {} }
            try FilePlace.append(line, to: lock.descriptor)
        } catch {
            throw Failure(
                .inputOutput, while: "recording the look-up in \(path)", because: error.reason,
                remedy: "Look-ups that cannot be recorded are refused (audit.lookups in the configuration).")
        }
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

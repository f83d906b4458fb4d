import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// A Unix socket at which a web server of this machine hands on what browsers ask. The group of its folder may open it, and nobody else.
public struct ConsoleSocket: Equatable, Sendable {
    public let path: String

    /// Where the unit's drop-in for Caddy makes a folder.
    public static let usual = "/run/plated-console/console.sock"
    public static let rule = "is the path of a Unix socket, from / and at most 107 bytes long, or off"

    /// Nil of what is no path of a socket.
    public init?(_ path: String) {
        guard path.hasPrefix("/"), !path.hasSuffix("/"), path.utf8.count < 108 else { return nil }
        self.path = path
    }

    private var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) + "/" }

    /// Whether its folder is there: who wants no web server in front makes none.
    var isWanted: Bool { access(folder, F_OK) == 0 }

    /// Takes away what a hub that is dead has left there.
    ///
    /// - Throws: that a hub answers there, or that it is no socket.
    func clear() throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw refusal(
                "something else than a socket is there", "Take it away, or set console.socket to another path.")
        }
        guard !isAnswered else {
            throw refusal(
                "another hub answers there",
                "One of both takes another path: console.socket in its configuration, or off.")
        }
        guard unlink(path) == 0 || errno == ENOENT else { throw refusal(String(cString: strerror(errno)), Self.entry) }
    }

    /// Lets the group of the folder in, and nobody else. Until then it is the hub's alone.
    func letIn() throws(Failure) {
        var (wanted, there) = (stat(), stat())
        // A folder with the set-group-ID bit has given it the group already, and the unit lets nobody change owners.
        guard stat(folder, &wanted) == 0, lstat(path, &there) == 0,
            there.st_gid == wanted.st_gid || chown(path, uid_t.max, wanted.st_gid) == 0, chmod(path, 0o660) == 0
        else { throw refusal(String(cString: strerror(errno)), Self.entry) }
    }

    private static let entry =
        "The hub's user has to be in the group of the socket's folder (SupplementaryGroups= in its unit)."

    func refusal(_ reason: String, _ remedy: String) -> Failure {
        Failure(.unavailable, while: "opening the console at the socket \(path)", because: reason, remedy: remedy)
    }

    private var isAnswered: Bool {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}

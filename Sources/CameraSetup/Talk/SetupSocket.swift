import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// A Unix socket behind which somebody answers, one connection a question.
public struct SetupSocket: Sendable {
    public let path: String

    public init(_ path: String) {
        self.path = path
    }

    /// Whether it is there. Whether somebody answers is known when asked.
    public var isThere: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// An open connection; the caller closes it.
    ///
    /// - Parameter patience: how long the other end may say nothing, in seconds.
    public func connection(patience: Int) throws(Failure) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw failure(errno) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
            close(descriptor)
            throw failure(ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        guard connected == 0 else {
            let code = errno
            close(descriptor)
            throw failure(code)
        }
        return descriptor
    }

    private func failure(_ code: Int32) -> Failure {
        Failure(
            .unavailable, while: "asking behind \(path)", because: String(cString: strerror(code)),
            remedy: "Its unit has to be started: docs/console.md says which.")
    }

    /// The user at the other end of a socket; nil of what is none.
    public static func peer(of descriptor: Int32) -> UInt32? {
        // struct ucred: process, user, group.
        var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        return credentials.user
    }
}

import Basics
import CameraSetup

#if canImport(Glibc)
    import Glibc
#endif

/// A Unix socket on which somebody may ask: systemd's on standard input, or one of our own.
struct PictureSocket {
    private let descriptor: Int32

    /// systemd's.
    init() throws(Failure) {
        var listens: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(STDIN_FILENO, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0 else {
            throw Failure(
                .usage, while: "waiting for pictures", because: "standard input is no socket that listens",
                remedy: "systemd hands one over (plated-pictures.socket). By hand: plated pictures --socket PATH")
        }
        descriptor = STDIN_FILENO
    }

    /// Makes one, in place of what an earlier process left there. Whoever may enter its folder gets there.
    init(path: String) throws(Failure) {
        let action = "listening at \(path)"
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure(.usage, while: action, because: "the path of a socket has at most 107 bytes")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard descriptor >= 0, bound == 0, listen(descriptor, 16) == 0 else {
            throw Failure(.unavailable, while: action, because: String(cString: strerror(errno)))
        }
        self.descriptor = descriptor
    }

    /// The next connection, which the caller closes; nil where none came for so many seconds.
    ///
    /// - Parameter silence: how long the other end may say nothing, in seconds.
    func next(within idle: Int, silence: Int) throws(Failure) -> Int32? {
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, Int32(clamping: idle * 1000))
            if count == 0 { return nil }
            let connection = count > 0 ? accept(descriptor, nil, nil) : -1
            if connection < 0 {
                // Whoever asked may have gone already.
                if [EINTR, EAGAIN, ECONNABORTED].contains(errno) { continue }
                throw Failure(.unavailable, while: "waiting for pictures", because: String(cString: strerror(errno)))
            }
            var limit = timeval(tv_sec: silence, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(connection, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
            return connection
        }
    }
}

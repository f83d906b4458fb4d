import Basics
import Files
import Live

#if canImport(Glibc)
    import Glibc
#endif

/// The socket that a scanner listens on, for its own user alone. Lives on the live queue.
final class LiveSocket {
    let descriptor: Int32
    private let address: UnixAddress
    private let file: (device: dev_t, number: ino_t)

    /// Takes the place of what a killed scanner left there, and of nothing else.
    init(_ address: UnixAddress) throws(Failure) {
        self.address = address
        let path = address.path
        // Held while it is looked what is there, so that of two scanners that start at once one finds the other.
        let place: FileLock
        do throws(SystemError) { place = try FileLock(FilePlace.folder(of: path), .forever) } catch {
            throw Self.failure(address, reason: error.reason, remedy: "Make the folder, or name another.")
        }
        defer { withExtendedLifetime(place) {} }
        try Self.clear(address)
        let descriptor = socket(AF_UNIX, Self.kind, 0)
        guard descriptor >= 0 else { throw Self.failure(address, errno) }
        var status = stat()
        // Nobody connects before it listens, and by then it is the user's own.
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
            lstat(path, &status) == 0,
            listen(descriptor, 64) == 0
        else {
            let reason = errno
            close(descriptor)
            throw Self.failure(address, reason)
        }
        self.descriptor = descriptor
        file = (status.st_dev, status.st_ino)
    }

    deinit {
        close(descriptor)
        var status = stat()
        if lstat(address.path, &status) == 0, status.st_dev == file.device, status.st_ino == file.number {
            unlink(address.path)
        }
    }

    /// The next who waits to be let in; nil where nobody does.
    func next() -> Int32? {
        let peer = accept(descriptor, nil, nil)
        guard peer >= 0 else { return nil }
        _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
        _ = fcntl(peer, F_SETFL, O_NONBLOCK)
        // What the kernel keeps for a slow reader is old when it is read.
        var size = Int32(65_536)
        setsockopt(peer, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        return peer
    }

    private static let kind =
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

    /// Removes a socket that nobody listens on any more.
    private static func clear(_ address: UnixAddress) throws(Failure) {
        var status = stat()
        guard lstat(address.path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw failure(address, reason: "there is something else of that name", remedy: "Take it away.")
        }
        let probe = socket(AF_UNIX, kind, 0)
        guard probe >= 0 else { throw failure(address, errno) }
        defer { close(probe) }
        guard address.withPointer({ connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else {
            throw failure(
                address, reason: "another scanner offers its own there",
                remedy: "Give one of them another name (--camera), or folder (--state).")
        }
        guard unlink(address.path) == 0 else { throw failure(address, errno) }
    }

    private static func failure(_ address: UnixAddress, _ code: Int32, remedy: String = "") -> Failure {
        failure(address, reason: String(cString: strerror(code)), remedy: remedy)
    }

    private static func failure(_ address: UnixAddress, reason: String, remedy: String = "") -> Failure {
        Failure(.inputOutput, while: "offering the live picture on \(address)", because: reason, remedy: remedy)
    }
}

import ALPR
import Addresses
import Basics
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Whether a camera can be reached at all: cheap enough to ask every second while it is away, and never for longer than one
/// likes.
///
/// It says nothing of whether the camera will send pictures; opening it does.
public final class CameraPresence: Sendable {
    private let address: SourceAddress
    private let endpoint: NetworkEndpoint?
    /// Where the name last led: asked where a name server is away together with the camera.
    private let known = Mutex<[SocketAddress]>([])

    public init(_ address: SourceAddress) {
        self.address = address
        endpoint = NetworkEndpoint(address)
    }

    /// Of a network camera: whether its TCP port takes a connection, which is closed at once. Of a Video4Linux device: whether
    /// it is there and answers. Nil where that cannot be told: files, streams that do not run over TCP, and a name that
    /// nobody looks up in time.
    ///
    /// - Parameter limit: longest time to take, for the name and the connection together. Blocks the caller.
    public func isThere(within limit: Duration) -> Bool? {
        if address.kind == .device { return (try? V4L2Device(address.location)) != nil }
        guard let endpoint else { return nil }
        let end = ContinuousClock.now + limit
        let addresses: [SocketAddress]
        switch NameLookup.addresses(of: endpoint, within: limit / 2) {
        case .found(let found):
            addresses = found
            known.withLock { $0 = found }
        case .unknown, .late:
            addresses = known.withLock { $0 }
            if addresses.isEmpty { return nil }
        }
        return Self.accepts(addresses, until: end)
    }

    /// Whether any of the addresses takes a connection before `end`; all are tried at once.
    private static func accepts(_ addresses: [SocketAddress], until end: ContinuousClock.Instant) -> Bool {
        var waiting: [pollfd] = []
        defer { for entry in waiting { close(entry.fd) } }
        for address in addresses {
            let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            let descriptor = socket(address.family, type, 0)
            guard descriptor >= 0 else { continue }
            let status = address.bytes.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) {
                    connect(descriptor, $0.baseAddress, socklen_t(address.bytes.count))
                }
            }
            if status == 0 || errno == EINPROGRESS {
                waiting.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0))
            } else {
                close(descriptor)
            }
        }
        while !waiting.isEmpty {
            let left = ContinuousClock.now.duration(to: end).milliseconds
            guard left >= 0 else { return false }
            let ready = poll(&waiting, nfds_t(waiting.count), Int32(clamping: left + 1))
            if ready == 0 { return false }
            if ready < 0, errno != EINTR { return false }
            for index in waiting.indices.reversed() where waiting[index].revents != 0 {
                if isConnected(waiting[index].fd) { return true }
                close(waiting.remove(at: index).fd)
            }
        }
        return false
    }

    private static func isConnected(_ descriptor: Int32) -> Bool {
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0
    }
}

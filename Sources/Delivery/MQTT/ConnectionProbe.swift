#if canImport(Glibc)
    import Glibc
#endif

/// Why no connection can be made, which libmosquitto does not say: tries once, on the calling thread.
enum ConnectionProbe {
    private static let patience: Int32 = 2000

    /// Nil where one can be made.
    static func reason(host: String, port: Int) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0 else { return "the name \(host) has no address (\(String(cString: gai_strerror(code))))" }
        defer { freeaddrinfo(found) }
        var reason: String? = "the name \(host) has no address"
        var next = found
        while let address = next?.pointee {
            reason = refusal(of: address, at: "\(host):\(port)")
            if reason == nil { return nil }
            next = address.ai_next
        }
        return reason
    }

    /// - Parameter place: as people write it.
    private static func refusal(of address: addrinfo, at place: String) -> String? {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, type, 0)
        guard descriptor >= 0 else { return "\(place) cannot be tried (\(String(cString: strerror(errno))))" }
        defer { close(descriptor) }
        var code: Int32 = 0
        if connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
            code = errno
            if code == EINPROGRESS {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&waiting, 1, patience) > 0 else {
                    let isConfined = Confinement.Address(address.ai_addr).map(Confinement.keepsUs) ?? false
                    return isConfined ? Confinement.reason : "\(place) does not answer within \(patience) ms"
                }
                var size = socklen_t(MemoryLayout<Int32>.size)
                getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
            }
        }
        switch code {
        case 0: return nil
        case EPERM, EACCES: return Confinement.reason
        case ECONNREFUSED: return "nothing listens at \(place): is the broker running there? (Connection refused)"
        default: return "\(place) cannot be reached (\(String(cString: strerror(code))))"
        }
    }
}

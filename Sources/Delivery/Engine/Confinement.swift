#if canImport(Glibc)
    import Glibc
#endif

/// Whether this service is kept from an address, as systemd's `IPAddressDeny=` does it.
///
/// A connection that may not leave this machine is as silent as one to a machine that is off. A datagram is refused at once.
enum Confinement {
    static let reason =
        "this service may not reach its host: its unit lets it onto this machine alone (IPAddressAllow=)"

    /// Of what it throws away whatever comes, so that nobody is bothered where the datagram does leave.
    private static let discard = in_port_t(9).bigEndian

    enum Address {
        case four(sockaddr_in)
        case six(sockaddr_in6)

        /// Nil of what is neither.
        init?(_ address: UnsafePointer<sockaddr>) {
            switch Int32(address.pointee.sa_family) {
            case AF_INET: self = .four(address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee })
            case AF_INET6: self = .six(address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { $0.pointee })
            default: return nil
            }
        }
    }

    static func keepsUs(from address: Address) -> Bool {
        switch address {
        case .four(var target):
            target.sin_port = discard
            return isRefused(&target, family: AF_INET)
        case .six(var target):
            target.sin6_port = discard
            return isRefused(&target, family: AF_INET6)
        }
    }

    private static func isRefused<Target>(_ target: inout Target, family: Int32) -> Bool {
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let size = socklen_t(MemoryLayout<Target>.size)
        let sent = withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { sendto(descriptor, "", 0, 0, $0, size) }
        }
        return sent < 0 && errno == EPERM
    }
}

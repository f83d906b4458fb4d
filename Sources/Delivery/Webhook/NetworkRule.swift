#if canImport(Glibc)
    import Glibc
#endif

/// Where no request of ours goes, whatever a name turns out to stand for: addresses of the link itself, at which clouds hand out the
/// machine's own credentials. Private networks are where most receivers are.
enum NetworkRule {
    static let reason = "link-local addresses (169.254.0.0/16, fe80::/10, fd00:ec2::254) are never asked"

    static func refuses(_ address: UnsafePointer<sockaddr>) -> Bool {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                refuses(UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
            }
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin6_addr) { refuses(Array($0)) }
            }
        // Neither a file nor anything else that is no network.
        default: return true
        }
    }

    /// Of an address as it is written; a name is looked at when it is one.
    static func refuses(_ text: String) -> Bool {
        var four = in_addr()
        if inet_aton(text, &four) == 1 { return refuses(UInt32(bigEndian: four.s_addr)) }
        var six = in6_addr()
        let number = String(text.prefix { $0 != "%" })
        return inet_pton(AF_INET6, number, &six) == 1 && withUnsafeBytes(of: six) { refuses(Array($0)) }
    }

    private static func refuses(_ four: UInt32) -> Bool { four >> 16 == 0xA9FE }

    private static func refuses(_ six: [UInt8]) -> Bool {
        if six[0] == 0xFE, six[1] & 0xC0 == 0x80 { return true }
        if six == [0xFD, 0, 0x0E, 0xC2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0x54] { return true }
        // An IPv4 address in the clothes of IPv6: mapped, compatible, or behind a translator.
        let starts: [[UInt8]] = [
            [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], [UInt8](repeating: 0, count: 12),
            [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8),
        ]
        guard starts.contains(where: { six.starts(with: $0) }) else { return false }
        return refuses(six[12...].reduce(0) { $0 << 8 | UInt32($1) })
    }
}

#if canImport(Glibc)
    import Glibc
#endif

/// An address, or all that begin like it: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`.
public struct AddressRange: Equatable, Sendable, LosslessStringConvertible {
    private let bytes: [UInt8]
    /// That have to be the same.
    private let bits: Int
    public let description: String

    public static let rule = "is an address, or a range such as 192.0.2.0/24"

    public init?(_ description: String) {
        let parts = description.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let bytes = Self.bytes(of: String(parts[0])) else { return nil }
        let bits = parts.count == 2 ? Int(parts[1]) : bytes.count * 8
        guard let bits, (0...bytes.count * 8).contains(bits), parts.count == 1 || "\(bits)" == parts[1] else {
            return nil
        }
        (self.bytes, self.bits, self.description) = (bytes, bits, description)
    }

    public func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        return (0..<bits).allSatisfy { bit in (bytes[bit / 8] ^ other[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0 }
    }

    /// What of the fourth version comes by the sixth is of the fourth.
    private static func bytes(of address: String) -> [UInt8]? {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, address, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
        guard inet_pton(AF_INET6, address, &six) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &six) { Array($0) }
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? Array(bytes[12...]) : bytes
    }
}

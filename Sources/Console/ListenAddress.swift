#if canImport(Glibc)
    import Glibc
#endif

/// An address of this machine and a port, such as `127.0.0.1:8480` or `[::1]:8480`. No name: what a name stands for may change.
public struct ListenAddress: Equatable, Sendable, LosslessStringConvertible {
    public let host: String
    public let port: Int

    public static let rule = "is an address and a port, such as 127.0.0.1:8480 or [::1]:8480, or off"

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    public init?(_ description: String) {
        guard let colon = description.lastIndex(of: ":"),
            let port = Int(description[description.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = String(description[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard HostRule.isAddress(host) else { return nil }
        self.init(host: host, port: port)
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether nobody but this machine gets there.
    public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }
}

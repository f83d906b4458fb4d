/// The parts of a web address that may be shown and checked.
package struct WebAddress: Equatable {
    package let scheme: String
    /// Without the brackets of a number.
    package let host: String
    package let port: String?

    /// Nil of what is none.
    package init?(_ address: SourceAddress) {
        guard let scheme = address.scheme, ["http", "https"].contains(scheme),
            let start = address.location.firstRange(of: "://")
        else { return nil }
        let authority = address.location[start.upperBound...].prefix { !"/?#".contains($0) }
        var name = authority
        var port: Substring?
        if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
            name = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        guard !name.isEmpty, port.map({ UInt16($0) != nil }) ?? true else { return nil }
        self.scheme = scheme
        host = String(name.first == "[" ? name.dropFirst().dropLast() : name)
        self.port = port.map(String.init)
    }

    /// Scheme, host and port: what may be said aloud. A path may be a secret.
    package var origin: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (port.map { ":\($0)" } ?? "")
    }

    /// Whether it never leaves this machine.
    package var isThisMachine: Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }
}

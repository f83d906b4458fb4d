import Addresses

/// The parts of a web address that may be shown and checked.
struct WebAddress: Equatable {
    let scheme: String
    let host: String
    let port: String?

    /// Nil of what is none.
    init?(_ address: SourceAddress) {
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
    var origin: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (port.map { ":\($0)" } ?? "")
    }

    static func problem(with address: SourceAddress) -> String? {
        if let problem = address.problem { return problem }
        guard let parts = WebAddress(address) else {
            return "expects an address that begins with http:// or https:// and names a host"
        }
        if NetworkRule.refuses(parts.host) { return "leads to \(parts.host): \(NetworkRule.reason)" }
        return nil
    }
}

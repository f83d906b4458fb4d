import Addresses

/// The machine and TCP port that a network camera's address names.
struct NetworkEndpoint: Equatable {
    let host: String
    let port: UInt16

    /// Ports of the schemes that run over TCP.
    private static let ports: [String: UInt16] = [
        "rtsp": 554, "rtsps": 322, "rtmp": 1935, "rtmps": 443, "http": 80, "https": 443,
    ]

    /// Nil of a file, of a device, and of what does not run over TCP (`udp`, `rtp`, `srt`).
    init?(_ address: SourceAddress) {
        guard address.kind == .network, let scheme = address.scheme, let standard = Self.ports[scheme],
            let separator = address.location.firstRange(of: "://")
        else { return nil }
        let authority = address.location[separator.upperBound...].prefix { !"/?#".contains($0) }
        let name: Substring
        let rest: Substring
        if authority.first == "[" {
            // An IPv6 address stands in brackets, since it has colons of its own.
            guard let end = authority.firstIndex(of: "]") else { return nil }
            name = authority[authority.index(after: authority.startIndex)..<end]
            rest = authority[authority.index(after: end)...]
        } else {
            name = authority.prefix { $0 != ":" }
            rest = authority[name.endIndex...]
        }
        guard !name.isEmpty else { return nil }
        host = String(name)
        if rest.isEmpty || rest == ":" {
            port = standard
        } else {
            guard rest.first == ":", let number = UInt16(rest.dropFirst()), number > 0 else { return nil }
            port = number
        }
    }
}

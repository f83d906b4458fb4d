#if canImport(Glibc)
    import Glibc
#endif

/// Which hosts a request may name. A page of elsewhere can have its own name lead to this machine (DNS rebinding), but no address
/// and none of these names.
struct HostRule: Sendable {
    /// Further names, in small letters.
    let names: Set<String>

    init(names: [String]) {
        self.names = Set(names.map { $0.lowercased() })
    }

    /// - Parameter authority: as the request has it, such as `hub.local:8480`.
    func allows(_ authority: String) -> Bool {
        guard let host = Self.host(of: authority) else { return false }
        return Self.isAddress(host) || host == "localhost" || host.hasSuffix(".localhost") || host.hasSuffix(".local")
            || names.contains(host)
    }

    /// Without its port, in small letters; nil where it is no host.
    static func host(of authority: String) -> String? {
        let text = authority.lowercased()
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else { return nil }
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count < 2 || isPort(":" + parts[1]),
            host.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
            })
        else { return nil }
        return String(host)
    }

    private static func isPort(_ text: some StringProtocol) -> Bool {
        text.isEmpty
            || text.first == ":" && (1...5).contains(text.dropFirst().count)
                && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }

    static func isAddress(_ host: String) -> Bool {
        var room = in6_addr()
        return inet_pton(AF_INET, host, &room) == 1 || inet_pton(AF_INET6, host, &room) == 1
    }
}

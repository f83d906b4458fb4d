/// A line of a request's head, such as `X-Api-Key: abc`.
enum WebhookHeader {
    /// What the request itself says.
    private static let ours: Set = [
        "content-length", "content-type", "host", "transfer-encoding", "connection", "expect", "webhook-id",
        "webhook-timestamp", "webhook-signature",
    ]

    /// What is wrong with one, without its value, which may be a secret; nil where it can be sent.
    static func problem(with line: String) -> String? {
        guard let colon = line.firstIndex(of: ":") else {
            return "has a line without a colon: it takes \"Name: value\""
        }
        let name = line[..<colon]
        guard !name.isEmpty,
            name.utf8.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || "-_.".utf8.contains($0) })
        else { return "has a line whose name is none: it takes \"Name: value\"" }
        if ours.contains(name.lowercased()) { return "has \(name), which the request says by itself" }
        if line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "has a control character in \(name)" }
        if line[line.index(after: colon)...].allSatisfy({ $0 == " " }) { return "has \(name) without a value" }
        return nil
    }
}

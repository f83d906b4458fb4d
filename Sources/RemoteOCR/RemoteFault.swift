/// Why a request came to nothing. No reason has anything in it that a server said in words of its own.
enum RemoteFault: Error, Equatable {
    /// The server was not reached, or did not answer in time.
    case away(String)
    /// It answered, and not with what it was asked for.
    case broken(String)
    /// It was asked too much, or more than was paid for.
    case busy(String, after: Duration?)
    /// It does not let us in: somebody has to do something about it.
    case refused(String)
    /// The request was too large for it.
    case tooLarge

    var reason: String {
        switch self {
        case .away(let reason), .broken(let reason), .busy(let reason, _), .refused(let reason): reason
        case .tooLarge: "the server takes no request of this size (413)"
        }
    }

    /// What a status means that is no success.
    ///
    /// - Parameters:
    ///   - words: keywords of the answer, such as `RESOURCE_EXHAUSTED`.
    ///   - retryAfter: seconds that the server asked for; 0 where it asked for none.
    init(status: Int, words: [String] = [], retryAfter: Int = 0) {
        let said = words.isEmpty ? "" : ": " + words.joined(separator: ", ")
        let after: Duration? = retryAfter > 0 ? .seconds(retryAfter) : nil
        let isQuota = words.contains { Self.quotas.contains($0) }
        self =
            switch status {
            case 300..<400:
                .refused("the server sends on to another address (\(status)), and redirects are not followed")
            case 403 where isQuota: .busy("the server's quota is used up (403\(said))", after: after)
            case 400 where words.contains { Self.keys.contains($0) }:
                .refused("the server does not take the key (400\(said))")
            case 401, 403, 407: .refused("the server does not let this scanner in (\(status)\(said))")
            case 404, 405: .refused("there is nothing that reads pictures at this address (\(status))")
            case 413: .tooLarge
            case 429: .busy("the server gets too many requests (429\(said))", after: after)
            case 400..<500: .refused("the server does not take such a request (\(status)\(said))")
            case 503 where after != nil: .busy("the server is busy (503)", after: after)
            case 500..<600: .broken("the server has a problem of its own (\(status)\(said))")
            default: .broken("the server's answer is \(status), which is none to that")
            }
    }

    private static let quotas: Set = [
        "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED", "rateLimitExceeded", "quotaExceeded", "userRateLimitExceeded",
        "dailyLimitExceeded",
    ]
    private static let keys: Set = ["API_KEY_INVALID", "API_KEY_EXPIRED", "keyInvalid", "keyExpired"]
}

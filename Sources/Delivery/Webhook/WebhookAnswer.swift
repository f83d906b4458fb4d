import Basics

/// What a server made of a request.
struct WebhookAnswer: Sendable, Equatable {
    /// Nil where it took it.
    let trouble: Trouble?
    /// Whether the same request gets the same answer for as long as nobody changes anything here or there.
    let isFinal: Bool
    /// Whether the request's address is none.
    let isNoAddress: Bool

    init(_ trouble: Trouble? = nil, isNoAddress: Bool = false) {
        self.trouble = trouble
        self.isNoAddress = isNoAddress
        isFinal = false
    }

    /// - Parameter retryAfter: seconds that the server asked for; 0 where it asked for none.
    init(status: Int, retryAfter: Int) {
        isNoAddress = false
        isFinal = 400..<500 ~= status && ![408, 425, 429].contains(status)
        trouble = Self.remark(on: status).map { remark in
            Trouble(
                .status(status, asked: retryAfter > 0 ? .seconds(retryAfter) : nil),
                "the server answers \(status)\(remark)")
        }
    }

    /// - Returns: nil where it took it.
    private static func remark(on status: Int) -> String? {
        switch status {
        case 200..<300: nil
        case 300..<400: ": it sends on to another address, and redirects are not followed"
        case 401, 403, 407: ": it does not let this hub in"
        case 404, 405: ": there is nothing that takes records at this address"
        case 408, 425: ""
        case 410: ": it wants nothing any more"
        case 429: ": it gets too many requests"
        case 400..<500: ": it does not take this record"
        case 500..<600: ": it has a problem of its own"
        default: ", which is no answer to that"
        }
    }
}

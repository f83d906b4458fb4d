import Basics

/// What a server made of a request.
struct WebhookAnswer: Sendable, Equatable {
    /// Nil where it took it.
    let trouble: Trouble?
    /// Whether the same request gets the same answer for as long as nobody changes anything here or there.
    let isFinal: Bool

    init(_ trouble: Trouble? = nil) {
        self.trouble = trouble
        isFinal = false
    }

    /// - Parameter retryAfter: seconds that the server asked for; 0 where it asked for none.
    init(status: Int, retryAfter: Int) {
        let asked: Duration? = retryAfter > 0 ? .seconds(retryAfter) : nil
        isFinal = 400..<500 ~= status && ![408, 425, 429].contains(status)
        trouble =
            switch status {
            case 200..<300: nil
            case 300..<400:
                .again("the server answers \(status): it sends on to another address, and redirects are not followed")
            case 401, 403, 407: .again("the server answers \(status): it does not let this hub in", after: asked)
            // Of the address, and not of the record.
            case 404, 405: .again("the server answers \(status): there is nothing that takes records at this address")
            case 408, 425: .again("the server answers \(status)", after: asked)
            case 410: Trouble(.stopped, "the server answers 410: it wants nothing any more")
            case 429: .again("the server answers 429: it gets too many requests", after: asked)
            case 400..<500: Trouble(.refused, "the server answers \(status): it does not take this record")
            case 500..<600: .again("the server answers \(status): it has a problem of its own", after: asked)
            default: .again("the server answers \(status), which is no answer to that")
            }
    }
}

import HTTPTypes

/// What a request is refused with, or failed for: told as problem+json (RFC 9457) to programs, and as a page to people.
struct RequestProblem: Error, Equatable {
    var status: HTTPResponse.Status
    /// A sentence.
    var detail: String
    /// Seconds after which to come again.
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ detail: String, retryAfter: Int? = nil) {
        self.status = status
        self.detail = detail
        self.retryAfter = retryAfter
    }

    /// In people's words, as a page's heading.
    var title: String {
        switch status {
        case .unauthorized: "Log in first"
        case .forbidden: "Not allowed"
        case .notFound: "Not found"
        case .methodNotAllowed, .badRequest, .unsupportedMediaType, .misdirectedRequest: "Not understood"
        case .conflict, .preconditionFailed: "Changed meanwhile"
        case .contentTooLarge: "Too large"
        case .unprocessableContent: "Something is wrong in it"
        case .tooManyRequests: "Too many at once"
        case .serviceUnavailable: "Not right now"
        default: status.reasonPhrase
        }
    }

    static let notFound = RequestProblem(.notFound, "There is nothing at this address.")
}

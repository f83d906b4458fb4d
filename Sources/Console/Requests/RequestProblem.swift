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
        case .insufficientStorage: "No room on the disk"
        default: status.reasonPhrase
        }
    }

    /// - Parameter shortage: what is the matter with the disk, such as `is full`.
    static func unwritable(_ shortage: String) -> RequestProblem {
        RequestProblem(
            .insufficientStorage,
            """
            The hub's disk \(shortage), so this could not be done: it has to be written down. Make room there (df tells how much there is), \
            and do it again. Cameras' logs are stored by themselves then.
            """, retryAfter: 30)
    }

    static let notFound = RequestProblem(.notFound, "There is nothing at this address.")
}

extension HTTPResponse.Status {
    static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}

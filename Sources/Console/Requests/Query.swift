import Hummingbird
import Records

/// A request on its way to its route: what it asks for, and who asks.
struct Query: Sendable {
    let request: Request
    /// Parts of the path that the route left open, in their order.
    let parts: [String]
    /// Of the address, or of the form that was sent.
    let fields: Fields
    /// Nil on routes that are for everybody.
    let session: Session?
    /// Where it comes from: through a proxy, what that says.
    let address: String
    /// Whether the browser speaks TLS, with us or with a proxy.
    let isSecure: Bool
    let now: WallTime

    /// The request's own path, for links back to it.
    var path: String { request.uri.path }

    /// Whether a program asks, and not a browser for its user.
    var isForPrograms: Bool { Self.isForPrograms(path) }

    static func isForPrograms(_ path: String) -> Bool {
        path.hasPrefix("/api/") || path == "/metrics" || path.hasPrefix("/v1/")
    }
}

extension Request {
    /// Whether a browser shows the answer to somebody.
    var isForPeople: Bool { headers[.accept]?.contains("text/html") ?? false }
}

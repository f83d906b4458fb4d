import History
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

extension Query {
    var name: String { session?.name ?? "nobody" }
    var role: Role { session?.role ?? .viewer }

    /// True where what a camera saw is for whoever asks. Nothing else decides that.
    func maySee(_ camera: String) -> Bool { session?.maySee(camera) ?? true }

    /// The cameras that alone are for whoever asks; empty for all.
    var seenCameras: [String] { (session?.cameras ?? []).sorted() }

    /// Returns the cameras that there are for whoever asks.
    func cameras(in present: Present) -> [String] {
        let known = present.cameras.filter { maySee($0) }
        // An empty list would mean all cameras elsewhere.
        return known.isEmpty ? seenCameras : known
    }

    /// Counts the cameras of whoever asks that cannot see now.
    func blindCameras(in present: Present) -> Int {
        Set(present.gaps.map(\.camera).filter { maySee($0) }).count
    }

    /// Returns an address with the reason that was given for all of the page.
    func link(_ path: String, _ values: KeyValuePairs<String, String?> = [:]) -> String {
        var fields = Fields()
        for (name, value) in values { fields.set(name, value) }
        fields.set("reason", self.fields["reason"])
        return fields.text.isEmpty ? path : path + "?" + fields.text
    }
}

extension Request {
    /// Whether a browser shows the answer to somebody.
    var isForPeople: Bool { headers[.accept]?.contains("text/html") ?? false }
}

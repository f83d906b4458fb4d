import Basics
import HTTPTypes
import Hummingbird
import Synchronization

/// What stands before the gate: without accounts nobody gets in, and everybody is told why. It closes by itself where the accounts are found
/// damaged, moved away or replaced.
final class Door: HTTPResponder {
    /// Why it was closed, each time.
    let closings: AsyncStream<Failure>
    private let closing: AsyncStream<Failure>.Continuation
    private let gate = Mutex<Gate?>(nil)
    private let hosts: HostRule
    private let pages: Pages
    /// Nil where no site can report here.
    private let sites: SiteGate?

    static let closed = RequestProblem(
        .serviceUnavailable,
        """
        The console's accounts cannot be opened, so nobody can log in. Plates are stored and delivered all the same. \
        The hub's journal says what is wrong and what to do (journalctl -u plated-hub); it is tried again every few seconds.
        """, retryAfter: 5)

    init(hosts: HostRule, pages: Pages, sites: SiteGate? = nil) {
        self.hosts = hosts
        self.sites = sites
        self.pages = pages
        (closings, closing) = AsyncStream.makeStream(of: Failure.self)
    }

    var isOpen: Bool { gate.withLock { $0 != nil } }

    func open(_ gate: Gate) { self.gate.withLock { $0 = gate } }

    func close(because failure: Failure) {
        // Of many requests at a time one closes it.
        let was = gate.withLock { gate in
            defer { gate = nil }
            return gate != nil
        }
        if was { closing.yield(failure) }
    }

    func respond(to request: Request, context: Visit) async throws -> Response {
        if let sites, SiteGate.takes(request.uri.path) { return try await sites.respond(to: request, context: context) }
        guard let gate = gate.withLock({ $0 }) else { return answer(to: request, context) }
        if let damage = gate.accounts.damage {
            close(because: damage)
            return answer(to: request, context)
        }
        let response = try await gate.respond(to: request, context: context)
        guard let damage = gate.accounts.damage else { return response }
        close(because: damage)
        return response.status.kind == .serverError ? answer(to: request, context) : response
    }

    private func answer(to request: Request, _ context: Visit) -> Response {
        var response: Response
        if !context.isFromProxy, request.head.authority.map(hosts.allows) != true {
            response = Gate.misdirected.json
        } else if request.method == .get, let file = Self.file(request.uri.path) {
            response = file
        } else {
            response =
                Query.isForPrograms(request.uri.path)
                ? Self.closed.json
                : pages.problem(Self.closed, isAsked: request.isForPeople)
            response.headers[.retryAfter] = Self.closed.retryAfter.map { "\($0)" }
        }
        for (name, value) in Gate.headers where response.headers[name] == nil { response.headers[name] = value }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// So that the page that says it looks like one.
    private static func file(_ path: String) -> Response? {
        switch path {
        case "/console.css": .file(Pages.style, "text/css; charset=utf-8")
        case "/console.js": .file(Pages.script, "text/javascript; charset=utf-8")
        case "/icon.svg": .file(Pages.icon, "image/svg+xml")
        default: nil
        }
    }
}

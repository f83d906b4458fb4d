import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Logging
import NIOCore
import Records

/// What every request goes through: which host it names, where it comes from, who sends it, which route it has, and what of an error is
/// told. Nothing gets round it.
struct Gate: HTTPResponder {
    /// A route that has not answered until then is given up. What it streams is not counted.
    private static let patience = Duration.seconds(20)
    static let cookie = "plated_session"
    static let misdirected = RequestProblem(
        .misdirectedRequest,
        "This console is not known by the name that was asked for. Use its address, or name it in console.hosts.")

    let routes: [Route]
    let hosts: HostRule
    let accounts: AccountFile
    /// Paths on the disks that pages write to, beside that of the accounts.
    let disks: [String]
    let pages: Pages
    let talk: Logger

    func respond(to request: Request, context: Visit) async throws -> Response {
        var response: Response
        do {
            response = try await answer(to: request, context)
        } catch {
            response = told(error, to: request)
        }
        for (name, value) in Self.headers where response.headers[name] == nil { response.headers[name] = value }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(to request: Request, _ context: Visit) async throws -> Response {
        // Which names lead here is up to the web server in front, where there is one.
        guard let authority = request.head.authority, context.isFromProxy || hosts.allows(authority) else {
            throw Self.misdirected
        }
        let path = request.uri.path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        let fitting = routes.compactMap { route in route.parts(of: path).map { (route: route, parts: $0) } }
        guard !fitting.isEmpty else { throw RequestProblem.notFound }
        let method = request.method == .head ? .get : request.method
        guard let (route, parts) = fitting.first(where: { $0.route.method == method }) else {
            throw RequestProblem(.methodNotAllowed, "This address does not take \(request.method.rawValue).")
        }
        if method != .get {
            try Self.refuseForeign(request, authority: authority)
            if route.access != .pictures { try Self.refuseOthersThanForms(request, route) }
        }
        let session = try session(of: request)
        if let role = route.access.role {
            do {
                guard let session else { return try await unknown(request, route) }
                try Self.check(session, role: role, for: route)
            } catch {
                if route.access == .pictures { await PictureDesk.throwAway(request) }
                throw error
            }
        }
        if route.access == .pictures {
            // It reads what is sent, and waits, by itself.
            return try await route.handler(
                Query(
                    request: request, parts: parts, fields: Fields(), session: session,
                    address: Self.address(request, context), isSecure: Self.isSecure(request, context), now: .now))
        }
        let fields = try Self.scoped(
            try await fields(of: request, isForm: method != .get, route), to: session, of: route)
        let query = Query(
            request: request, parts: parts, fields: fields, session: session, address: Self.address(request, context),
            isSecure: Self.isSecure(request, context), now: .now)
        return try await within(Self.patience, else: Self.late(isChange: method != .get)) {
            try await route.handler(query)
        }
    }

    // MARK: - Who asks

    /// Nobody but a page of this console may change something in the name of who looks at it.
    static func refuseForeign(_ request: Request, authority: String) throws {
        let site = request.headers[.secFetchSite]
        let isForeign =
            if let origin = request.headers[.origin] {
                origin.lowercased() != "http://" + authority.lowercased()
                    && origin.lowercased() != "https://" + authority.lowercased()
            } else {
                // Browsers send one of both with every form. What has neither is no browser, and carries nobody's cookie by itself.
                false
            }
        if isForeign || site.map({ $0 != "same-origin" && $0 != "none" }) == true {
            throw RequestProblem(.forbidden, "This came from a page of elsewhere.")
        }
    }

    private static func refuseOthersThanForms(_ request: Request, _ route: Route) throws {
        let type = request.headers[.contentType] ?? ""
        guard
            type.hasPrefix("application/x-www-form-urlencoded")
                || route.takesFile && MultipartForm.boundary(of: type) != nil
        else {
            throw RequestProblem(.unsupportedMediaType, "A form is sent as application/x-www-form-urlencoded.")
        }
    }

    private static func check(_ session: Session, role: Role, for route: Route) throws {
        guard session.role >= role else {
            throw RequestProblem(
                .forbidden,
                "This takes the role \(role.rawValue), and \(session.name) has the role \(session.role.rawValue). Accounts are made on the machine: plated-hub user add."
            )
        }
        if route.access == .pictures {
            guard session.isToken, session.role == .reader else {
                throw RequestProblem(.forbidden, "To have pictures read takes a token of the role reader.")
            }
            return
        }
        if session.isToken, route.method != .get {
            throw RequestProblem(.forbidden, "A token is for looking: this changes something, and takes a login.")
        }
        if case .from = route.access, !session.cameras.isEmpty {
            throw RequestProblem(
                .forbidden,
                "This is about all cameras, and \(session.name) sees some alone: \(session.cameras.sorted().joined(separator: ", "))."
            )
        }
    }

    /// Who sees some cameras alone asks about these, whatever the route does with the question.
    private static func scoped(_ fields: Fields, to session: Session?, of route: Route) throws -> Fields {
        guard let session, !session.cameras.isEmpty, route.method == .get else { return fields }
        let asked = fields.values("camera")
        if let foreign = asked.first(where: { !session.maySee($0) }) {
            throw RequestProblem(.forbidden, "\(session.name) does not see the camera \(foreign).")
        }
        var fields = fields
        if asked.isEmpty { fields.set("camera", values: session.cameras.sorted()) }
        return fields
    }

    func session(of request: Request) throws -> Session? {
        if let field = request.headers[.authorization] {
            // A token that is none is refused, whatever cookie comes with it.
            // Clients of Plate Recognizer write Token.
            let word = field.prefix { $0 != " " }
            guard ["Bearer", "Token"].contains(word), let token = Token(String(field.dropFirst(word.count + 1))) else {
                return nil
            }
            return try accounts.program(token.digest, at: .now)
        }
        guard let text = request.cookies[Self.cookie]?.value, let token = Token(text) else { return nil }
        return try accounts.session(token.digest, at: .now)
    }

    private func unknown(_ request: Request, _ route: Route) async throws -> Response {
        if request.method == .post, request.isForPeople, !Query.isForPrograms(request.uri.path) {
            return try await late(request, route)
        }
        guard !Query.isForPrograms(request.uri.path), request.method == .get else {
            throw RequestProblem(
                .unauthorized,
                "This takes a login (POST /login, and send its cookie) or a token (Authorization: Bearer).")
        }
        var fields = Fields()
        fields.set("next", request.uri.description)
        return .seeOther("/login?" + fields.text)
    }

    /// A form of a session that is over: what was typed is kept through the login, where it is no file.
    private func late(_ request: Request, _ route: Route) async throws -> Response {
        var late: LateForm?
        let type = request.headers[.contentType] ?? ""
        if route.largestBody <= Route.usualBody, type.hasPrefix("application/x-www-form-urlencoded") {
            late = LateForm(path: request.uri.path, fields: try await fields(of: request, isForm: true, route))
        }
        return pages.login(late: late, isLate: true, .unauthorized)
    }

    /// The word of a web server at the Unix socket counts; anybody else could write the line.
    private static func address(_ request: Request, _ context: Visit) -> String {
        guard context.isFromProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[name]?.split(separator: ",").last
        else { return context.peer }
        let address = last.trimmed
        return HostRule.isAddress(address) ? address : context.peer
    }

    private static func isSecure(_ request: Request, _ context: Visit) -> Bool {
        context.isFromProxy && HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] } == "https"
    }

    // MARK: - What is sent

    private func fields(of request: Request, isForm: Bool, _ route: Route) async throws -> Fields {
        guard isForm else {
            guard let fields = Fields(request.uri.query ?? "") else {
                throw RequestProblem(
                    .badRequest,
                    "The address has a % that no two hexadecimal digits follow, a zero byte, or text that is not UTF-8."
                )
            }
            return fields
        }
        let body: ByteBuffer
        do { body = try await request.body.collect(upTo: route.largestBody) } catch is NIOTooManyBytesError {
            throw RequestProblem(
                .contentTooLarge,
                "This is too long: at most \(route.largestBody) bytes are taken here, with all fields of the form. Nothing was changed. Go back and shorten it."
            )
        }
        if let boundary = request.headers[.contentType].flatMap(MultipartForm.boundary(of:)) {
            guard let fields = MultipartForm(Array(buffer: body), boundary: boundary)?.fields else {
                throw RequestProblem(
                    .badRequest,
                    "The file is not text in UTF-8, so nothing was taken from it. A spreadsheet has a way to save as “CSV UTF-8”."
                )
            }
            return fields
        }
        guard let fields = Fields(String(buffer: body)) else {
            throw RequestProblem(
                .badRequest,
                "The form has a % that no two hexadecimal digits follow, a zero byte, or text that is not UTF-8.")
        }
        return fields
    }

    private static func late(isChange: Bool) -> RequestProblem {
        RequestProblem(
            .serviceUnavailable,
            isChange
                ? "This takes longer than \(patience.inWords), and may still be done: look at the page again before you repeat it."
                : "This took longer than \(patience.inWords). Ask for a shorter time.",
            retryAfter: 10)
    }
}

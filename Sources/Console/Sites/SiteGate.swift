import Answers
import Basics
import Fleet
import HTTPTypes
import History
import Hummingbird
import Logging
import NIOCore
import Records
import Synchronization

/// What requests of sites go through, below `/ingest`: whose token it is, what it may ask, how much of it is taken, and what of an error is told.
/// A site gets to what is its own, and to nothing else of the console; nor does it need the console's accounts.
struct SiteGate: Sendable {
    static let root = "/ingest/"

    /// Of a post of records, in bytes: as it comes, and decompressed.
    private static let largest = (sent: 4 << 20, whole: 16 << 20)
    /// Of anything else that is no picture.
    private static let usual = 256 << 10
    /// How long what is sent may be on its way.
    private static let patience = Duration.seconds(60)

    private let centre: Centre
    private let hosts: HostRule
    private let talk: Logger
    private let places = SitePlaces(most: 16)
    /// Of pictures, so that no record waits for one.
    private let picturePlaces = SitePlaces(most: 16)

    init(_ centre: Centre, hosts: HostRule, talk: Logger) {
        self.centre = centre
        self.hosts = hosts
        self.talk = talk
    }

    /// Whether a request is for here.
    static func takes(_ path: String) -> Bool { path.hasPrefix(root) }

    func respond(to request: Request, context: Visit) async throws -> Response {
        var response: Response
        do {
            guard let authority = request.head.authority, context.isFromProxy || hosts.allows(authority) else {
                throw Gate.misdirected
            }
            response = try await answer(request)
        } catch {
            let problem = problem(error, request)
            response = problem.json
            if let seconds = problem.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        }
        for (name, value) in Gate.headers where response.headers[name] == nil { response.headers[name] = value }
        return response
    }

    // MARK: - Routes

    private func answer(_ request: Request) async throws -> Response {
        let parts = request.uri.path.split(separator: "/").dropFirst().map(String.init)
        switch (request.method, parts.first, parts.count) {
        case (.get, "authority", 1):
            guard let text = try await centre.register.authority() else { throw RequestProblem.notFound }
            return .text(text, "application/x-pem-file")
        case (.post, "join", 1): return try await join(request)
        case (.get, "records", 1): return try await committed(request, of: try await site(of: request).books)
        case (.post, "records", 1): return try await records(request)
        case (.post, "standing", 1): return try await standing(request)
        case (.post, "forgotten", 1): return try await forgotten(request)
        case (.get, "news", 1): return try await news(request)
        case (.get, "lists", 1): return try await lists(request)
        case (.put, "pictures", 2): return try await picture(request, hash: parts[1])
        default:
            // Nobody without a token learns what there is.
            _ = try await site(of: request)
            throw RequestProblem.notFound
        }
    }

    private func site(of request: Request) async throws -> (token: SiteToken, books: SiteBooks) {
        guard let token = Self.bearer(request).flatMap({ SiteToken($0) }),
            let site = try await centre.register.site(of: token)
        else {
            throw RequestProblem(
                .unauthorized,
                "This token is of no site of this centre. It may have been taken out: plated-hub site list, at the centre."
            )
        }
        return (token, site)
    }

    private static func bearer(_ request: Request) -> String? {
        guard let field = request.headers[.authorization], field.hasPrefix("Bearer ") else { return nil }
        return String(field.dropFirst(7))
    }

    private func join(_ request: Request) async throws -> Response {
        guard let bearer = Self.bearer(request) else { throw Self.unknownJoin }
        guard let asked = JoinRequest(try await Self.body(request, upTo: Self.usual)) else {
            throw RequestProblem(.badRequest, "This is no request to join, or one of another version.")
        }
        do {
            return .text(try await centre.join(bearer, asked).text, "application/json")
        } catch SiteRegister.Refusal.used {
            throw RequestProblem(
                .conflict,
                "Somebody has joined with this token already. If that was nobody here: plated-hub site remove, at the centre, and add it again."
            )
        } catch SiteRegister.Refusal.unknown {
            throw Self.unknownJoin
        }
    }

    private static let unknownJoin = RequestProblem(
        .unauthorized,
        "Nobody can join with this token: its time is over, or it is none. For another: plated-hub site add, at the centre."
    )

    private func committed(_ request: Request, of site: SiteBooks) async throws -> Response {
        let origin = try Self.field("history", request)
        guard PostedRecords.isOrigin(origin) else {
            throw RequestProblem(.badRequest, "It does not say which history.")
        }
        var committed = site.committed(origin)
        committed.tail = site.tail(origin)
        return .text(committed.text, "application/json")
    }

    private func records(_ request: Request) async throws -> Response {
        // Before anything is read of what a stranger sends.
        let (token, _) = try await site(of: request)
        let origin = try Self.field("history", request)
        guard let after = Int64(try Self.field("after", request)) else {
            throw RequestProblem(.badRequest, "It does not say behind which number it begins.")
        }
        guard places.enter() else { throw Self.busy }
        defer { places.leave() }
        var bytes = try await Self.body(request, upTo: Self.largest.sent)
        switch request.headers[.contentEncoding] {
        case nil, "identity": break
        case "gzip":
            do throws(Gzip.Fault) { bytes = try Gzip.unpacked(bytes, upTo: Self.largest.whole) } catch {
                throw RequestProblem(
                    error == .tooLarge ? .contentTooLarge : .badRequest,
                    error == .tooLarge ? "Decompressed it is too large: send less at once." : "It is damaged: no gzip.")
            }
        default: throw RequestProblem(.unsupportedMediaType, "It may be compressed by gzip alone.")
        }
        let posted: PostedRecords
        do throws(PostFault) { posted = try PostedRecords(origin: origin, after: after, bytes: bytes) } catch {
            throw RequestProblem(.badRequest, "These are no records of a site: \(error).")
        }
        // Again: a site may have been taken out while it sent.
        guard let site = try await centre.register.site(of: token) else {
            throw RequestProblem(.unauthorized, "It is out.")
        }
        switch try await centre.records.take(posted, of: site) {
        case .stored(let committed): return .text(committed.text, "application/json")
        case .missing(let committed), .foreign(let committed):
            return .text(committed.text, "application/json", .conflict)
        case .unknown: throw RequestProblem(.unauthorized, "The site was taken out meanwhile.")
        }
    }

    private static let busy = RequestProblem(
        .serviceUnavailable, "Many sites send at once. Come again in a moment.", retryAfter: 2)

    private func standing(_ request: Request) async throws -> Response {
        let (_, site) = try await site(of: request)
        guard let word = SiteWord(try await Self.body(request, upTo: Self.usual)) else {
            throw RequestProblem(.badRequest, "This does not say how a site stands.")
        }
        centre.heard.hear(word, from: site.name)
        return .text(site.committed(word.history).text, "application/json")
    }

    private func forgotten(_ request: Request) async throws -> Response {
        let (_, site) = try await site(of: request)
        guard let message = ForgottenRecords(try await Self.body(request, upTo: Self.usual)) else {
            throw RequestProblem(.badRequest, "This does not say what was forgotten.")
        }
        try await centre.carryOut(message, of: site.name)
        return Response(status: .noContent)
    }

    private func news(_ request: Request) async throws -> Response {
        guard let token = Self.bearer(request).flatMap({ SiteToken($0) }) else {
            _ = try await site(of: request); throw Self.busy
        }
        let wait = request.uri.queryParameters["wait"].flatMap { Int($0) } ?? 25
        do {
            guard
                let news = try await centre.news(
                    for: token, lists: request.uri.queryParameters["lists"].map(String.init),
                    upTo: .seconds(max(0, min(wait, 3600))))
            else {
                throw RequestProblem(.serviceUnavailable, "Many sites wait here. Come again later.", retryAfter: 30)
            }
            return .text(news.text, "application/json")
        } catch SiteRegister.Refusal.unknown {
            _ = try await site(of: request)
            throw Self.busy
        }
    }

    private func lists(_ request: Request) async throws -> Response {
        let (_, site) = try await site(of: request)
        guard let (lists, tag) = try await centre.lists(of: site) else {
            throw RequestProblem(.notFound, "This centre has no lists for this site.")
        }
        let field = "\"\(tag)\""
        if request.headers[.ifNoneMatch] == field { return Response(status: .notModified, headers: [.eTag: field]) }
        var response = Response.bytes(ByteBuffer(bytes: SiteList.bytes(lists)), "application/x-ndjson")
        response.headers[.eTag] = field
        return response
    }

    private func picture(_ request: Request, hash: String) async throws -> Response {
        let (_, site) = try await site(of: request)
        guard let digest = Digest(hash) else { throw RequestProblem.notFound }
        if let text = request.uri.queryParameters["absence"] {
            guard let absence = PictureAbsence(rawValue: String(text)), absence.isSites else {
                throw RequestProblem(.badRequest, "This is no reason for a picture not to be there.")
            }
            _ = try await centre.asker.take(.failure(absence), as: digest.description, of: site.name)
            return Response(status: .noContent)
        }
        let event = try Self.field("event", request)
        guard picturePlaces.enter() else { throw Self.busy }
        defer { picturePlaces.leave() }
        let bytes = try await Self.body(request, upTo: PicturePolicy.longest)
        guard Digest(of: bytes) == digest else {
            throw RequestProblem(.unprocessableContent, "This is not the picture that has this hash.")
        }
        switch try await centre.take(bytes, as: digest, of: event, from: site.name) {
        case .kept: return Response(status: .noContent)
        case .refused:
            throw RequestProblem(
                .gone, "The picture is not kept: its record is forgotten or too old, or it is no JPEG.")
        case .later:
            throw RequestProblem(
                .serviceUnavailable, "The picture is not kept yet: its record is not here, or there is no room.",
                retryAfter: 5)
        }
    }

    // MARK: - What is sent

    private static func field(_ name: String, _ request: Request) throws -> String {
        guard let text = request.uri.queryParameters[Substring(name)] else {
            throw RequestProblem(.badRequest, "The address has no \(name).")
        }
        return String(text)
    }

    private static func body(_ request: Request, upTo most: Int) async throws -> [UInt8] {
        let late = RequestProblem(.requestTimeout, "It did not come within \(patience.inWords).")
        return try await within(patience, else: late) {
            do { return Array(buffer: try await request.body.collect(upTo: most)) } catch is NIOTooManyBytesError {
                throw RequestProblem(.contentTooLarge, "This is too long: at most \(most) bytes are taken here.")
            }
        }
    }

    // MARK: - Errors

    private func problem(_ error: any Error, _ request: Request) -> RequestProblem {
        switch error {
        case let problem as RequestProblem: return problem
        case is CancellationError: return RequestProblem(.serviceUnavailable, "The hub is stopping.", retryAfter: 5)
        case let failure as any ToldError:
            talk.error("\(request.method.rawValue) \(Self.root): \(failure)")
            return RequestProblem(
                .serviceUnavailable, "It cannot be stored right now. The journal of the centre says why.", retryAfter: 5
            )
        default:
            talk.error("\(request.method.rawValue) \(Self.root): \(error)")
            return RequestProblem(.internalServerError, "It failed. The journal of the centre says why.")
        }
    }
}

/// How many requests with something large in them are taken at once: each is in memory.
private final class SitePlaces: Sendable {
    private let taken = Mutex(0)
    private let most: Int

    init(most: Int) { self.most = most }

    func enter() -> Bool {
        taken.withLock { taken in
            guard taken < most else { return false }
            taken += 1
            return true
        }
    }

    func leave() { taken.withLock { $0 -= 1 } }
}

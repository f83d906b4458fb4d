import HTTPTypes
import Hummingbird
import Logging

/// What requests go through at the address for clients that have no token: who they are is where they come from. There is nothing here but
/// the reading of pictures.
struct OpenGate: HTTPResponder {
    let settings: PictureSettings
    let hosts: HostRule
    let pictures: PictureDesk
    let talk: Logger

    func respond(to request: Request, context: Visit) async throws -> Response {
        var response: Response
        do {
            response = try await answer(to: request, context)
        } catch {
            let problem = problem(error)
            response = PictureDialect(path: request.uri.path)?.refused(problem) ?? problem.json
        }
        for (name, value) in Gate.headers where response.headers[name] == nil { response.headers[name] = value }
        return response
    }

    private func answer(to request: Request, _ context: Visit) async throws -> Response {
        guard settings.mayAsk(context.peer) else {
            throw RequestProblem(.forbidden, "This address may not ask here: pictures.allow does not name it.")
        }
        guard let authority = request.head.authority, hosts.allows(authority) else { throw Gate.misdirected }
        let path = request.uri.path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        let fitting = pictures.routes.filter { $0.parts(of: path) != nil }
        guard !fitting.isEmpty else { throw RequestProblem.notFound }
        guard request.method == .post else {
            throw RequestProblem(.methodNotAllowed, "This address does not take \(request.method.rawValue).")
        }
        try Gate.refuseForeign(request, authority: authority)
        return try await pictures.answer(request)
    }

    private func problem(_ error: any Error) -> RequestProblem {
        switch error {
        case let problem as RequestProblem: return problem
        case is CancellationError: return RequestProblem(.serviceUnavailable, "The hub is stopping.", retryAfter: 5)
        default:
            talk.error("\(error)")
            return RequestProblem(.internalServerError, "It failed. The hub's journal says why.")
        }
    }
}

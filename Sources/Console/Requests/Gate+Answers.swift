import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Logging

extension Gate {
    /// What all answers carry that do not say otherwise.
    static let headers: [(HTTPField.Name, String)] = [
        (
            "Content-Security-Policy",
            """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; \
            base-uri 'none'; frame-ancestors 'none'
            """
        ),
        ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }

    /// An error as whoever asked may know it: no path, no code, no plate.
    func told(_ error: any Error, to request: Request) -> Response {
        let problem = problem(error, request)
        if let dialect = PictureDialect(path: request.uri.path) { return dialect.refused(problem) }
        var response =
            Query.isForPrograms(request.uri.path)
            ? problem.json : pages.problem(problem, isAsked: request.isForPeople, session: whoever(sent: request))
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    func problem(_ error: any Error, _ request: Request) -> RequestProblem {
        switch error {
        case let problem as RequestProblem: return problem
        case let failure as HistoryFailure where failure.cause == .question:
            return RequestProblem(
                .unprocessableContent,
                ([failure.reason + "."] + [failure.remedy]).filter { !$0.isEmpty }.joined(separator: " "))
        // Told once, by whoever closes the door.
        case is any ToldError where accounts.damage != nil: return Door.closed
        case let failure as any ToldError:
            talk.error("\(request.method.rawValue) \(route(request)): \(failure)")
            if let shortage = shortage(failure) { return .unwritable(shortage) }
            let mayPass = (failure as? HistoryFailure)?.mayPass == true || failure.status == .temporary
            return mayPass
                ? RequestProblem(.serviceUnavailable, "It cannot be done right now.", retryAfter: 10)
                : RequestProblem(.internalServerError, "It failed. The hub's journal says why.")
        case is CancellationError: return RequestProblem(.serviceUnavailable, "The hub is stopping.", retryAfter: 5)
        default:
            talk.error("\(request.method.rawValue) \(route(request)): \(error)")
            return RequestProblem(.internalServerError, "It failed. The hub's journal says why.")
        }
    }

    /// Of a failure to write: what is the matter with a disk that pages write to; nil where nothing is.
    private func shortage(_ failure: any ToldError) -> String? {
        guard [.inputOutput, .noInput].contains(failure.status) else { return nil }
        return ([accounts.path] + disks).lazy.compactMap { DiskRoom.shortage(at: $0) }.first
    }

    /// Nil for nobody, and where it cannot be known.
    private func whoever(sent request: Request) -> Session? {
        do { return try session(of: request) } catch { return nil }
    }

    /// Without what was asked for.
    private func route(_ request: Request) -> String {
        "/" + (request.uri.path.split(separator: "/").first.map(String.init) ?? "")
    }
}

extension RequestProblem {
    var json: Response {
        let object: [(String, String)] = [("title", status.reasonPhrase), ("detail", detail)]
        let text = object.map { "\"\($0.0)\":\(JSONText.quoted($0.1))" }.joined(separator: ",")
        return .text(
            "{\"type\":\"about:blank\",\"status\":\(status.code),\(text)}\n", "application/problem+json", status)
    }
}

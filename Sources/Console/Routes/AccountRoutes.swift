import Answers
import Basics
import Hummingbird
import Logging
import Records

/// Answers for getting in and out, and for the list of who may.
struct AccountRoutes: Sendable {
    let accounts: AccountFile
    let gate: LoginGate
    let pages: Pages
    let frame: PageFrame
    let zone: LocalZone
    let talk: Logger

    var routes: [Route] {
        [
            Route(.get, "/login", .everybody, login),
            // It carries what was typed in a session that is over, with its signs written anew.
            Route(.post, "/login", .everybody, largest: 4 * LateForm.longest, logIn),
            Route(.post, "/logout", .ofCameras(.viewer), logOut),
            Route(.get, "/invitation", .everybody, invitation),
            Route(.post, "/invitation", .everybody, acceptInvitation),
            Route(.get, "/users", .from(.admin), users),
        ]
    }

    @Sendable private func login(_ query: Query) throws -> Response {
        if query.session != nil { return .seeOther(Self.next(query.fields["next"])) }
        return try loginPage(next: query.fields["next"])
    }

    private func loginPage(
        next: String?, name: String? = nil, late: LateForm? = nil, problem: String? = nil,
        _ status: HTTPResponse.Status = .ok
    ) throws -> Response {
        pages.login(
            next: Self.next(next), name: name ?? "", late: late, isLate: late != nil,
            hasNoAccount: try accounts.accounts().isEmpty, problem: problem, status)
    }

    @Sendable private func logIn(_ query: Query) async throws -> Response {
        let (name, next, late) = (query.fields["user"] ?? "", query.fields["next"], LateForm(login: query.fields))
        switch try await gate.logIn(
            name, password: query.fields["password"] ?? "", from: query.address, at: query.now)
        {
        case .right(let token):
            talk.notice("\(name) logged in from \(query.address)")
            var response = late.map { pages.response("resend", $0.values) } ?? .seeOther(Self.next(next))
            response.setCookie(cookie(token, query))
            return response
        case .wrong:
            // What was typed as a name may be a password.
            talk.warning("a login from \(query.address) failed")
            return try loginPage(
                next: next, name: name, late: late, problem: "Name or password is wrong.", .unauthorized)
        case .wait(let seconds):
            var response = try loginPage(
                next: next, name: name, late: late, problem: "Too many logins failed. Try again in \(seconds) s.",
                .tooManyRequests)
            response.headers[.retryAfter] = "\(seconds)"
            return response
        case .busy:
            var response = try loginPage(
                next: next, name: name, late: late, problem: "Too many log in at once. Try again.", .tooManyRequests)
            response.headers[.retryAfter] = "2"
            return response
        }
    }

    @Sendable private func logOut(_ query: Query) throws -> Response {
        if let session = query.session {
            try accounts.end(session, at: query.now)
            talk.notice("\(session.name) logged out")
        }
        var response = Response.seeOther("/login")
        response.setCookie(cookie(nil, query))
        return response
    }

    /// Returns the page to go to after the login: one of this console, and nothing else.
    private static func next(_ path: String?) -> String {
        guard let path, path.first == "/", !path.hasPrefix("//"), !path.contains("\\"),
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return "/" }
        return path
    }

    /// - Parameter token: nil ends the session.
    private func cookie(_ token: Token?, _ query: Query) -> Cookie {
        Cookie(
            name: Gate.cookie, value: token?.text ?? "", maxAge: token == nil ? 0 : Int(Session.length / 1000),
            path: "/",
            secure: query.isSecure, httpOnly: true, sameSite: .strict)
    }

    // MARK: - The first account

    @Sendable private func invitation(_ query: Query) throws -> Response {
        guard let token = query.fields["token"].flatMap({ Token($0) }),
            let role = try accounts.invitation(token, at: query.now)
        else { throw Self.unknownLink }
        return pages.response(
            "invitation",
            ["title": "Your account", "token": token.text, "role": role.rawValue, "shortest": "\(Password.shortest)"])
    }

    @Sendable private func acceptInvitation(_ query: Query) async throws -> Response {
        // The link is looked at before anything is hashed: strangers cost nothing.
        guard let token = query.fields["token"].flatMap({ Token($0) }),
            let role = try accounts.invitation(token, at: query.now)
        else { throw Self.unknownLink }
        let (name, password) = (query.fields["user"] ?? "", query.fields["password"] ?? "")
        do {
            try accounts.accept(token, name: name, password: password, at: query.now)
        } catch {
            guard error.status == .usage else { throw error }
            return pages.response(
                "invitation",
                [
                    "title": "Your account", "token": token.text, "role": role.rawValue, "name": name,
                    "problem": error.reason.prefix(1).uppercased() + error.reason.dropFirst() + ".",
                    "shortest": "\(Password.shortest)",
                ], .unprocessableContent)
        }
        talk.notice("\(name) took up an invitation from \(query.address), as \(role.rawValue)")
        var response = Response.seeOther("/")
        response.setCookie(cookie(try accounts.begin(name, at: query.now), query))
        return response
    }

    private static let unknownLink = RequestProblem(
        .notFound, "This link was used, or its hour is over. Make another on the machine: plated-hub user link.")

    @Sendable private func users(_ query: Query) async throws -> Response {
        var values = try await frame.values("Users", .users, query)
        values["users"] = try accounts.accounts().map { account -> Pages.Values in
            [
                "name": account.name, "role": account.role.rawValue,
                "cameras": account.cameras.isEmpty ? "all" : account.cameras.joined(separator: ", "),
                "made": zone.text(account.made),
                "seen": account.seen.map(zone.text) ?? "never",
            ]
        }
        let tokens = try accounts.tokens()
        values["tokens"] = tokens.map { token -> Pages.Values in
            [
                "name": token.name, "role": token.role.rawValue,
                "cameras": token.cameras.isEmpty ? "all" : token.cameras.joined(separator: ", "),
                "ends": zone.text(token.ends), "isOver": token.ends <= query.now,
                "seen": token.seen.map(zone.text) ?? "never",
            ]
        }
        values["hasTokens"] = !tokens.isEmpty
        return pages.response("users", values)
    }
}

import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Records
import Rules

/// Who is in car parks and on sections of roads, and who was. Who sees no plates sees how full they are.
extension Desk {
    var sessionRoutes: [Route] {
        [
            Route(.get, "/sessions", .ofCameras(.viewer), sessionsPage),
            Route(.get, "/sessions/new", .ofCameras(.operator), newSessions),
            Route(.get, "/sessions/export.csv", .ofCameras(.operator), exportSessionTable),
            Route(.get, "/sessions/export.ndjson", .ofCameras(.operator), exportSessionLines),
            Route(.get, "/sessions/*", .ofCameras(.operator), sessionPage),
            Route(.post, "/sessions/*/correction", .ofCameras(.operator), correctSession),
            Route(.get, "/api/sessions", .ofCameras(.operator), apiSessions),
            Route(.get, "/api/occupancy", .ofCameras(.viewer), apiOccupancy),
        ]
    }

    // MARK: - What may be seen

    /// The sites of whoever asks: those whose cameras are all theirs. How full one is tells of what each of them saw.
    func sites(_ query: Query) -> [SessionSite] {
        (sessions?.sites ?? []).filter { site in
            (site.entries + site.exits).allSatisfy { query.maySee($0.camera) }
        }
    }

    func maySee(_ session: SessionRecord, _ query: Query) -> Bool {
        guard !query.seenCameras.isEmpty else { return true }
        return sites(query).contains { $0.name == session.site }
            && [session.entry, session.exit].compactMap { $0 }.allSatisfy { query.maySee($0.camera) }
    }

    func standing(_ query: Query) async -> [SiteStanding] {
        let names = Set(sites(query).map(\.name))
        return (await sessions?.standing ?? []).filter { names.contains($0.site.name) }
    }

    func question(_ query: Query) throws -> SessionQuestion {
        try SessionQuestion(query.fields, sites: sites(query), now: query.now, zone: zone)
    }

    /// Those that are asked for, the newest first.
    func found(_ question: SessionQuestion, _ query: Query) async throws -> [SessionRecord] {
        try await history.sessions(
            sites: question.sites, from: question.from, until: question.until ?? WallTime(milliseconds: .max)
        ).filter { question.takes($0) && maySee($0, query) }
    }

    // MARK: - The page

    @Sendable func sessionsPage(_ query: Query) async throws -> Response {
        // Before it is looked, so that nothing is missed between both.
        let present = try await history.present()
        var values = frame("Sessions", .sessions, query, present)
        let isForPlates = query.role >= .operator
        values["isConfigured"] = sessions != nil
        values["sites"] = await standing(query).map { site($0, isForPlates: isForPlates, query) }
        values["hasSites"] = !sites(query).isEmpty
        guard isForPlates, !sites(query).isEmpty else { return pages.response("sessions", values) }
        values["form"] = form(query)
        let question: SessionQuestion
        do {
            question = try self.question(query)
        } catch let problem as RequestProblem {
            values["problem"] = problem.detail
            return pages.response("sessions", values, .unprocessableContent)
        }
        if lacksReason(query) {
            values[query.fields.all.isEmpty ? "hint" : "problem"] = Self.reasonless.detail
            return pages.response("sessions", values, query.fields.all.isEmpty ? .ok : .unprocessableContent)
        }
        try record("sessions", question.words, query)
        let found = try await found(question, query)
        let shown = Array(found.dropFirst((question.page - 1) * question.limit).prefix(question.limit))
        let events = try await events(of: shown)
        var answer: Pages.Values = [
            "rows": shown.map { view($0, events, query).values }, "isEmpty": shown.isEmpty, "newest": "\(present.last)",
            "count": found.count == 1 ? "1 session" : "\(found.count) sessions", "kind": question.kind.name,
            "isOpen": question.kind == .open, "since": zone.text(question.from).prefix(16),
            "csv": question.path("/sessions/export.csv", ("page", nil)),
            "lines": question.path("/sessions/export.ndjson", ("page", nil)),
        ]
        if question.isLive { answer["live"] = question.path("/sessions/new", ("page", nil)) }
        if found.count > question.page * question.limit {
            answer["next"] = question.path("/sessions", ("page", "\(question.page + 1)"))
        }
        if question.page > 1 { answer["first"] = question.path("/sessions", ("page", nil)) }
        values["answer"] = answer
        return pages.response("sessions", values)
    }

    func view(_ session: SessionRecord, _ events: [String: PlateEvent], _ query: Query) -> SessionView {
        SessionView(
            session: session, events: events, zone: zone, now: query.now, reason: query.fields["reason"],
            away: Set(events.filter { siteOfPictures($0.value) != nil }.keys))
    }

    /// What was read at both ends, by camera and identifier, where the history still has it.
    func events(of sessions: [SessionRecord]) async throws -> [String: PlateEvent] {
        var found: [String: PlateEvent] = [:]
        for pass in sessions.flatMap({ [$0.entry, $0.exit] }).compactMap({ $0 })
        where found[SessionView.key(pass)] == nil {
            for record in try await history.records(id: pass.id) {
                if case .plate(let event) = record.record, event.camera == pass.camera {
                    found[SessionView.key(pass)] = event
                }
            }
        }
        return found
    }

    private func site(_ standing: SiteStanding, isForPlates: Bool, _ query: Query) -> Pages.Values {
        func path(_ state: SessionQuestion.Kind) -> String {
            var fields = Fields()
            fields.set("site", standing.site.name)
            fields.set("state", state == .open ? "" : state.rawValue)
            fields.set("reason", query.fields["reason"])
            return "/sessions?" + fields.text
        }
        var values: Pages.Values = [
            "name": standing.site.name, "occupancy": "\(standing.occupancy)",
            "path": isForPlates ? path(.open) : false, "isSection": standing.site.length != nil,
            "overstays": standing.overstays > 0 ? "\(standing.overstays)" : false,
            "late": isForPlates ? path(.overstay) : false,
        ]
        if let length = standing.site.length { values["length"] = JSONLine.number(Double(length) / 1000, digits: 1) }
        if let capacity = standing.site.capacity {
            values["capacity"] = ["places": "\(capacity)", "value": "\(min(standing.occupancy, capacity))"]
            values["isFull"] = standing.occupancy >= capacity
        }
        return values
    }

    private func form(_ query: Query) -> Pages.Values {
        let fields = query.fields
        let chosen = fields["state"] ?? SessionQuestion.Kind.open.rawValue
        let span = SessionQuestion.span(SessionQuestion.Kind(rawValue: chosen) ?? .open, sites(query))
        var values: Pages.Values = [
            "q": fields["q"] ?? "", "from": fields["from"] ?? "", "to": fields["to"] ?? "",
            "usualFrom": span % 3_600_000 == 0 ? "\(span / 3_600_000) hours ago" : "\(span / 60_000) minutes ago",
            "sites": sites(query).map { ["name": $0.name, "isChosen": fields.values("site").contains($0.name)] },
            "kinds": SessionQuestion.Kind.allCases.map {
                ["value": $0.rawValue, "name": $0.name, "isChosen": $0.rawValue == chosen]
            },
        ]
        if let lookups {
            values["reason"] = ["value": fields["reason"] ?? "", "isNeeded": lookups.needsReason]
        }
        return values
    }
}

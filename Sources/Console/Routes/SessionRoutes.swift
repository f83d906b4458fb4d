import Addresses
import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Logging
import Records
import Rules

/// Answers about who is in car parks and on sections of roads, and who was. Who sees no plates sees how full they are.
struct SessionRoutes: Sendable {
    let history: any History
    let pages: Pages
    let frame: PageFrame
    let stream: RowStream
    let pictures: PlatePictures
    /// Nil where no site is configured.
    let sessions: SessionDesk?
    let lookups: Lookups
    let zone: LocalZone
    let talk: Logger

    var routes: [Route] {
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

    /// Returns the sites whose cameras are all for whoever asks: how full a site is tells of what each of its cameras saw.
    private func sites(_ query: Query) -> [SessionSite] {
        (sessions?.keeping.sites ?? []).filter { site in
            (site.entries + site.exits).allSatisfy { query.maySee($0.camera) }
        }
    }

    private func maySee(_ session: SessionRecord, _ query: Query) -> Bool {
        guard !query.seenCameras.isEmpty else { return true }
        return sites(query).contains { $0.name == session.site }
            && [session.entry, session.exit].compactMap { $0 }.allSatisfy { query.maySee($0.camera) }
    }

    private func standing(_ query: Query) async -> [SiteStanding] {
        let names = Set(sites(query).map(\.name))
        return (await sessions?.keeping.standing ?? []).filter { names.contains($0.site.name) }
    }

    private func question(_ query: Query) throws -> SessionQuestion {
        try SessionQuestion(query.fields, sites: sites(query), now: query.now, zone: zone)
    }

    /// Returns the sessions that are asked for, the newest first.
    private func found(_ question: SessionQuestion, _ query: Query) async throws -> [SessionRecord] {
        try await history.sessions(
            sites: question.sites, from: question.from, until: question.until ?? WallTime(milliseconds: .max)
        ).filter { question.takes($0) && maySee($0, query) }
    }

    // MARK: - The page

    @Sendable private func sessionsPage(_ query: Query) async throws -> Response {
        // This comes before the search, so that nothing is missed between both.
        let present = try await history.present()
        var values = frame.values("Sessions", .sessions, query, present)
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
        if lookups.lacksReason(query) {
            values[query.fields.all.isEmpty ? "hint" : "problem"] = Lookups.reasonless.detail
            return pages.response("sessions", values, query.fields.all.isEmpty ? .ok : .unprocessableContent)
        }
        try lookups.record("sessions", question.words, query)
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

    private func view(_ session: SessionRecord, _ events: [String: PlateEvent], _ query: Query) -> SessionView {
        SessionView(
            session: session, events: events, zone: zone, now: query.now, reason: query.fields["reason"],
            away: Set(events.filter { pictures.site(of: $0.value) != nil }.keys))
    }

    /// Returns what was read at both ends, by camera and identifier, where the history still has it.
    private func events(of sessions: [SessionRecord]) async throws -> [String: PlateEvent] {
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
        values["reason"] = lookups.field(fields)
        return values
    }

    // MARK: - One of them: both its ends, and every word that was said of it

    @Sendable private func sessionPage(_ query: Query) async throws -> Response {
        try await sessionPage(try await revisions(query), query)
    }

    /// - Parameters:
    ///   - problem: why a correction was refused.
    ///   - typed: when it left, as somebody typed it.
    private func sessionPage(
        _ records: [SessionRecord], _ query: Query, problem: String? = nil, typed: String? = nil,
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var values = try await frame.values("Session", .sessions, query)
        guard let session = records.last else { throw Self.noSession }
        if lookups.lacksReason(query) {
            values["needsReason"] = true
            return pages.response("session", values)
        }
        try lookups.record("session", [session.session], query)
        values["title"] = session.plate
        let shown = view(session, try await events(of: [session]), query)
        values["one"] = shown.values
        values["ends"] = [("Entry", "entry"), ("Exit", "exit")].map { name, key -> Pages.Values in
            var end = shown.values[key] as? Pages.Values ?? [:]
            end["name"] = name
            return end
        }
        values["facts"] = facts(of: session).map { ["name": $0, "value": $1] }
        values["revisions"] = records.reversed().map { revision -> Pages.Values in
            var row = SessionView.state(revision)
            row["time"] = zone.text(revision.time)
            row["number"] = "\(revision.revision)"
            row["plate"] = revision.plate
            row["change"] = revision.change.rawValue
            row["by"] = revision.by ?? false
            return row
        }
        var corrections = try await corrections(of: session, query)
        corrections["problem"] = problem ?? false
        corrections["typed"] = typed ?? ""
        corrections["done"] =
            query.request.method == .get && query.fields["done"] != nil ? "It is written down." : false
        values["corrections"] = corrections
        return pages.response("session", values, status)
    }

    /// Returns the revisions of the session in the address, the first one first.
    private func revisions(_ query: Query) async throws -> [SessionRecord] {
        let id = query.parts.first ?? ""
        let longest = (sessions?.keeping.sites ?? []).map { $0.forgottenAfter + $0.settleTime }.max() ?? .zero
        // A site may have had other times once.
        let isCorrected = await sessions?.keeping.isCorrected(id) ?? false
        // What somebody says of it may come years later.
        let records = try await history.session(
            id, within: isCorrected ? .seconds(100 * 365 * 86_400) : longest + .seconds(7 * 86_400))
        guard let last = records.last, maySee(last, query) else { throw Self.noSession }
        return records
    }

    private static let noSession = RequestProblem(
        .notFound, "The history has no session with this identifier. What is older than its time is no longer there.")

    private func facts(of session: SessionRecord) -> [(String, String)] {
        var facts: [(String, String)] = [("Site", session.site)]
        if let dwell = session.dwell { facts.append(("Lasted", Duration.milliseconds(Int64(dwell * 1000)).inWords)) }
        if let length = session.length { facts.append(("Section", "\(length) m")) }
        if let speed = session.speed { facts.append(("Mean speed", JSONLine.number(speed, digits: 1) + " km/h")) }
        if let longest = session.longestStay {
            facts.append(("Longest stay", Duration.seconds(longest).inWords + (session.isOverstay ? ": exceeded" : "")))
        }
        if let settles = session.settles { facts.append(("Settles", zone.text(settles))) }
        facts.append(("Identifier", session.session))
        return facts
    }

    /// How many ends are offered to be joined with one.
    private static let offers = 30

    // MARK: - The forms

    private func corrections(of session: SessionRecord, _ query: Query) async throws -> Pages.Values {
        let isOver = session.state == .withdrawn
        let isWhole = session.entry != nil && session.exit != nil
        var values: Pages.Values = [
            "path": "/sessions/\(session.session.percentEncoded)/correction", "revision": "\(session.revision)",
            "reason": query.fields["reason"] ?? "", "mayVoid": !isOver, "mayPart": isWhole && !isOver,
            "mayLeave": session.exit == nil && !isOver, "mayJoin": false,
        ]
        guard !isOver, !isWhole else { return values }
        let others = try await others(for: session, query)
        if others.isEmpty { return values }
        values["mayJoin"] = true
        values["ask"] = session.exit == nil ? "Its exit was" : "Its entry was"
        values["others"] = others.map { other -> Pages.Values in
            let pass = other.exit ?? other.entry
            let time = pass.map { zone.text($0.time) } ?? ""
            return ["value": other.session, "text": "\(other.plate) · \(time) · \(pass?.camera ?? "")"]
        }
        return values
    }

    /// Returns the sessions whose one end may be the missing one of this, the likest texts first.
    private func others(for session: SessionRecord, _ query: Query) async throws -> [SessionRecord] {
        guard let site = sites(query).first(where: { $0.name == session.site }) else { return [] }
        let longest = site.forgottenAfter.milliseconds
        let (from, until) =
            session.entry.map { ($0.time, WallTime(milliseconds: $0.time.milliseconds + longest)) }
            ?? session.exit.map { (WallTime(milliseconds: $0.time.milliseconds - longest), $0.time) } ?? (
                query.now, query.now
            )
        return try await history.sessions(sites: [site.name], from: from).filter { other in
            guard let time = (session.entry == nil ? other.entry : other.exit)?.time, maySee(other, query) else {
                return false
            }
            let isLoose = session.entry == nil ? other.exit == nil && other.entry != nil : other.state == .entryMissed
            return isLoose && from < time && time < until
        }
        .map { (distance: $0.plate.editDistance(to: session.plate), session: $0) }
        .sorted { ($0.distance, $1.session.time) < ($1.distance, $0.session.time) }
        .prefix(Self.offers).map(\.session)
    }

    // MARK: - What is sent

    @Sendable private func correctSession(_ query: Query) async throws -> Response {
        let records = try await revisions(query)
        guard let session = records.last, let sessions else { throw Self.noSession }
        func refused(_ problem: String, _ status: HTTPResponse.Status = .unprocessableContent) async throws -> Response
        {
            try await sessionPage(records, query, problem: problem, typed: query.fields["at"], status)
        }
        try lookups.demandReason(query)
        guard query.fields["revision"].flatMap({ Int($0) }) == session.revision else {
            return try await refused(Self.changed, .conflict)
        }
        var first = session
        let correction: SessionCorrection
        switch query.fields["what"] {
        case "left":
            do {
                let time = try TimeExpression(query.fields["at"] ?? "now", now: query.now, zone: zone)
                correction = .left(at: Self.left(time, entry: session.entry?.time, now: query.now))
            } catch {
                return try await refused("When it left is \"\(query.fields["at"] ?? "")\": \(error.reason).")
            }
        case "void": correction = .void
        case "apart":
            guard let exit = session.exit else { return try await refused("It has no exit.") }
            let name = SessionRecord.session(of: exit, site: session.site)
            correction = .apart(exit: try await history.session(name, within: .seconds(100 * 365 * 86_400)).last)
        case "together":
            let other = try await others(for: session, query).first { $0.session == query.fields["other"] }
            guard let other else {
                return try await refused("The other one is no longer there to be joined: look at it again.", .conflict)
            }
            // The session of who came in goes on.
            first = session.entry == nil ? other : session
            correction = .together(session.entry == nil ? session : other)
        default:
            return try await refused("A correction is one of left, void, apart and together.")
        }
        try lookups.record("correct session", [session.session, query.fields["what"] ?? ""], query)
        let told: [SessionRecord]
        do {
            told = try await sessions.keeping.correct(first, correction, by: query.name)
        } catch CorrectionRefusal.changed {
            return try await refused(Self.changed, .conflict)
        } catch CorrectionRefusal.impossible(let reason) {
            return try await refused(reason)
        }
        talk.notice("\(query.name) corrects the session \(session.session)")
        try await sessions.wait(for: told)
        var fields = Fields()
        fields.set("reason", query.fields["reason"])
        fields.set("done", "1")
        return .seeOther(SessionView.path(first.session) + "?" + fields.text + "#corrections")
    }

    /// Returns when somebody says that it left: of two moments at which clocks show the same, the second where it came in after the first.
    static func left(_ time: TimeExpression, entry: WallTime?, now: WallTime) -> WallTime {
        // A day is no moment.
        let isMoment = time.latest.milliseconds - time.earliest.milliseconds < 12 * 3_600_000
        guard isMoment, let entry, time.earliest <= entry, time.latest <= now else { return time.earliest }
        return time.latest
    }

    private static let changed =
        "Something else was said of this session since you looked at it. This page shows it as it is now: look at it again."

    // MARK: - What is new

    @Sendable private func newSessions(_ query: Query) async throws -> Response {
        let question = try question(query)
        guard question.isLive else {
            throw RequestProblem(.unprocessableContent, "New sessions come where neither to nor page is asked for.")
        }
        try lookups.demandReason(query)
        try lookups.record("watch sessions", question.words, query)
        return try await stream.follow(query) { records in
            var messages: [String] = []
            for record in records {
                guard let session = record.session, maySee(session, query) else { continue }
                var values = view(session, try await events(of: [session]), query).values
                // A session that is no longer asked for disappears from the page.
                values["isGone"] = !question.takes(session)
                messages.append(pages.text("session-row", values))
            }
            return messages
        }
    }

    // MARK: - For programs and spreadsheets

    @Sendable private func apiSessions(_ query: Query) async throws -> Response {
        let question = try question(query)
        try lookups.demandReason(query)
        try lookups.record("sessions", question.words, query)
        let found = try await found(question, query)
        let shown = found.dropFirst((question.page - 1) * question.limit).prefix(question.limit)
        var object = JSONObject()
        object.add("schema", "plated.sessions/1")
        object.add("from", question.from, in: zone)
        object.add("to", question.until, in: zone)
        object.add("sites", json: Self.json(await standing(query)))
        object.add("count", found.count)
        // These are lines of the log, as they stand there.
        object.add(
            "sessions", json: JSONObject.list(shown.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }))
        return .json(object)
    }

    @Sendable private func apiOccupancy(_ query: Query) async throws -> Response {
        var object = JSONObject()
        object.add("schema", "plated.occupancy/1")
        object.add("sites", json: Self.json(await standing(query)))
        return .json(object)
    }

    private static func json(_ sites: [SiteStanding]) -> String {
        JSONObject.list(
            sites.map { standing in
                var object = JSONObject()
                object.add("site", standing.site.name)
                object.add("occupancy", standing.occupancy)
                object.add("capacity", json: standing.site.capacity.map { "\($0)" } ?? "null")
                object.add("overstays", standing.overstays)
                return object.text
            })
    }

    @Sendable private func exportSessionTable(_ query: Query) async throws -> Response {
        let table = SessionTable(zone: zone)
        let rows = try await exported(query, "csv").map { CSVRow.text(table.cells($0)) }
        return export(CSVRow.text(SessionTable.headings) + rows.joined(), "text/csv; charset=utf-8", "csv", query)
    }

    @Sendable private func exportSessionLines(_ query: Query) async throws -> Response {
        let lines = try await exported(query, "ndjson").map { String(decoding: $0.line, as: UTF8.self) }
        return export(lines.joined(), "application/x-ndjson", "ndjson", query)
    }

    private func exported(_ query: Query, _ ending: String) async throws -> [SessionRecord] {
        let question = try question(query)
        try lookups.demandReason(query)
        try lookups.record("export sessions", question.words + ["format=\(ending)"], query)
        return try await found(question, query)
    }

    private func export(_ text: String, _ type: String, _ ending: String, _ query: Query) -> Response {
        var response = Response.bytes(ByteBuffer(string: text), type)
        response.headers[.contentDisposition] =
            "attachment; filename=\"sessions-\(query.now.description.prefix(10)).\(ending)\""
        return response
    }
}

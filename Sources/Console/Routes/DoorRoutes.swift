import Addresses
import Answers
import HTTPTypes
import History
import Hummingbird
import Logging
import Records
import Rules

/// Answers about doors: when they opened and for whom, when they stayed closed and why. It presses their buttons, too. They are for those
/// who see all cameras.
struct DoorRoutes: Sendable {
    let history: any History
    let pages: Pages
    let frame: PageFrame
    let doors: DoorPanel
    let lookups: Lookups
    let zone: LocalZone
    let talk: Logger

    private static let mostShown = 200
    /// How far back the page looks.
    private static let week: Int64 = 7 * 86_400_000
    /// For how long a page says that a door was told to open, in milliseconds. Who loads the page again later has told the door nothing.
    private static let news: Int64 = 10_000

    var routes: [Route] {
        [
            Route(.get, "/doors", .from(.operator)) { try await doorsPage($0) },
            Route(.post, "/doors/*/open", .from(.operator), openDoor),
            Route(.get, "/api/doors", .from(.operator), apiDoors),
        ]
    }

    /// - Parameter trouble: why a door did not open.
    private func doorsPage(
        _ query: Query, trouble: String? = nil, _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var values = try await frame.values("Doors", .doors, query)
        lookups.fill(&values, query)
        if lookups.lacksReason(query) {
            values["needsReason"] = true
            return pages.response("doors", values, status)
        }
        let wanted = query.fields["door"].flatMap { name in doors.doors.first { $0.name == name }?.name }
        if wanted == nil, let name = query.fields["door"] {
            throw RequestProblem(.notFound, "There is no door \(name.prefix(64)).")
        }
        if query.request.method != .post { try lookups.record("doors", wanted.map { [$0] } ?? [], query) }
        let from = WallTime(milliseconds: query.now.milliseconds - Self.week)
        let found = try await history.openings(
            doors: wanted.map { [$0] } ?? [], from: from, limit: Self.mostShown)
        values["isShown"] = true
        values["hasDoors"] = !doors.doors.isEmpty
        // What was typed stays where the door did not open.
        let (refused, note) = (trouble == nil ? nil : query.parts.first, query.fields["note"] ?? "")
        values["doors"] = doors.doors.map { door -> Pages.Values in
            [
                "name": door.name, "lists": door.lists.joined(separator: ", "),
                "cameras": door.cameras.joined(separator: ", "), "hasButton": door.hasButton,
                "path": "/doors/\(door.name.percentEncoded)/open",
                "id": "note-" + door.name,
                "note": door.name == refused ? note : "",
            ]
        }
        values["hasSpans"] = doors.doors.count > 1
        values["spans"] = spans(of: wanted, query)
        values["hasOpenings"] = !found.isEmpty
        values["isMore"] = found.count == Self.mostShown
        values["openings"] = found.map { OpeningView(opening: $0, now: query.now, zone: zone).values }
        values["trouble"] = trouble ?? false
        values["address"] = query.link("/doors")
        let isDone = wanted != nil && Self.isNews(query.fields, at: query.now)
        values["done"] = isDone ? "\(wanted ?? "") has been told to open." : false
        return pages.response("doors", values, status)
    }

    private func spans(of wanted: String?, _ query: Query) -> [Pages.Values] {
        ([nil] + doors.doors.map(\.name)).map { name in
            ["name": name ?? "all", "path": query.link("/doors", ["door": name]), "isHere": name == wanted]
        }
    }

    /// True where the form that leads to the page was sent a moment ago.
    static func isNews(_ fields: Fields, at now: WallTime) -> Bool {
        guard fields["done"] == "opened", let sent = fields["at"].flatMap({ Int64($0) }) else { return false }
        return (0...news).contains(now.milliseconds &- sent)
    }

    /// Opens a door by hand. The record of who does is on disk before the door is asked.
    @Sendable private func openDoor(_ query: Query) async throws -> Response {
        guard let door = doors.doors.first(where: { $0.name == query.parts.first }), door.hasButton else {
            throw RequestProblem(.notFound, "There is no such door with a button.")
        }
        try lookups.demandReason(query)
        let note = query.fields["note"]?.trimmed
        guard note?.count ?? 0 <= 200 else {
            throw RequestProblem(.unprocessableContent, "Say it in 200 characters at most.")
        }
        try lookups.record("door open", [door.name] + (note.map { [$0] } ?? []), query)
        talk.notice("\(query.name) presses the button of \(door.name), from \(query.address)")
        switch await doors.open(door.name, query.name, note) {
        case .opened:
            return .seeOther(
                query.link("/doors", ["done": "opened", "at": "\(WallTime.now.milliseconds)", "door": door.name]))
        case .failed(let reason):
            return try await doorsPage(query, trouble: "\(door.name) did not open: \(reason).", .badGateway)
        case .tooSoon:
            return try await doorsPage(
                query, trouble: "\(door.name) was told to open a moment ago. Look at it, and wait some seconds.",
                .tooManyRequests)
        case .unwritable(let reason):
            talk.error("\(door.name) stays closed: who opens it cannot be written down: \(reason)")
            return try await doorsPage(
                query,
                trouble: "\(door.name) stays closed: who opens it cannot be written down. The hub's journal says why.",
                .serviceUnavailable)
        case .unknown: throw RequestProblem(.notFound, "There is no such door with a button.")
        }
    }

    @Sendable private func apiDoors(_ query: Query) async throws -> Response {
        let period = try Period(query, zone: zone)
        try lookups.demandReason(query)
        try lookups.record("doors", [], query)
        let from = period.start(now: query.now)
        let found = try await history.openings(
            cameras: period.cameras, from: from, until: period.until ?? WallTime(milliseconds: .max), limit: 1000)
        var object = JSONObject()
        object.add("schema", "plated.doors/1")
        object.add("from", from, in: zone)
        object.add("to", period.until, in: zone)
        // These are lines of the log, as they stand there.
        object.add(
            "openings", json: JSONObject.list(found.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }))
        return .json(object)
    }
}

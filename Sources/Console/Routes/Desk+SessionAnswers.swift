import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Records
import Rules

/// What is new of sessions, and the same for programs and spreadsheets.
extension Desk {
    // MARK: - What is new

    @Sendable func newSessions(_ query: Query) async throws -> Response {
        let question = try question(query)
        guard question.isLive else {
            throw RequestProblem(.unprocessableContent, "New sessions come where neither to nor page is asked for.")
        }
        if lacksReason(query) { throw Self.reasonless }
        try record("watch sessions", question.words, query)
        return try await follow(query) { records in
            var messages: [String] = []
            for record in records {
                guard let session = record.session, maySee(session, query) else { continue }
                var values = view(session, try await events(of: [session]), query).values
                // One that is no longer asked for goes, where it is shown.
                values["isGone"] = !question.takes(session)
                messages.append(pages.text("session-row", values))
            }
            return messages
        }
    }

    // MARK: - For programs and spreadsheets

    @Sendable func apiSessions(_ query: Query) async throws -> Response {
        let question = try question(query)
        if lacksReason(query) { throw Self.reasonless }
        try record("sessions", question.words, query)
        let found = try await found(question, query)
        let shown = found.dropFirst((question.page - 1) * question.limit).prefix(question.limit)
        var object = JSONObject()
        object.add("schema", "plated.sessions/1")
        object.add("from", question.from, in: zone)
        object.add("to", question.until, in: zone)
        object.add("sites", json: Self.json(await standing(query)))
        object.add("count", found.count)
        // Lines of the log, as they stand there.
        object.add(
            "sessions", json: JSONObject.list(shown.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }))
        return .json(object)
    }

    @Sendable func apiOccupancy(_ query: Query) async throws -> Response {
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

    @Sendable func exportSessionTable(_ query: Query) async throws -> Response {
        let table = SessionTable(zone: zone)
        let rows = try await exported(query, "csv").map { CSVRow.text(table.cells($0)) }
        return export(CSVRow.text(SessionTable.headings) + rows.joined(), "text/csv; charset=utf-8", "csv", query)
    }

    @Sendable func exportSessionLines(_ query: Query) async throws -> Response {
        let lines = try await exported(query, "ndjson").map { String(decoding: $0.line, as: UTF8.self) }
        return export(lines.joined(), "application/x-ndjson", "ndjson", query)
    }

    private func exported(_ query: Query, _ ending: String) async throws -> [SessionRecord] {
        let question = try question(query)
        if lacksReason(query) { throw Self.reasonless }
        try record("export sessions", question.words + ["format=\(ending)"], query)
        return try await found(question, query)
    }

    private func export(_ text: String, _ type: String, _ ending: String, _ query: Query) -> Response {
        var response = Response.bytes(ByteBuffer(string: text), type)
        response.headers[.contentDisposition] =
            "attachment; filename=\"sessions-\(query.now.description.prefix(10)).\(ending)\""
        return response
    }
}

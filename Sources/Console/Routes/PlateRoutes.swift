import Addresses
import Answers
import History
import Hummingbird
import Records
import Rules

/// Answers about the list of plates: the page, what is new in it, files, and JSON.
struct PlateRoutes: Sendable {
    let history: any History
    let accounts: AccountFile
    let pages: Pages
    let frame: PageFrame
    let rows: PlateRows
    let stream: RowStream
    let lists: ListDesk
    let lookups: Lookups
    let zone: LocalZone

    var routes: [Route] {
        [
            Route(.get, "/plates", .ofCameras(.operator), plates),
            Route(.get, "/plates/new", .ofCameras(.operator), newPlates),
            Route(.get, "/plates/export.csv", .ofCameras(.operator), exportCSV),
            Route(.get, "/plates/export.ndjson", .ofCameras(.operator), exportLines),
            Route(.get, "/api/plates", .ofCameras(.operator), apiPlates),
        ]
    }

    @Sendable private func plates(_ query: Query) async throws -> Response {
        // This comes before the search, so that nothing is missed between both.
        let present = try await history.present()
        var values = frame.values("Plates", .plates, query, present)
        let cameras = query.cameras(in: present)
        let fields = PlateQuestion.meant(query.fields)
        values["form"] = form(fields, cameras: cameras, query)
        let question: PlateQuestion
        do {
            question = try PlateQuestion(fields, now: query.now, zone: zone)
        } catch {
            // The form stays as it was typed, with what is wrong in it.
            guard let problem = Self.question(error) else { throw error }
            values["problem"] = problem
            return pages.response("plates", values, .unprocessableContent)
        }
        if lookups.lacksReason(query) {
            values[query.fields.all.isEmpty ? "hint" : "problem"] = Lookups.reasonless.detail
            return pages.response("plates", values, query.fields.all.isEmpty ? .ok : .unprocessableContent)
        }
        try lookups.record("search", question.words, query)
        async let blind = blindness(question.search, now: query.now)
        let clock = ContinuousClock()
        let start = clock.now
        let page = try await history.search(question.search, after: question.after, limit: question.limit)
        let took = start.duration(to: clock.now)
        values["answer"] = try await answer(
            page, question, blind: try await blind, newest: present.last, took: took, query)
        values["isNew"] = cameras.isEmpty
        return pages.response("plates", values)
    }

    private func answer(
        _ page: Page, _ question: PlateQuestion, blind: Blindness, newest: Int64, took: Duration, _ query: Query
    ) async throws -> Pages.Values {
        let shown = try await rows.of(page.records, question, now: query.now)
        var values: Pages.Values = [
            "rows": shown.map(\.values), "isEmpty": shown.isEmpty,
            "count": Self.count(shown.count, isFirst: question.after == nil, hasMore: page.next != nil),
            "took": "\(max(1, Int((took / .milliseconds(1)).rounded()))) ms",
            "blind": BlindView(totals: blind.totals).values,
            "csv": question.path("/plates/export.csv"), "lines": question.path("/plates/export.ndjson"),
            "newest": "\(newest)",
        ]
        var fields = Fields()
        for name in ["from", "to", "reason"] { fields.set(name, question.fields[name]) }
        let cameras = question.fields.values("camera")
        if cameras != query.seenCameras { fields.set("camera", values: cameras) }
        values["why"] = fields.all.isEmpty ? "/why?span=week" : "/why?" + fields.text
        if let next = page.next { values["next"] = question.path("/plates", after: next) }
        if question.after != nil { values["first"] = question.path("/plates") }
        if question.isLive {
            var fields = question.fields
            fields.set("after", nil)
            values["live"] = "/plates/new?" + fields.text
        }
        if shown.isEmpty, question.after == nil, let part = question.part {
            values["part"] = ["text": part.text, "path": part.path] as Pages.Values
        }
        values["corrected"] = try await corrected(question.search, query).map { correction -> Pages.Values in
            [
                "path": "/plates/" + correction.id.percentEncoded, "original": correction.original,
                "plate": correction.plate, "time": zone.text(correction.time), "camera": correction.camera,
            ]
        }
        return values
    }

    /// Returns plates that fit the search since somebody corrected them.
    private func corrected(_ search: Search, _ query: Query) async throws -> [Correction] {
        guard let wanted = CorrectionSearch(search) else { return [] }
        var found = try accounts.corrections(limit: 20) { wanted.takes($0) && query.maySee($0.camera) }
        guard wanted.isOfEvents else { return found }
        var events: [StoredRecord] = []
        for id in Set(found.map(\.id)) { events += try await history.records(id: id) }
        let matches = try await search.list == nil ? [:] : history.matches(of: events)
        found.removeAll { correction in
            !events.contains { record in
                guard let event = record.event, event.id == correction.id, event.camera == correction.camera else {
                    return false
                }
                return wanted.takes(event, matches: matches[event.id] ?? [])
            }
        }
        return found
    }

    private static func count(_ count: Int, isFirst: Bool, hasMore: Bool) -> String {
        let words = count == 1 ? "1 plate" : "\(count) plates"
        switch (isFirst, hasMore) {
        case (true, false): return words
        case (true, true): return "The newest \(words)"
        case (false, true): return "\(words), and there are more"
        case (false, false): return "The last \(words)"
        }
    }

    private static func question(_ error: any Error) -> String? {
        switch error {
        case let problem as RequestProblem: problem.detail
        case let failure as HistoryFailure where failure.cause == .question:
            failure.reason + ". " + failure.remedy
        default: nil
        }
    }

    /// Returns what was typed, for the form.
    func form(_ fields: Fields, cameras: [String], _ query: Query) -> Pages.Values {
        // Lists are nobody's who sees some cameras alone, and so are their names.
        let names = query.seenCameras.isEmpty ? lists.current.lists.map(\.name) : []
        let way = fields["match"] ?? Search.Way.alike.rawValue
        let ways: [(Search.Way, String, String)] = [
            (.exact, "exact", "The very text"),
            (.alike, "looks alike", "O and 0, B and 8 count as equal; ? and * may stand in it"),
            (.pattern, "pattern * ?", "? is one character, * any number"),
            (.near, "1 edit", "One character is different, missing or too many"),
            (.candidate, "candidates", "Texts that were read or voted for, and did not become the plate"),
        ]
        var values: Pages.Values = [
            "q": fields["q"] ?? "", "from": fields["from"] ?? "", "to": fields["to"] ?? "",
            "lane": fields["lane"] ?? "",
            "ways": ways.map { ["value": $0.rawValue, "name": $1, "help": $2, "isChosen": $0.rawValue == way] },
            "cameras": CameraChoice(cameras: cameras, chosen: fields.values("camera")).values,
            "lists": Set(names + (fields["list"].map { [$0] } ?? [])).sorted().map {
                ["name": $0, "isChosen": $0 == fields["list"]]
            },
            "directions": PlateDirection.Movement.allCases.map {
                ["name": $0.rawValue, "isChosen": $0.rawValue == fields["direction"]]
            },
        ]
        values["reason"] = lookups.field(fields)
        return values
    }

    // MARK: - New plates

    /// Sends new rows as they come (server-sent events), in the same form as in the page. It ends with the session.
    @Sendable private func newPlates(_ query: Query) async throws -> Response {
        let question = try PlateQuestion(query.fields, now: query.now, zone: zone)
        guard question.isLive else {
            throw RequestProblem(.unprocessableContent, "New plates come where neither q, to nor after is asked for.")
        }
        try lookups.demandReason(query)
        try lookups.record("watch", question.words, query)
        return try await stream.follow(query) { records in
            try await rows.new(in: records, question, now: .now).map { pages.text("row", $0.values) }
        }
    }

    // MARK: - As a file

    @Sendable private func exportCSV(_ query: Query) throws -> Response {
        try export(query, .csv, "text/csv; charset=utf-8")
    }

    @Sendable private func exportLines(_ query: Query) throws -> Response {
        try export(query, .ndjson, "application/x-ndjson")
    }

    private func export(_ query: Query, _ format: PlateExport.Format, _ type: String) throws -> Response {
        var fields = query.fields
        fields.set("limit", nil)
        let question = try PlateQuestion(fields, now: query.now, zone: zone)
        try lookups.demandReason(query)
        try lookups.record("export", question.words + ["format=\(format.rawValue)"], query)
        let name = "plates-\(query.now.description.prefix(10)).\(format.rawValue)"
        return Response(
            status: .ok,
            headers: [.contentType: type, .contentDisposition: "attachment; filename=\"\(name)\""],
            body: ResponseBody { writer in
                var export = PlateExport(
                    question.search, after: question.after, in: history, accounts: accounts, zone: zone)
                try await writer.write(ByteBuffer(string: export.head(format)))
                while let plates = try await export.next() {
                    try await writer.write(ByteBuffer(string: plates.map { export.text(of: $0, format) }.joined()))
                }
                try await writer.finish(nil)
            })
    }

    // MARK: - For programs

    @Sendable private func apiPlates(_ query: Query) async throws -> Response {
        let question = try PlateQuestion(query.fields, now: query.now, zone: zone)
        try lookups.demandReason(query)
        try lookups.record("search", question.words, query)
        let page = try await history.search(question.search, after: question.after, limit: question.limit)
        var object = JSONObject()
        object.add("schema", "plated.search/1")
        object.add("from", question.search.from, in: zone)
        object.add("to", question.search.until, in: zone)
        // These are lines of the log, as they stand there.
        object.add("events", json: JSONObject.list(page.records.map { String(decoding: $0.told, as: UTF8.self) }))
        object.add(
            "corrections",
            json: JSONObject.list(
                try accounts.corrections(of: page.records).values.sorted { $0.id < $1.id }.map { $0.json(zone) }))
        object.add("matches", json: try await history.matchLines(of: page.records, for: query))
        object.add("next", page.next?.description)
        object.add("blind", json: try await blindness(question.search, now: query.now).json)
        return .json(object)
    }

    private func blindness(_ search: Search, now: WallTime) async throws -> Blindness {
        try await history.blindness(cameras: search.cameras, from: search.from, until: search.until, now: now)
    }
}

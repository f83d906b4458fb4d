import Addresses
import Answers
import History
import Hummingbird
import Records
import Rules

/// The list of plates, and what is new in it.
extension Desk {
    @Sendable func plates(_ query: Query) async throws -> Response {
        // Before the search, so that nothing is missed between both.
        let present = try await history.present()
        var values = frame("Plates", .plates, query, present)
        let cameras = cameras(query, present)
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
        if lacksReason(query) {
            values[query.fields.all.isEmpty ? "hint" : "problem"] = Self.reasonless.detail
            return pages.response("plates", values, query.fields.all.isEmpty ? .ok : .unprocessableContent)
        }
        try record("search", question.words, query)
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
        let rows = try await rows(page.records, question, now: query.now)
        var values: Pages.Values = [
            "rows": rows.map(\.values), "isEmpty": rows.isEmpty,
            "count": Self.count(rows.count, isFirst: question.after == nil, hasMore: page.next != nil),
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
        if rows.isEmpty, question.after == nil, let part = question.part {
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

    /// Plates that are what is looked for since somebody corrected them.
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

    func rows(_ records: [StoredRecord], _ question: PlateQuestion, now: WallTime) async throws -> [RowView] {
        let corrections = try accounts.corrections(of: records)
        let matches = try await history.matches(of: records)
        let wanted = question.search.way == .candidate ? nil : question.search.plain ?? question.search.text
        return records.compactMap { record in
            guard case .plate(let event) = record.record else { return nil }
            return RowView(
                record, correction: corrections[event.camera + " " + event.id], wanted: wanted, zone: zone,
                now: now, matches: matches[event.id] ?? [], isAway: siteOfPictures(event) != nil)
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

    /// What a choice of cameras offers: one that is asked for stands there, too, where nothing is known of it.
    static func choices(_ cameras: [String], chosen: [String]) -> [Pages.Values] {
        (cameras + chosen.filter { !cameras.contains($0) }.map { String($0.prefix(64)) }).map { name in
            ["name": name, "isChosen": chosen.contains(name), "isUnknown": !cameras.contains(name)]
        }
    }

    /// What was typed, for the form.
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
            "cameras": Self.choices(cameras, chosen: fields.values("camera")),
            "lists": Set(names + (fields["list"].map { [$0] } ?? [])).sorted().map {
                ["name": $0, "isChosen": $0 == fields["list"]]
            },
            "directions": PlateDirection.Movement.allCases.map {
                ["name": $0.rawValue, "isChosen": $0.rawValue == fields["direction"]]
            },
        ]
        if let lookups {
            values["reason"] = ["value": fields["reason"] ?? "", "isNeeded": lookups.needsReason]
        }
        return values
    }

    // MARK: - New plates

    /// How long until it is looked for new records again; nobody waits for longer where something came.
    private static let pause = Duration.milliseconds(700)
    /// After so many looks something is said, so that no proxy and no dead browser keeps the connection.
    private static let looks = 20

    /// New rows as they come (server-sent events), in the same form as in the page. Ends with the session.
    @Sendable func newPlates(_ query: Query) async throws -> Response {
        let question = try PlateQuestion(query.fields, now: query.now, zone: zone)
        guard question.isLive else {
            throw RequestProblem(.unprocessableContent, "New plates come where neither q, to nor after is asked for.")
        }
        if lacksReason(query) { throw Self.reasonless }
        try record("watch", question.words, query)
        return try await follow(query) { records in
            try await newRows(in: records, question, now: .now).map { pages.text("row", $0.values) }
        }
    }

    /// What is made of new records, as they come (server-sent events), how far that is, and how many cameras cannot see. A row is told once
    /// more where it comes with others. Ends with the session.
    ///
    /// - Parameter rows: lines of HTML for some new records.
    func follow(
        _ query: Query, rows: @escaping @Sendable ([StoredRecord]) async throws -> [String]
    ) async throws -> Response {
        let begin = NewsPlace(
            after: query.request.headers[.lastEventID] ?? query.fields["since"],
            newest: try await history.present().last)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream"],
            body: ResponseBody { writer in
                var (place, looks, told) = (begin, 0, -1)
                try await writer.write(ByteBuffer(string: place.opening))
                while true {
                    let isBeat = looks % Self.looks == 0
                    if isBeat {
                        guard let session = query.session, try accounts.holds(session, at: .now) else { break }
                        let blind = blindCameras(query, try await history.present())
                        let news = blind == told ? ":\n\n" : "event: blind\ndata: \(blind)\n\n"
                        try await writer.write(ByteBuffer(string: news))
                        told = blind
                    }
                    looks += 1
                    let records = try await history.records(after: place.seq, limit: 100)
                    let rows = try await rows(records)
                    let events = place.events(rows, upTo: records.last?.seq, isBeat: isBeat)
                    if !events.isEmpty { try await writer.write(ByteBuffer(string: events)) }
                    try await Task.sleep(for: Self.pause)
                }
                try await writer.finish(nil)
            })
    }

    /// Rows of plates that are new, and of those that lists have something new of: what they have comes after the plate itself.
    func newRows(
        in records: [StoredRecord], _ question: PlateQuestion, now: WallTime
    ) async throws -> [RowView] {
        let plates = records.filter { question.takes($0) }
        let known = Set(plates.map(\.seq))
        let matched = try await history.events(of: records.compactMap(\.match)).filter {
            !known.contains($0.seq) && question.takes($0)
        }
        let rows = try await rows(matched + plates, question, now: now)
        guard let list = question.search.list else { return rows }
        return rows.filter { $0.matches.contains { $0.list == list } }
    }
}

extension StoredRecord {
    /// Nil of what is no accepted plate.
    var event: PlateEvent? { if case .plate(let event) = record { event } else { nil } }

    /// Nil of what is nothing that a list has of one.
    var match: MatchRecord? { if case .match(let match) = record { match } else { nil } }
}

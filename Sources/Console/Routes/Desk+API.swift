import Addresses
import Answers
import History
import Hummingbird
import Records

/// The same answers for programs; `openapi.json` describes them.
extension Desk {
    @Sendable func apiPlates(_ query: Query) async throws -> Response {
        let question = try PlateQuestion(query.fields, now: query.now, zone: zone)
        if lacksReason(query) { throw Self.reasonless }
        try record("search", question.words, query)
        let page = try await history.search(question.search, after: question.after, limit: question.limit)
        var object = JSONObject()
        object.add("schema", "plated.search/1")
        object.add("from", question.search.from, in: zone)
        object.add("to", question.search.until, in: zone)
        // Lines of the log, as they stand there.
        object.add("events", json: JSONObject.list(page.records.map { String(decoding: $0.told, as: UTF8.self) }))
        object.add(
            "corrections",
            json: JSONObject.list(
                try accounts.corrections(of: page.records).values.sorted { $0.id < $1.id }.map { $0.json(zone) }))
        object.add("matches", json: try await matches(of: page.records, query))
        object.add("next", page.next?.description)
        object.add("blind", json: try await blindness(question.search, now: query.now).json)
        return .json(object)
    }

    @Sendable func apiPlate(_ query: Query) async throws -> Response {
        if lacksReason(query) { throw Self.reasonless }
        let (record, event) = try await stored(query)
        try self.record("show", [event.id], query)
        var object = JSONObject()
        object.add("schema", "plated.show/1")
        object.add("number", Int(record.seq))
        object.add("record", json: String(decoding: record.told, as: UTF8.self))
        object.add(
            "pictures",
            json: JSONObject.list(
                try EventPicture.of(event, in: evidence).map { picture in
                    var object = JSONObject()
                    object.add("kind", picture.kind)
                    object.add("path", "/plates/\(event.id.percentEncoded)/\(picture.kind).jpg")
                    let state = try picture.load().state
                    object.add(
                        "state", state == .missing && sites.site(event.camera) != nil ? "at_site" : state.word)
                    return object.text
                }))
        let corrections = try accounts.corrections(of: [event.id]).filter { $0.camera == event.camera }
        object.add("corrections", json: JSONObject.list(corrections.map { $0.json(zone) }))
        object.add("matches", json: try await matches(of: [record], query))
        return .json(object)
    }

    /// What lists have of events: lines of the log, without what stands on the lists beside the plates, where that is not for whoever asks.
    private func matches(of records: [StoredRecord], _ query: Query) async throws -> String {
        let found = try await history.matches(of: records)
        let mayReadNotes = query.seenCameras.isEmpty
        return JSONObject.list(
            records.compactMap(\.event).flatMap { found[$0.id] ?? [] }.map { match in
                var match = match
                if !mayReadNotes { match.note = nil }
                return String(decoding: match.line.dropLast(), as: UTF8.self)
            })
    }

    @Sendable func apiGaps(_ query: Query) async throws -> Response {
        let period = try Period(query, zone: zone)
        let gaps = try await history.gaps(cameras: period.cameras, from: period.from, until: period.until)
        var object = JSONObject()
        object.add("schema", "plated.gaps/1")
        object.add("from", period.from, in: zone)
        object.add("to", period.until, in: zone)
        object.add(
            "gaps",
            json: JSONObject.list(
                gaps.map { gap in
                    var object = JSONObject()
                    object.add("id", gap.gap.id)
                    object.add("camera", gap.camera)
                    object.add("cause", gap.gap.cause.rawValue)
                    object.add("from", gap.gap.start, in: zone)
                    object.add("to", gap.end, in: zone)
                    object.add(
                        "duration_s",
                        Double((gap.end ?? query.now).milliseconds - gap.gap.start.milliseconds) / 1000, digits: 1)
                    return object.text
                }))
        object.add("blind", json: period.blindness(gaps, now: query.now).json)
        return .json(object)
    }

    @Sendable func apiHealth(_ query: Query) async throws -> Response {
        let period = try Period(query, zone: zone)
        let until = period.until ?? query.now
        let from = period.start(now: query.now)
        let records = try await history.health(cameras: period.cameras, from: from, until: until)
        var object = JSONObject()
        object.add("schema", "plated.health-of-cameras/1")
        object.add("from", from, in: zone)
        object.add("to", until, in: zone)
        let present = try await history.present()
        let asked = Set(period.cameras)
        object.add(
            "cameras",
            json: JSONObject.list(
                present.cameras.filter { query.maySee($0) && (asked.isEmpty || asked.contains($0)) }.map { camera in
                    var object = JSONObject()
                    object.add("camera", camera)
                    present.standing(of: camera).fill(&object, zone)
                    return object.text
                }))
        // As they stand in the log.
        object.add(
            "records", json: JSONObject.list(records.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }))
        return .json(object)
    }

    @Sendable func apiStats(_ query: Query) async throws -> Response {
        var period = try Period(query, zone: zone)
        period.from = period.start(now: query.now)
        let counts = try await history.counts(
            cameras: period.cameras, from: period.from, until: period.until,
            partedAt: { [zone] in zone.midnight(inHourAt: $0) }
        ).filter { Self.mayCount($0.what, role: query.role, seesAll: query.seenCameras.isEmpty) }
        let gaps = try await history.gaps(cameras: period.cameras, from: period.from, until: period.until)
        var object = JSONObject()
        object.add("schema", "plated.stats/1")
        object.add("from", period.from, in: zone)
        object.add("to", period.until, in: zone)
        object.add(
            "counts",
            json: JSONObject.list(
                counts.map { count in
                    var object = JSONObject()
                    object.add("from", count.hour, in: zone)
                    object.add("camera", count.camera)
                    object.add("what", count.what)
                    object.add("count", count.count)
                    return object.text
                }))
        object.add("blind", json: period.blindness(gaps, now: query.now).json)
        return .json(object)
    }

    /// Whether somebody may know how much there was of a kind: as the pages have it that show the things themselves.
    ///
    /// A session is filed under one camera at the moment when another one read a plate, and a count does not name the site: so it is for those
    /// who see all cameras, and never tells of what others saw.
    static func mayCount(_ what: String, role: Role, seesAll: Bool) -> Bool {
        switch what.prefix(while: { $0 != " " }) {
        case "session": seesAll
        case "opening": seesAll && role >= .operator
        // Which lists there are is for those who see all cameras, and what they have of a plate for whoever sees that.
        case "match": seesAll || role >= .operator
        default: true
        }
    }
}

extension Correction {
    fileprivate func json(_ zone: LocalZone) -> String {
        var object = JSONObject()
        object.add("id", id)
        object.add("camera", camera)
        object.add("original", original)
        object.add("plate", plate)
        object.add("who", who)
        object.add("ts", made, in: zone)
        return object.text
    }
}

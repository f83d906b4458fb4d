import Addresses
import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Logging
import Records
import Rules

/// One accepted plate: its page, its pictures, and what it really was.
extension Desk {
    /// How long before and after other sightings are shown, and how many.
    private static let around: Int64 = 86_400_000
    private static let sightings = 8

    @Sendable func plate(_ query: Query) async throws -> Response {
        let stored = try await stored(query)
        return try await page(stored, query)
    }

    private func page(
        _ stored: (record: StoredRecord, event: PlateEvent), _ query: Query, problem: String? = nil,
        typed: String? = nil
    ) async throws -> Response {
        let event = stored.event
        // Not the plate itself yet: whoever gives no reason reads the title, too.
        var values = try await frame("Plate", .plates, query)
        values["isReasonAsked"] = lookups != nil
        if lacksReason(query) {
            values["needsReason"] = true
            return pages.response("event", values)
        }
        try record("show", [event.id], query)
        values["title"] = event.plate
        let corrections = try accounts.corrections(of: [event.id]).filter { $0.camera == event.camera }
        let view = EventView(event: event, corrections: corrections, zone: zone)
        values["event"] = view.values
        let site = sites.site(event.camera)
        let isOffered = if let site { await sites.isOffered(site) } else { false }
        values["pictures"] = EventPicture.of(event, in: evidence).map { picture -> Pages.Values in
            let state = state(of: picture)
            var values = view.picture(picture, state: state)
            if let site, state == .missing { values.merge(EventView.away(at: site, isOffered: isOffered)) { $1 } }
            if let reason = query.fields["reason"] {
                var fields = Fields()
                fields.set("reason", reason)
                values["query"] = "?" + fields.text
            }
            return values
        }
        values["matches"] = (try await history.matches(of: [stored.record])[event.id] ?? []).map {
            MatchView(match: $0, mayReadNotes: query.seenCameras.isEmpty).values
        }
        values["hasLists"] = !lists.current.lists.isEmpty
        let text = corrections.last?.plate ?? event.plate
        let puts = puts(text, query)
        values["puts"] = puts
        values["hasPuts"] = !puts.isEmpty
        values["before"] = try await sightings(of: text, around: event, query, before: true)
        values["after"] = try await sightings(of: text, around: event, query, before: false)
        if let site = try await siteChain(stored.record.camera) {
            values["chain"] = site.values
        } else {
            values["chain"] = try await chain(of: stored).values
        }
        values["typed"] = typed ?? corrections.last?.plate ?? event.plate
        if let problem { values["problem"] = problem }
        return pages.response("event", values, problem == nil ? .ok : .unprocessableContent)
    }

    /// The lists that a text may be put on by whoever looks: the ways to their forms, filled in.
    private func puts(_ text: String, _ query: Query) -> [Pages.Values] {
        guard query.role >= .operator, query.seenCameras.isEmpty, query.session?.isToken == false else { return [] }
        var fields = Fields()
        fields.set("plate", text)
        fields.set("reason", query.fields["reason"])
        return lists.current.lists.sorted { $0.name < $1.name }.map { list in
            var value = ListView.kind(list.kind)
            value["name"] = list.name
            value["path"] = ListView.path(list.name) + "?" + fields.text + "#entry"
            return value
        }
    }

    private func state(of picture: EventPicture) -> EventPicture.State {
        do { return try picture.load().state } catch {
            talk.warning("a page cannot show the picture \(picture.path.shown): \(Failure(error))")
            return .unreadable("the disk fails")
        }
    }

    func stored(_ query: Query) async throws -> (record: StoredRecord, event: PlateEvent) {
        for record in try await history.records(id: query.parts.first ?? "") {
            // Of another's camera it is told as of what is not there.
            if case .plate(let event) = record.record, query.maySee(event.camera) { return (record, event) }
        }
        throw RequestProblem(
            .notFound, "The history has no plate with this identifier. What is older than its time is no longer there.")
    }

    /// A text, as read or corrected, within a day, on all cameras.
    private func sightings(
        of text: String, around event: PlateEvent, _ query: Query, before: Bool
    ) async throws -> [Pages.Values] {
        let moment = event.time.milliseconds
        let search: Search
        do throws(HistoryFailure) {
            search = try Search(
                way: .exact, text: text, cameras: query.seenCameras,
                from: WallTime(milliseconds: before ? moment - Self.around : moment),
                until: WallTime(milliseconds: before ? moment + 1 : moment + Self.around))
        } catch {
            // A text that cannot be looked for has no other sightings.
            return []
        }
        let records = try await history.search(search, after: nil, limit: before ? Self.sightings + 1 : 200).records
            .filter { if case .plate(let other) = $0.record { other.id != event.id } else { false } }
        // The newest come first: of the later ones those that came next.
        let shown = before ? Array(records.prefix(Self.sightings)) : records.suffix(Self.sightings).reversed()
        return shown.compactMap { record in
            guard case .plate(let other) = record.record else { return nil }
            let apart = Duration.milliseconds(abs(other.time.milliseconds - moment))
            return [
                "path": "/plates/" + other.id.percentEncoded, "camera": other.camera, "time": zone.text(other.time),
                "apart": apart.inWords + (before ? " before" : " after"),
                "direction": other.direction?.movement.rawValue ?? "",
            ]
        }
    }

    /// What the camera's log says of the line: that of its name, or where none is called so, whichever has it.
    private func chain(of stored: (record: StoredRecord, event: PlateEvent)) async throws -> ChainView {
        let name = "/\(stored.event.camera).ndjson"
        let logs = try await history.logs().map(\.path)
        var place: ChainPlace?
        var isShortened = false
        let own = logs.filter { $0.hasSuffix(name) }
        let most = ChainPlace.most / max(1, own.isEmpty ? logs.count : 1)
        let event = stored.event
        for log in own.isEmpty ? logs : own {
            do throws(LogFailure) {
                place = try ChainPlace.of(stored.record.line, id: event.id, time: event.time, inLog: log, most: most)
                // What the history has may be without plates that were forgotten; the log has all of this one's line.
                if place?.state == .changed || place?.state == .untold,
                    let line = try event.original(inLog: log, most: most)
                {
                    place = try ChainPlace.of(line, id: event.id, time: event.time, inLog: log, most: most)
                    isShortened = true
                }
            } catch {
                talk.warning("a page cannot tell what the chain says: \(error)")
            }
            if let place, place.state != .absent { break }
        }
        let verdict = sealKeys.verdict(on: place?.seals ?? [], forgotten: place?.forgotten ?? [])
        return ChainView(place: place, verdict: verdict, zone: zone, isShortened: isShortened)
    }

    // MARK: - Pictures

    /// By the event's identifier and the kind: no path comes from outside.
    func picture(_ kind: String, _ query: Query) async throws -> Response {
        let event = try await stored(query).event
        // A page has asked for the reason already; a picture that is opened by itself is to have one, too.
        if lacksReason(query), query.request.headers[.secFetchDest] != "image" { throw Self.reasonless }
        guard let picture = EventPicture.of(event, in: evidence).first(where: { $0.kind == kind }) else {
            throw RequestProblem(.notFound, "No such picture was kept of this plate.")
        }
        // The crops of a list belong to its search, which is recorded.
        let isInList = kind == "crop" && query.fields["small"] != nil
        if !isInList { try record("picture", [event.id, kind], query) }
        let (state, bytes) = try picture.load()
        if let bytes { return .bytes(ByteBuffer(bytes: bytes), "image/jpeg") }
        if state == .missing, let site = sites.site(event.camera) {
            return .bytes(
                ByteBuffer(bytes: try await distant(picture.file, of: event, at: site, query)), "image/jpeg")
        }
        throw RequestProblem(.notFound, "The picture is \(state.text).")
    }

    /// The site that has an event's pictures; nil where this machine has some of them, and where there are none.
    func siteOfPictures(_ event: PlateEvent) -> String? {
        guard event.evidence?.crop != nil || event.evidence?.scene != nil, let site = sites.site(event.camera),
            !EventPicture.of(event, in: evidence).contains(where: \.isThere)
        else { return nil }
        return site
    }

    /// A picture that lies at a site. No list asks for one: a page of rows would ask for fifty.
    private func distant(
        _ file: PlateEvidence.File, of event: PlateEvent, at site: String, _ query: Query
    ) async throws -> [UInt8] {
        guard query.fields["small"] == nil else {
            throw RequestProblem(.notFound, "The picture is at the site \(site).")
        }
        switch await sites.picture(file, event.id, site) {
        case .picture(let bytes): return bytes
        case .none(let reason, let mayPass):
            throw mayPass
                ? RequestProblem(.serviceUnavailable, reason, retryAfter: 10) : RequestProblem(.notFound, reason)
        }
    }

    // MARK: - Corrections

    @Sendable func correct(_ query: Query) async throws -> Response {
        let stored = try await stored(query)
        guard let typed = query.fields["plate"], let plate = Correction.text(typed, for: stored.event.plate) else {
            return try await page(
                stored, query, problem: "A plate is 1 to 16 letters and digits.", typed: query.fields["plate"])
        }
        if lacksReason(query) {
            return try await page(stored, query, problem: Self.reasonless.detail, typed: typed)
        }
        try record("correct", [stored.event.id, plate], query)
        try accounts.correct(stored.event, to: plate, by: query.name, at: query.now)
        await pass(plate, of: stored.event, query)
        var fields = Fields()
        fields.set("reason", query.fields["reason"])
        return .seeOther(
            "/plates/" + stored.event.id.percentEncoded + (fields.all.isEmpty ? "" : "?" + fields.text) + "#correction"
        )
    }
}

import Addresses
import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Logging
import Records
import Rules

/// Answers about one accepted plate: its page, its pictures, and corrections.
struct EventRoutes: Sendable {
    let history: any History
    let accounts: AccountFile
    let pages: Pages
    let frame: PageFrame
    let pictures: PlatePictures
    let chain: EventChain
    let lists: ListDesk
    /// Takes on corrected texts; nil where no site is configured.
    let sessions: SessionDesk?
    let lookups: Lookups
    let zone: LocalZone
    let talk: Logger

    var routes: [Route] {
        [
            Route(.get, "/plates/*", .ofCameras(.operator), plate),
            Route(.post, "/plates/*/correction", .ofCameras(.operator), correct),
            Route(.get, "/plates/*/crop.jpg", .ofCameras(.operator)) { try await picture("crop", $0) },
            Route(.get, "/plates/*/scene.jpg", .ofCameras(.operator)) { try await picture("scene", $0) },
            Route(.get, "/api/plates/*", .ofCameras(.operator), apiPlate),
        ]
    }

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
        // The title is not the plate yet: whoever gives no reason reads it, too.
        var values = try await frame.values("Plate", .plates, query)
        values["isReasonAsked"] = lookups.areRecorded
        if lookups.lacksReason(query) {
            values["needsReason"] = true
            return pages.response("event", values)
        }
        try lookups.record("show", [event.id], query)
        values["title"] = event.plate
        let corrections = try accounts.corrections(of: [event.id]).filter { $0.camera == event.camera }
        let view = EventView(event: event, corrections: corrections, zone: zone)
        values["event"] = view.values
        let site = pictures.sites.site(event.camera)
        let isOffered = if let site { await pictures.sites.isOffered(site) } else { false }
        values["pictures"] = EventPicture.of(event, in: pictures.evidence).map { picture -> Pages.Values in
            let state = state(of: picture)
            var values = view.picture(picture, state: state)
            if let site, state == .missing { values.merge(EventView.away(at: site, isOffered: isOffered)) { $1 } }
            values["query"] = query.link("")
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
        values["chain"] = try await chain.values(of: stored.record, event)
        values["typed"] = typed ?? corrections.last?.plate ?? event.plate
        if let problem { values["problem"] = problem }
        return pages.response("event", values, problem == nil ? .ok : .unprocessableContent)
    }

    /// Returns the lists that whoever looks may put a text on, with the ways to their forms, filled in.
    private func puts(_ text: String, _ query: Query) -> [Pages.Values] {
        guard query.role >= .operator, query.seenCameras.isEmpty, query.session?.isToken == false else { return [] }
        return lists.current.lists.sorted { $0.name < $1.name }.map { list in
            var value = ListView.kind(list.kind)
            value["name"] = list.name
            value["path"] = query.link(ListView.path(list.name), ["plate": text]) + "#entry"
            return value
        }
    }

    private func state(of picture: EventPicture) -> EventPicture.State {
        do { return try picture.load().state } catch {
            talk.warning("a page cannot show the picture \(picture.path.shown): \(Failure(error))")
            return .unreadable("the disk fails")
        }
    }

    private func stored(_ query: Query) async throws -> (record: StoredRecord, event: PlateEvent) {
        for record in try await history.records(id: query.parts.first ?? "") {
            // A plate of another's camera counts as not there.
            if case .plate(let event) = record.record, query.maySee(event.camera) { return (record, event) }
        }
        throw RequestProblem(
            .notFound, "The history has no plate with this identifier. What is older than its time is no longer there.")
    }

    /// Returns where else a text was seen within a day, as read or corrected, on all cameras.
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
        // The newest come first. Of the later ones those are shown that came next.
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

    // MARK: - Pictures

    /// Returns a picture by the event's identifier and the kind: no path comes from outside.
    private func picture(_ kind: String, _ query: Query) async throws -> Response {
        let event = try await stored(query).event
        try lookups.demandReasonOfPicture(query)
        guard let picture = EventPicture.of(event, in: pictures.evidence).first(where: { $0.kind == kind }) else {
            throw RequestProblem(.notFound, "No such picture was kept of this plate.")
        }
        // The crops of a list belong to its search, which is recorded.
        let isInList = kind == "crop" && query.fields["small"] != nil
        if !isInList { try lookups.record("picture", [event.id, kind], query) }
        let (state, bytes) = try picture.load()
        if let bytes { return .bytes(ByteBuffer(bytes: bytes), "image/jpeg") }
        if state == .missing, let site = pictures.sites.site(event.camera) {
            return .bytes(
                ByteBuffer(bytes: try await distant(picture.file, of: event, at: site, query)), "image/jpeg")
        }
        throw RequestProblem(.notFound, "The picture is \(state.text).")
    }

    /// Returns a picture that lies at a site. Lists get none: a page of rows would ask for fifty.
    private func distant(
        _ file: PlateEvidence.File, of event: PlateEvent, at site: String, _ query: Query
    ) async throws -> [UInt8] {
        guard query.fields["small"] == nil else {
            throw RequestProblem(.notFound, "The picture is at the site \(site).")
        }
        switch await pictures.sites.picture(file, event.id, site) {
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
        if lookups.lacksReason(query) {
            return try await page(stored, query, problem: Lookups.reasonless.detail, typed: typed)
        }
        try lookups.record("correct", [stored.event.id, plate], query)
        try accounts.correct(stored.event, to: plate, by: query.name, at: query.now)
        await sessions?.pass(plate, of: stored.event, by: query.name)
        return .seeOther(query.link("/plates/" + stored.event.id.percentEncoded) + "#correction")
    }

    // MARK: - For programs

    @Sendable private func apiPlate(_ query: Query) async throws -> Response {
        try lookups.demandReason(query)
        let (record, event) = try await stored(query)
        try lookups.record("show", [event.id], query)
        var object = JSONObject()
        object.add("schema", "plated.show/1")
        object.add("number", Int(record.seq))
        object.add("record", json: String(decoding: record.told, as: UTF8.self))
        object.add(
            "pictures",
            json: JSONObject.list(
                try EventPicture.of(event, in: pictures.evidence).map { picture in
                    var object = JSONObject()
                    object.add("kind", picture.kind)
                    object.add("path", "/plates/\(event.id.percentEncoded)/\(picture.kind).jpg")
                    let state = try picture.load().state
                    object.add(
                        "state", state == .missing && pictures.sites.site(event.camera) != nil ? "at_site" : state.word)
                    return object.text
                }))
        let corrections = try accounts.corrections(of: [event.id]).filter { $0.camera == event.camera }
        object.add("corrections", json: JSONObject.list(corrections.map { $0.json(zone) }))
        object.add("matches", json: try await history.matchLines(of: [record], for: query))
        return .json(object)
    }
}

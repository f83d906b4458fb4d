import Answers
import HTTPTypes
import History
import Hummingbird
import Records

/// How often a camera's plates are right: plates that chance draws, one after the other, for somebody to say so.
extension Desk {
    var reviewRoutes: [Route] {
        [
            Route(.get, "/review", .ofCameras(.operator), reviewPage),
            Route(.post, "/review", .ofCameras(.operator), judge),
        ]
    }

    @Sendable func reviewPage(_ query: Query) async throws -> Response {
        try await review(query, again: nil)
    }

    /// - Parameter again: the plate of which something was said that says nothing, with what was wrong.
    private func review(
        _ query: Query, again: (event: PlateEvent, problem: String)?
    ) async throws -> Response {
        let present = try await history.present()
        var values = frame("Are they right?", .plates, query, present)
        let cameras = cameras(query, present)
        let chosen = query.fields["camera"] ?? (cameras.count == 1 ? cameras.first : nil)
        values["cameras"] = Self.choices(cameras, chosen: chosen.map { [$0] } ?? [])
        if let lookups { values["reason"] = ["value": query.fields["reason"] ?? "", "isNeeded": lookups.needsReason] }
        guard let chosen, query.maySee(chosen), cameras.contains(chosen), !lacksReason(query) else {
            let isUnknown = chosen.map { !cameras.contains($0) || !query.maySee($0) }
            values["hint"] =
                switch isUnknown {
                case nil: "Choose a camera."
                case true?: "Nothing is known of this camera."
                case false?: Self.reasonless.detail
                }
            return pages.response("review", values)
        }
        let review = try await CameraReview(of: chosen, in: history, accounts, now: query.now)
        values["camera"] = chosen
        values["known"] = ReviewView(review: review).values
        let drawn: PlateEvent?
        if let again { drawn = again.event } else { drawn = try await draw(chosen, engine: review.engine, query) }
        guard let drawn else {
            values["isDone"] = true
            return pages.response("review", values)
        }
        try record("review", [drawn.id], query)
        var fields = Fields()
        fields.set("reason", query.fields["reason"])
        let view = EventView(event: drawn, corrections: [], zone: zone)
        values["drawn"] = [
            "id": drawn.id, "plate": drawn.plate, "time": zone.text(drawn.time), "path": view.path,
            "query": fields.all.isEmpty ? "" : "?" + fields.text,
            "pictures": EventPicture.of(drawn, in: evidence).map { view.picture($0, state: .whole) },
            "typed": query.fields["plate"] ?? "",
        ]
        if let again { values["problem"] = again.problem }
        return pages.response("review", values, again == nil ? .ok : .unprocessableContent)
    }

    /// One that has a probability and a picture, and of which nobody said anything.
    private func draw(_ camera: String, engine: String?, _ query: Query) async throws -> PlateEvent? {
        guard engine != nil else { return nil }
        return try await Draw(camera: camera, history: history) { event in
            guard event.engine == engine, event.probability != nil, !event.plate.hasPrefix(Pseudonyms.mark),
                try !accounts.isJudged(event)
            else { return false }
            let pictures = EventPicture.of(event, in: evidence)
            // Those at a site are asked for when they are shown.
            return !pictures.isEmpty && (sites.site(event.camera) != nil || pictures.contains(where: \.isThere))
        }.event(at: query.now)
    }

    @Sendable private func judge(_ query: Query) async throws -> Response {
        if lacksReason(query) { throw Self.reasonless }
        let id = query.fields["id"] ?? ""
        let found = try await history.records(id: id).compactMap(\.event)
            .first { query.maySee($0.camera) && $0.camera == query.fields["camera"] }
        guard let event = found else {
            throw RequestProblem(
                .notFound,
                "The history has no plate with this identifier. What is older than its time is no longer there.")
        }
        switch query.fields["verdict"] {
        case "right": try await settle(event, as: event.plate, query)
        case "unclear": try accounts.judge(event, isRight: nil, by: query.name, at: query.now)
        case "wrong":
            guard let text = query.fields["plate"].flatMap({ Correction.text($0, for: event.plate) }) else {
                return try await review(query, again: (event, "A plate is 1 to 16 letters and digits."))
            }
            try await settle(event, as: text, query)
        default: throw RequestProblem(.unprocessableContent, "verdict is right, wrong or unclear.")
        }
        var fields = Fields()
        fields.set("camera", event.camera)
        fields.set("reason", query.fields["reason"])
        return .seeOther("/review?" + fields.text)
    }

    /// A text that differs from what was read is a correction, too, as is one that takes an earlier one back.
    private func settle(_ event: PlateEvent, as text: String, _ query: Query) async throws {
        let before = try accounts.corrections(of: [event.id]).last { $0.camera == event.camera }?.plate ?? event.plate
        try record("judge", [event.id, text], query)
        if text != before {
            try accounts.correct(event, to: text, by: query.name, at: query.now)
            await pass(text, of: event, query)
        }
        try accounts.judge(event, isRight: text == event.plate, by: query.name, at: query.now)
    }
}

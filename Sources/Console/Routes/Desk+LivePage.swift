import Addresses
import Answers
import History
import Hummingbird
import Records

/// The page of what the cameras see now, and the latest plates beside it.
extension Desk {
    private static let latest = 12

    @Sendable func livePage(_ query: Query) async throws -> Response {
        let present = try await history.present()
        var values = frame("Live", .live, query, present)
        let (asked, isOfAll) = try shownCameras(query, present)
        let ways = isOfAll ? try CameraPages(asked, query.fields) : nil
        let cameras = ways?.shown ?? asked
        let isAll = isOfAll && cameras.count == asked.count
        values["isReasonAsked"] = lookups != nil
        values["cameraList"] = query.fields["cameras"] ?? ""
        if lacksReason(query) {
            values["needsReason"] = true
            return pages.response("live", values)
        }
        try record("live", cameras, query)
        async let newestPlates = history.newestPlates(of: cameras)
        let rows = try await latestRows(of: cameras, isAll: isAll, query)
        let newest = try await newestPlates
        values["banner"] = blind(cameras, present, now: query.now)
        values["rows"] = rows.map(\.values)
        values["isEmpty"] = rows.isEmpty
        values["newest"] = "\(present.last)"
        // Without names it would be of all cameras: right where there is none yet, and not where none is called as was asked for.
        let hasStream = !cameras.isEmpty || asked.isEmpty
        values["stream"] = hasStream ? streamPath(cameras, known: isOfAll ? asked.count : nil, query) : ""
        values["isLarge"] = cameras.count == 1
        values["isPart"] = !isOfAll && cameras.count > 1
        values["wall"] = address("/live", [:], query)
        values["hasCameras"] = !asked.isEmpty
        values["isNothing"] = !asked.isEmpty && cameras.isEmpty
        var kept = Fields()
        kept.set("reason", query.fields["reason"])
        values["cameraPages"] = ways?.values("/live", kept)
        values["cameras"] = cameras.map { camera -> Pages.Values in
            let name = camera.percentEncoded
            var values: Pages.Values = [
                "name": camera, "path": address("/live", ["cameras": camera], query),
                "picture": address(
                    "/api/cameras/\(name)/picture.jpg", ["width": cameras.count == 1 ? "1280" : "640"], query),
            ]
            if let last = newest[camera] { values["last"] = GapView.short(last, now: query.now, zone: zone) }
            return values
        }
        return pages.response("live", values)
    }

    /// The cameras that are asked for, and whether these are all there are for whoever asks.
    func shownCameras(_ query: Query, _ present: Present) throws -> (names: [String], isAll: Bool) {
        let known = knownCameras(query, present)
        guard let text = query.fields["cameras"] else { return (known.sorted(), true) }
        let names = text.split(separator: ",").map(String.init)
        let strange = names.isEmpty ? text : names.first { !known.contains($0) }
        guard let strange else { return (names, false) }
        throw RequestProblem(
            .notFound, CameraName.fits(strange) ? "There is no camera \(strange)." : "There is no such camera.")
    }

    /// Those that have logged something, or whose scanners offer a picture, of those that are for whoever asks; without those that were taken
    /// away.
    func knownCameras(_ query: Query, _ present: Present) -> Set<String> {
        Set(cameras(query, present)).union(live.offered.filter(query.maySee))
            .filter { present.standing(of: $0)?.state != .removed }
    }

    private func latestRows(of cameras: [String], isAll: Bool, _ query: Query) async throws -> [RowView] {
        guard let question = try latestQuestion(of: cameras, isAll: isAll, query) else { return [] }
        let records = try await history.search(question.search, after: nil, limit: Self.latest).records
        return try await rows(records, question, now: query.now)
    }

    /// The plates of these cameras, as in the list; nil where they are none, since a question that names none is of all.
    func latestQuestion(of cameras: [String], isAll: Bool, _ query: Query) throws -> PlateQuestion? {
        let isUnbound = isAll && query.seenCameras.isEmpty
        guard isUnbound || !cameras.isEmpty else { return nil }
        let fields = Fields(isUnbound ? [] : cameras.map { Fields.Field(name: "camera", value: $0) })
        return try PlateQuestion(fields, now: query.now, zone: zone)
    }

    /// The cameras among these that cannot see now, and since when.
    func blind(_ cameras: [String], _ present: Present, now: WallTime) -> Pages.Values {
        let shown = Set(cameras)
        return BlindBanner(gaps: present.gaps.filter { shown.contains($0.camera) }, now: now, zone: zone).values
    }

    /// - Parameter known: how many cameras the page shows, on all its parts; nil where some were chosen.
    private func streamPath(_ cameras: [String], known: Int?, _ query: Query) -> String {
        let known = known.map { "\($0)" } ?? ""
        return address("/api/live", ["cameras": cameras.joined(separator: ","), "known": known], query)
    }

    /// With the reason that was given for all of the page.
    func address(_ path: String, _ values: KeyValuePairs<String, String>, _ query: Query) -> String {
        var fields = Fields()
        for (name, value) in values { fields.set(name, value) }
        fields.set("reason", query.fields["reason"])
        return fields.text.isEmpty ? path : path + "?" + fields.text
    }
}

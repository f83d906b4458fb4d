import Answers
import History
import Records

/// What an export says of itself, in about.json.
struct ExportAnswer {
    let plate: String?
    let period: PeriodOptions
    let search: Search
    let blindness: Blindness
    let zone: LocalZone

    func json(events: Int, pictures: [ExportedPicture]) -> String {
        var object = JSONObject()
        object.add("schema", "plated.export/1")
        object.add("made", .now, in: zone)
        object.add("plate", plate)
        object.add("cameras", json: JSONObject.list(search.cameras.map(JSONLine.quoted)))
        object.add("from", period.from?.earliest, in: zone)
        object.add("to", period.to?.latest, in: zone)
        object.add("events", events)
        object.add("pictures", pictures.count { $0.file != nil })
        // Those that are not there as they were written.
        object.add("faulty_pictures", json: JSONObject.list(pictures.filter { $0.state != .whole }.map(\.json)))
        object.add("blind", json: blindness.json)
        object.add("unread_logs", json: blindness.unreadLogsJSON)
        return object.text
    }
}

/// What became of one picture in an export.
struct ExportedPicture {
    let event: String
    let kind: String
    /// In the export; nil where there is none.
    let file: String?
    let sha256: String
    let state: EventPicture.State

    static let headings = ["id", "kind", "file", "sha256", "state"]
    var cells: [String] { [event, kind, file ?? "", sha256, state.word] }

    var json: String {
        var object = JSONObject()
        object.add("id", event)
        object.add("kind", kind)
        object.add("file", file)
        object.add("sha256", sha256)
        object.add("state", state.word)
        return object.text
    }
}

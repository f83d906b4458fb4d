import Answers
import History
import Records

/// All of one record, with its pictures as they are on the disk.
struct ShownRecord {
    private let record: StoredRecord
    private let zone: LocalZone
    private let pictures: [(picture: EventPicture, path: String, state: EventPicture.State)]
    /// That has those that are missing here; nil for none.
    private let site: String?

    init(_ record: StoredRecord, settings: HubConfiguration, zone: LocalZone) throws {
        self.record = record
        self.zone = zone
        guard case .plate(let event) = record.record else {
            pictures = []
            site = nil
            return
        }
        site = settings.site(of: event.camera)
        pictures = try EventPicture.of(event, in: settings.evidenceFolder).map { picture in
            let found = try picture.find()
            let path = found.place.map { "\(picture.folder.path)/\($0)" } ?? picture.path
            return (picture: picture, path: path, state: found.state)
        }
    }

    var json: String {
        var object = JSONObject()
        object.add("schema", "plated.show/1")
        object.add("number", Int(record.seq))
        object.add("record", json: String(decoding: record.told, as: UTF8.self))
        object.add(
            "pictures",
            json: JSONObject.list(
                pictures.map { picture, path, state in
                    var object = JSONObject()
                    object.add("kind", picture.kind)
                    object.add("path", path)
                    object.add("state", state == .missing && site != nil ? "at_site" : state.word)
                    return object.text
                }))
        return object.text
    }

    var text: String {
        var rows = [("time", zone.text(record.time)), ("camera", record.camera)]
        if case .plate(let event) = record.record { rows += Self.rows(event, zone: zone) }
        rows += pictures.map { picture, path, state in
            if state == .missing, let site { return (picture.kind, "\(picture.file.path)  (at the site \(site))") }
            return (picture.kind, "\(path)  (\(state.text))")
        }
        rows += [("number", "\(record.seq)"), ("line", String(decoding: record.line, as: UTF8.self))]
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { $0.0 + String(repeating: " ", count: width + 2 - $0.0.count) + $0.1.shown + "\n" }.joined()
    }

    private static func rows(_ event: PlateEvent, zone: LocalZone) -> [(String, String)] {
        var rows = [("plate", event.plate)]
        if event.plateRaw != event.plate { rows.append(("as read", event.plateRaw)) }
        let candidates = event.candidates.map { "\($0.plate) (\(JSONLine.number($0.confidence, digits: 2)))" }
        rows += [
            ("sure", JSONLine.number(event.confidence, digits: 2)), ("candidates", candidates.joined(separator: ", ")),
            ("seen", "\(zone.text(event.firstSeen)) to \(zone.text(event.lastSeen)), in \(event.framesSeen) pictures"),
        ]
        if let format = event.format {
            rows.append(("format", [event.region, format].compactMap { $0 }.joined(separator: " ")))
        }
        if let lane = event.lane { rows.append(("lane", lane)) }
        if let direction = event.direction {
            let degrees = direction.degrees.map { ", \($0) degrees in the picture" } ?? ""
            rows.append(("direction", direction.movement.rawValue + degrees))
        }
        if let missing = event.evidence?.missing {
            rows.append(("pictures", "not all were written: \(missing.rawValue)"))
        }
        return rows
    }
}

import Addresses
import Answers
import History
import Records

/// An accepted plate as a row of the list.
struct RowView {
    let event: PlateEvent
    let seq: Int64
    let correction: Correction?
    /// What was looked for, where the row's differences to it can be shown.
    let wanted: String?
    let zone: LocalZone
    let now: WallTime
    let matches: [MatchRecord]
    /// Whether its pictures are at a site, which a list asks for none.
    let isAway: Bool

    /// Nil of a record that is no plate.
    init?(
        _ record: StoredRecord, correction: Correction?, wanted: String?, zone: LocalZone, now: WallTime,
        matches: [MatchRecord] = [], isAway: Bool = false
    ) {
        guard case .plate(let event) = record.record else { return nil }
        self.event = event
        seq = record.seq
        self.correction = correction
        self.wanted = wanted
        self.zone = zone
        self.now = now
        self.matches = matches
        self.isAway = isAway
    }

    var values: Pages.Values {
        let (time, today) = (zone.text(event.time), zone.text(now))
        var values: Pages.Values = [
            "seq": "\(seq)", "moment": "\(event.time.milliseconds)", "path": "/plates/" + event.id.percentEncoded,
            "plate": event.plate,
            "characters": Self.characters(event.plate, wanted: wanted), "day": String(time.prefix(10)),
            "isOtherDay": time.prefix(10) != today.prefix(10),
            "clock": String(time.dropFirst(11).prefix(8)),
            "offset": String(time.suffix(6)), "machineTime": zone.rfc3339(event.time), "camera": event.camera,
            "confidence": JSONLine.number(event.confidence, digits: 2), "lane": event.lane ?? "",
            "direction": event.direction?.movement.rawValue ?? "",
            "hasCrop": event.evidence?.crop != nil && !isAway,
        ]
        if let missing = event.evidence?.missing { values["missing"] = Self.words(missing) }
        if isAway { values["missing"] = Self.away }
        if let correction, correction.plate != event.plate {
            values["correction"] = ["plate": correction.plate, "who": correction.who]
        }
        values["matches"] = MatchView.surest(matches).map { MatchView(match: $0, mayReadNotes: false).values }
        return values
    }

    /// In place of a picture that a list does not ask for.
    static let away = "at the site"

    static func words(_ missing: PlateEvidence.Absence) -> String {
        switch missing {
        case .diskFull: "not kept: the disk was full"
        case .unwritable: "not kept: the folder could not be written to"
        case .diskError: "not kept: the disk failed"
        case .noPicture: "no picture"
        default: "not kept: \(missing.rawValue)"
        }
    }

    /// Runs of characters, each with whether it is what was looked for.
    static func characters(_ plate: String, wanted: String?) -> [Pages.Values] {
        // In a text of the length of the rest, no * stands for anything.
        guard let wanted = wanted?.filter({ $0 != "*" }), wanted.count == plate.count, wanted != plate else {
            return [["text": plate, "differs": false]]
        }
        return zip(plate, wanted).map { ["text": String($0), "differs": $0 != $1 && $1 != "?"] }
    }
}

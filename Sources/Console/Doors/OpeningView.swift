import Addresses
import Answers
import Records

/// What became of a door, as a row.
struct OpeningView {
    let opening: OpeningRecord
    let now: WallTime
    let zone: LocalZone

    var values: Pages.Values {
        let (tag, mark) =
            switch opening.state {
            case .opened: ("good", "✓")
            case .failed: ("bad", "◆")
            case .withheld: ("", "✕")
            default: ("blue", "○")
            }
        let time = zone.text(opening.time)
        return [
            "id": opening.opening, "machineTime": zone.rfc3339(opening.time), "time": String(time.dropLast(7)),
            "offset": String(time.suffix(6)), "door": opening.door, "tag": tag, "mark": mark,
            "state": opening.state.rawValue, "word": OpeningTable.word(opening, now: now),
            "why": OpeningTable.why(opening), "plate": opening.plate ?? false,
            "path": opening.event.map { "/plates/" + $0.percentEncoded } ?? false, "list": opening.list ?? "",
            "listPath": opening.list.map { ListView.path($0) } ?? false,
            "camera": opening.user == nil ? opening.camera : "",
        ]
    }
}

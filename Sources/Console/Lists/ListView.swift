import Addresses
import Answers
import Rules

/// A list, and an entry of one, for the pages.
enum ListView {
    static func kind(_ kind: ListKind) -> Pages.Values {
        let (tag, mark, meaning) =
            switch kind {
            case .allow: ("good", "✓", "may come in")
            case .deny: ("bad", "✕", "may not come in")
            case .wanted:
                ("blue", "◆", "somebody wants to know when it comes; a text that is nearly one of these counts, too")
            }
        return ["kind": kind.rawValue, "tag": tag, "mark": mark, "meaning": meaning]
    }

    /// What a list can be for, with what was chosen in the form.
    static func kinds(chosen: String?) -> [Pages.Values] {
        ListKind.allCases.map { kind in
            self.kind(kind).merging(["isChosen": kind.rawValue == chosen]) { $1 }
        }
    }

    static func path(_ name: String) -> String { "/lists/" + name.percentEncoded }

    static func count(_ count: Int) -> String { count == 1 ? "1 plate" : "\(CameraHealth.grouped(count)) plates" }

    static func entry(_ entry: ListEntry, in list: String, isPart: (String) -> String) -> Pages.Values {
        var validity = ""
        switch (entry.from, entry.until) {
        case (let from?, let until?): validity = "\(from) to \(until)"
        case (let from?, nil): validity = "from \(from)"
        case (nil, let until?): validity = "until \(until)"
        case (nil, nil): break
        }
        return [
            "plate": entry.plate, "note": entry.note, "owner": entry.owner, "validity": validity,
            "cameras": entry.cameras.isEmpty ? false : entry.cameras.joined(separator: ", "),
            "hours": entry.hours?.text ?? false,
            "edit": isPart(entry.plate),
            "plates": "/plates?match=\(entry.plate.contains { "?*".contains($0) } ? "pattern" : "exact")&q="
                + entry.plate.percentEncoded,
        ]
    }
}

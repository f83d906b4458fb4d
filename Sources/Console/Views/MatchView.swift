import Records

/// What a list has of a plate, as a badge.
struct MatchView {
    let match: MatchRecord
    /// Whether whoever looks may see what stands on lists beside plates.
    let mayReadNotes: Bool

    var values: Pages.Values {
        let isNearest = match.way == .nearest
        let (tag, mark) =
            switch match.kind {
            case "allow": ("good", "✓")
            case "deny": ("bad", "✕")
            case "wanted": (isNearest ? "warn" : "bad", "◆")
            default: ("", "○")
            }
        return [
            "tag": tag, "mark": mark, "list": match.list, "words": isNearest ? "\(match.word) \(percent)" : match.word,
            "entry": match.entry, "isAnother": match.entry != match.plate, "way": way,
            "note": mayReadNotes ? match.note.flatMap { $0.isEmpty ? nil : $0 } ?? false : false,
        ]
    }

    private var percent: String {
        let percent = (match.chance * 100).rounded()
        return percent >= 1 ? "\(Int(min(percent, 99))) %" : "under 1 %"
    }

    private var way: String {
        switch match.way {
        case .exact: "the very text"
        case .pattern: "fits the pattern \(match.entry)"
        case .nearest: "\(match.entry) may have been meant"
        default: match.way.rawValue
        }
    }

    /// Of each list the surest.
    static func surest(_ matches: [MatchRecord]) -> [MatchRecord] {
        var lists: Set<String> = []
        return matches.filter { lists.insert($0.list).inserted }
    }
}

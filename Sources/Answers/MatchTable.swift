import Records

/// What lists have of plates as rows, for people and for spreadsheets.
public struct MatchTable: Sendable {
    private let zone: LocalZone

    public init(zone: LocalZone) {
        self.zone = zone
    }

    public static let headings = [
        "time", "camera", "plate", "word", "list", "kind", "match", "entry", "chance", "note", "lane", "event", "id",
    ]

    public func cells(_ match: MatchRecord) -> [String] {
        [
            zone.rfc3339(match.time), match.camera, match.plate, match.word, match.list, match.kind,
            match.way.rawValue, match.entry, JSONLine.number(match.chance, digits: 4), match.note ?? "",
            match.lane ?? "", match.event, match.id,
        ]
    }
}

import Records

/// What became of doors, as rows.
public struct OpeningTable: Sendable {
    private let zone: LocalZone

    public init(zone: LocalZone) {
        self.zone = zone
    }

    public static let headings = [
        "time", "door", "state", "reason", "plate", "list", "user", "note", "camera", "event", "until", "id",
    ]

    public func cells(_ opening: OpeningRecord) -> [String] {
        [
            zone.rfc3339(opening.time), opening.door, opening.state.rawValue, opening.reason ?? "", opening.plate ?? "",
            opening.list ?? "", opening.user ?? "", opening.note ?? "", opening.camera, opening.event ?? "",
            zone.rfc3339(opening.until), opening.opening,
        ]
    }

    public func table(_ openings: [OpeningRecord], now: WallTime) -> String {
        var table = TextTable(["time", "door", "plate", "camera", "what", "why", "list"])
        for opening in openings {
            table.add(
                [
                    zone.text(opening.time), opening.door, opening.plate ?? "", opening.camera,
                    Self.word(opening, now: now), Self.why(opening), opening.list ?? "",
                ].map(\.shown))
        }
        return table.text
    }

    /// What became of it, in a word.
    public static func word(_ opening: OpeningRecord, now: WallTime) -> String {
        switch opening.state {
        case .opened: "opened"
        case .failed: "did not open"
        case .withheld: "stayed closed"
        // The hub ended before the door answered.
        case .asked where opening.until < now: "asked: nobody knows whether it opened"
        default: opening.state.rawValue
        }
    }

    /// Why it did not, or by whom it did.
    public static func why(_ opening: OpeningRecord) -> String {
        let button = opening.user.map { user in
            "button: \(user)" + (opening.note.map { " (\($0))" } ?? "")
        }
        return [button, opening.reason].compactMap { $0 }.joined(separator: "; ")
    }
}

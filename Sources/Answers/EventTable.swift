import Records

/// Accepted plates as rows, for people and for spreadsheets.
public struct EventTable: Sendable {
    private let zone: LocalZone

    public init(zone: LocalZone) {
        self.zone = zone
    }

    public func table(_ events: [PlateEvent]) -> String {
        var table = TextTable(["time", "camera", "plate", "sure", "lane", "direction", "pictures", "id"])
        for event in events {
            let pictures = [("crop", event.evidence?.crop), ("scene", event.evidence?.scene)].filter { $0.1 != nil }
                .map(\.0)
            table.add([
                zone.text(event.time), event.camera, event.plate, JSONLine.number(event.confidence, digits: 2),
                event.lane ?? "", event.direction?.movement.rawValue ?? "",
                pictures.isEmpty ? event.evidence?.missing?.rawValue ?? "" : pictures.joined(separator: "+"), event.id,
            ])
        }
        return table.text
    }

    public static let headings = [
        "time", "camera", "plate", "plate_raw", "confidence", "format", "region", "lane", "movement", "degrees",
        "first_seen",
        "last_seen", "reads", "id", "crop", "crop_sha256", "scene", "scene_sha256",
    ]

    public func cells(_ event: PlateEvent) -> [String] {
        let (crop, scene) = (event.evidence?.crop, event.evidence?.scene)
        let degrees = event.direction?.degrees.map { "\($0)" } ?? ""
        return [
            zone.rfc3339(event.time), event.camera, event.plate, event.plateRaw,
            JSONLine.number(event.confidence, digits: 3), event.format ?? "", event.region ?? "", event.lane ?? "",
            event.direction?.movement.rawValue ?? "", degrees, zone.rfc3339(event.firstSeen),
            zone.rfc3339(event.lastSeen),
            "\(event.reads)", event.id, crop?.path ?? "", crop?.sha256 ?? "", scene?.path ?? "", scene?.sha256 ?? "",
        ]
    }

    public func csv(_ events: [PlateEvent]) -> String {
        CSVRow.text(Self.headings) + events.map { CSVRow.text(cells($0)) }.joined()
    }
}

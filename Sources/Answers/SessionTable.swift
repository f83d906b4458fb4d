import Records

/// Sessions as rows, for people and for spreadsheets.
public struct SessionTable: Sendable {
    private let zone: LocalZone

    public init(zone: LocalZone) {
        self.zone = zone
    }

    public static let headings = [
        "time", "site", "plate", "state", "change", "entry", "entry_camera", "entry_plate", "exit", "exit_camera",
        "exit_plate", "match", "dwell_s", "speed_km_h", "overstay", "settles", "occupancy", "session", "revision", "id",
    ]

    public func cells(_ session: SessionRecord) -> [String] {
        let (entry, exit) = (session.entry, session.exit)
        return [
            zone.rfc3339(session.time), session.site, session.plate, session.state.rawValue, session.change.rawValue,
            entry.map { zone.rfc3339($0.time) } ?? "", entry?.camera ?? "", entry?.plate ?? "",
            exit.map { zone.rfc3339($0.time) } ?? "", exit?.camera ?? "", exit?.plate ?? "",
            session.match?.rawValue ?? "", session.dwell.map { JSONLine.number($0, digits: 1) } ?? "",
            session.speed.map { JSONLine.number($0, digits: 1) } ?? "", session.isOverstay ? "yes" : "no",
            session.settles.map(zone.rfc3339) ?? "", "\(session.occupancy)", session.session, "\(session.revision)",
            session.id,
        ]
    }

    public func table(_ sessions: [SessionRecord], now: WallTime) -> String {
        var table = TextTable(["site", "plate", "state", "came in", "left", "for", "km/h", "told by"])
        for session in sessions {
            let end = session.exit?.time ?? session.left ?? (session.state == .open ? now : nil)
            let length = session.entry.flatMap { entry in end.map { $0.milliseconds - entry.time.milliseconds } }
            table.add([
                session.site, session.plate, session.state.rawValue + (session.isOverstay ? ", too long" : ""),
                session.entry.map { zone.text($0.time) } ?? "",
                (session.exit?.time ?? session.left).map(zone.text) ?? "",
                length.map(Self.words) ?? "", session.speed.map { JSONLine.number($0, digits: 1) } ?? "",
                session.match?.rawValue ?? "",
            ])
        }
        return table.text
    }

    private static func words(_ milliseconds: Int64) -> String {
        let minutes = max(0, milliseconds) / 60_000
        if minutes < 1 { return "\(max(0, milliseconds) / 1000) s" }
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}

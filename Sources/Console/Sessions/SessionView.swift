import Addresses
import Answers
import Basics
import Records

/// A session as a row, and on its own page.
struct SessionView {
    let session: SessionRecord
    /// Of its ends, where the history still has them, by camera and identifier.
    let events: [String: PlateEvent]
    let zone: LocalZone
    let now: WallTime
    /// Why whoever looks wants to know, where pictures are to be asked for with it.
    var reason: String?
    /// Ends whose pictures are at a site, which is asked for one on the plate's own page alone.
    var away: Set<String> = []

    static func key(_ pass: SessionPass) -> String { pass.camera + " " + pass.id }

    static func path(_ session: String) -> String { "/sessions/" + session.percentEncoded }

    var values: Pages.Values {
        let (entry, exit) = (session.entry, session.exit)
        let left: Any = session.left.map { zone.text($0) } ?? false
        var values: Pages.Values = [
            "session": session.session, "moment": "\(session.time.milliseconds)",
            "path": Self.path(session.session) + query, "plate": session.plate, "site": session.site,
            "occupancy": "\(session.occupancy)", "state": Self.state(session), "length": length,
            "speed": session.speed.map { JSONLine.number($0, digits: 1) + " km/h" } ?? false,
            "isOverstay": session.isOverstay, "isOpen": session.state == .open,
            "entry": entry.map { end($0, wanted: exit?.plate) } ?? ["isMissing": true],
            "exit": exit.map { end($0, wanted: entry?.plate) } ?? [
                "isMissing": true, "isComing": session.state == .open, "left": left,
            ],
            "differs": entry.flatMap { entry in exit.map { $0.plate != entry.plate } } ?? false,
        ]
        // The page counts on from there.
        if session.state == .open, let entry { values["entered"] = "\(entry.time.milliseconds)" }
        if let match = session.match { values["match"] = Self.match(match) }
        if session.match != nil, let settles = session.settles, settles > now {
            values["settles"] = "\(zone.text(settles).dropFirst(11).prefix(5)) \(zone.text(settles).suffix(6))"
        }
        return values
    }

    private var query: String {
        guard let reason else { return "" }
        var fields = Fields()
        fields.set("reason", reason)
        return "?" + fields.text
    }

    /// For how long it lasted, or lasts by now; empty where an end is missing.
    private var length: String {
        guard let entry = session.entry else { return "" }
        guard let end = session.exit?.time ?? session.left ?? (session.state == .open ? now : nil) else { return "" }
        return Duration.milliseconds(max(0, end.milliseconds - entry.time.milliseconds)).inWords
    }

    private func end(_ pass: SessionPass, wanted: String?) -> Pages.Values {
        let time = zone.text(pass.time)
        let isAway = away.contains(Self.key(pass))
        let evidence = isAway ? nil : events[Self.key(pass)]?.evidence
        var values: Pages.Values = [
            "camera": pass.camera, "plate": pass.plate, "characters": RowView.characters(pass.plate, wanted: wanted),
            "day": String(time.prefix(10)), "clock": String(time.dropFirst(11).prefix(8)),
            "offset": String(time.suffix(6)), "machineTime": zone.rfc3339(pass.time),
            "confidence": JSONLine.number(pass.confidence, digits: 2), "lane": pass.lane ?? false,
            "movement": pass.movement?.rawValue ?? false, "hasCrop": evidence?.crop != nil,
            "hasScene": evidence?.scene != nil, "query": query,
        ]
        // One that the history has no more leads nowhere.
        values["event"] = events[Self.key(pass)] == nil ? false : "/plates/" + pass.id.percentEncoded
        if let missing = evidence?.missing { values["missing"] = RowView.words(missing) }
        if isAway { values["missing"] = RowView.away }
        return values
    }

    /// The state as a badge: mark and words, and never the colour alone.
    static func state(_ session: SessionRecord) -> Pages.Values {
        let (tag, mark, words, help) =
            switch session.state {
            case .open: ("good", "●", "in", "It came in and has not left.")
            case .ended: ("", "○", "left", "It came in and left.")
            case .forgotten: ("warn", "◇", "forgotten", "It came in so long ago that its exit must have been missed.")
            case .exitMissed: ("warn", "◇", "exit missed", "The same plate came in again: its exit was missed.")
            case .entryMissed: ("warn", "◇", "entry missed", "It left, and nobody saw it come in.")
            case .withdrawn:
                ("", "✕", "withdrawn", "There is no such session: its end belongs to another one, or somebody said so.")
            default: ("", "○", session.state.rawValue, "A later version of plated-hub wrote it.")
            }
        return ["tag": tag, "mark": mark, "words": words, "help": help]
    }

    /// How sure it is that both ends are one vehicle's.
    static func match(_ match: SessionMatch) -> Pages.Values {
        let (tag, words, help) =
            switch match {
            case .exact: ("good", "same text", "Both were read the same.")
            case .candidate:
                ("", "same candidate", "A text of the one was voted for in the other: most likely one vehicle.")
            case .alike: ("warn", "alike", "The texts are alike, and nothing else there is more so: have a look.")
            case .byHand: ("good", "by hand", "Somebody said so.")
            default: ("", match.rawValue, "A later version of plated-hub wrote it.")
            }
        return ["tag": tag, "words": words, "help": help]
    }
}

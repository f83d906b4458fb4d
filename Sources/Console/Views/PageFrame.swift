import Answers
import History
import Records

/// Makes what stands around each page: its title, the way to others, who looks at it, which cameras are blind now, and whether nothing is
/// stored.
struct PageFrame: Sendable {
    enum Place: String {
        case live, plates, lists, sessions, doors, why, health, cameras, users
    }

    let history: any History
    let zone: LocalZone

    func values(_ title: String, _ place: Place, _ query: Query) async throws -> Pages.Values {
        values(title, place, query, try await history.present())
    }

    func values(_ title: String, _ place: Place, _ query: Query, _ present: Present) -> Pages.Values {
        var values: Pages.Values = [
            "title": title,
            "clock": String(zone.text(query.now).dropLast(10).dropFirst(11)) + " " + zone.text(query.now).suffix(6),
            "clockNow": "\(query.now.milliseconds)", "clockOffset": "\(zone.offset(query.now))",
        ]
        // A page may stay open while clocks are set. To load it again then would send a form again that it came of.
        if let turn = zone.turn(after: query.now) {
            values["clockTurn"] = ["time": "\(turn.time.milliseconds)", "offset": "\(turn.offset)"] as Pages.Values
        }
        if let session = query.session {
            values.merge(Self.ways(for: session, here: place, blind: query.blindCameras(in: present))) { $1 }
        }
        values["standstill"] = standstill
        return values
    }

    /// Says that nothing is stored, where that is so: what is searched ends there.
    private var standstill: Pages.Values? {
        history.news.standstill.map { standstill in
            let shortage = DiskRoom.shortage(at: history.place).map { "the hub's disk \($0)" }
            return [
                "since": zone.text(standstill.since), "reason": shortage ?? "the history cannot be written",
                "remedy": shortage == nil
                    ? "The hub's journal says why (journalctl -u plated-hub). Cameras' logs keep what is new until then."
                    : "Make room there (df tells how much there is). Cameras' logs keep what is new, and are stored then."
                    ,
            ]
        }
    }

    /// Returns who looks, and the pages that are for them.
    static func ways(for session: Session, here: Place? = nil, blind: Int = 0) -> Pages.Values {
        var places: [Pages.Values] = []
        func add(_ place: Place, _ name: String, from role: Role, badge: Int? = nil) {
            guard session.role >= role else { return }
            var entry: Pages.Values = ["name": name, "path": "/" + place.rawValue, "isHere": place == here]
            // It is there also where there is none: what comes later is told by the pages that say what is new.
            if let badge { entry["badge"] = ["count": "\(badge)", "isNone": badge == 0] as Pages.Values }
            places.append(entry)
        }
        add(.live, "Live", from: .operator)
        add(.plates, "Plates", from: .operator)
        if session.cameras.isEmpty { add(.lists, "Lists", from: .viewer) }
        add(.sessions, "Sessions", from: .viewer)
        if session.cameras.isEmpty { add(.doors, "Doors", from: .operator) }
        add(.why, "Why", from: .operator)
        add(.health, "Health", from: .viewer, badge: blind)
        add(.cameras, "Cameras", from: .admin)
        add(.users, "Users", from: .admin)
        return [
            "user": ["name": session.name, "role": session.role.rawValue], "places": places,
            "maySearch": session.role >= .operator, "maySetUp": session.role >= .admin,
        ]
    }
}

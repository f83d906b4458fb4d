import Answers
import Records

/// What stands around each page: its title, the way to others, who looks at it, and which cameras are blind now.
struct PageFrame {
    enum Place: String {
        case live, plates, lists, sessions, doors, why, health, cameras, users
    }

    let title: String
    let place: Place?
    let query: Query
    let zone: LocalZone
    /// How many cameras cannot see at present.
    let blind: Int

    var values: Pages.Values {
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
            values.merge(Self.ways(for: session, here: place, blind: blind)) { $1 }
        }
        return values
    }

    /// Who looks, and the pages that are for them.
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

import Answers
import History
import Records

/// The time and the cameras that a question without plates is about.
struct Period {
    let cameras: [String]
    var from: WallTime?
    let until: WallTime?

    init(_ query: Query, zone: LocalZone) throws {
        var fields = Fields()
        for name in ["from", "to"] { fields.set(name, query.fields[name]) }
        // The same words as in a search, with the same refusals.
        let search = try PlateQuestion(fields, now: query.now, zone: zone).search
        cameras = query.fields.values("camera")
        from = search.from
        until = search.until
    }

    /// Where it begins; where nobody says, a day before its end, or before now.
    func start(now: WallTime) -> WallTime {
        from ?? WallTime(milliseconds: (until ?? now).milliseconds - 86_400_000)
    }

    func blindness(_ gaps: [StoredGap], now: WallTime) -> Blindness {
        Blindness(gaps, from: from, until: until, now: now)
    }
}

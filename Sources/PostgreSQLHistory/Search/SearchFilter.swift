import History
import Records

/// What an event must be beside its text, in the numbers of the tables.
struct SearchFilter {
    /// Nil for all cameras.
    let cameras: [Int64]?
    /// Nil for all.
    let lane: Int64?
    /// As a place has it; nil for all.
    let movement: Int64?
    /// Milliseconds since 1970; both belong to it.
    let times: ClosedRange<Int64>
    let cursor: PageCursor

    /// Nil where nothing can be found: a camera or a lane that the history does not know, or no time at all.
    init?(_ search: Search, after cursor: PageCursor, of connection: Connection) throws {
        cameras = search.cameras.isEmpty ? nil : try connection.numbers(of: search.cameras)
        if let cameras, cameras.isEmpty { return nil }
        if let name = search.lane {
            guard let number = try connection.number(of: name, in: .lane) else { return nil }
            lane = number
        } else {
            lane = nil
        }
        movement = search.movement.map { Place(lane: nil, movement: $0).code }
        let first = search.from?.milliseconds ?? .min
        guard search.until?.milliseconds != .min else { return nil }
        let last = min(search.until.map { $0.milliseconds - 1 } ?? .max, cursor.time)
        guard first <= last else { return nil }
        times = first...last
        self.cursor = cursor
    }

    /// Whether not every event is of a camera and a place that is meant.
    var isOfSome: Bool { cameras != nil || lane != nil || movement != nil }

    /// The conditions on columns of time in a part.
    ///
    /// - Parameter window: the time that is meant, of that of the filter and of the part.
    func ofTime(in part: Part, _ window: ClosedRange<Int64> = .min ... .max, _ asked: inout Asked) -> String {
        // An index is read from its end on: it is entered at the pair.
        let last = min(times.upperBound, window.upperBound, part.times.upperBound)
        let seq = cursor.time <= last ? cursor.seq : .max
        var sql = "(ts, seq) < (\(asked.put(.integer(min(cursor.time, last)))), \(asked.put(.integer(seq))))"
        let first = max(times.lowerBound, window.lowerBound)
        if first > part.times.lowerBound { sql += " AND ts >= \(asked.put(.integer(first)))" }
        return sql
    }

    /// The conditions on cameras and places, each behind an AND.
    func ofPlace(_ asked: inout Asked) -> String {
        var sql = ""
        if let cameras { sql += " AND camera = ANY(\(asked.put(.integers(cameras))))" }
        if let lane { sql += " AND place >> 3 = \(asked.put(.integer(lane)))" }
        if let movement { sql += " AND place & 7 = \(asked.put(.integer(movement)))" }
        return sql
    }

    func admits(place code: Int64) -> Bool {
        (lane == nil || Place(code: code).lane == lane) && (movement == nil || code & 7 == movement)
    }
}

import History
import Records

/// What an event must be beside its text, in the numbers of the tables.
struct SearchFilter {
    /// Nil for all cameras.
    let cameras: [Int64]?
    /// Of lane and movement; nil for all.
    let places: [Int64]?
    /// Milliseconds since 1970; both belong to it.
    var times: ClosedRange<Int64>
    var cursor: PageCursor

    /// Nil where nothing can be found: a camera or a lane that the history does not know, or no time at all.
    init?(_ search: Search, after cursor: PageCursor, of connection: Connection) throws {
        cameras = search.cameras.isEmpty ? nil : Set(try connection.numbers(of: search.cameras)).sorted()
        if let cameras, cameras.isEmpty { return nil }
        if search.lane != nil || search.movement != nil {
            var lane: Int64?
            if let name = search.lane {
                guard let number = try connection.number(of: name, in: .lane) else { return nil }
                lane = number
            }
            let known = try connection.rows("SELECT DISTINCT place FROM camera_place").integers()
            let places = known.filter { code in
                let place = Place(code: code)
                return (lane == nil || place.lane == lane) && (search.movement.map { place.moves($0) } ?? true)
            }
            if places.isEmpty { return nil }
            self.places = places
        } else {
            places = nil
        }
        let first = search.from?.milliseconds ?? .min
        guard search.until?.milliseconds != .min else { return nil }
        let last = min(search.until.map { $0.milliseconds - 1 } ?? .max, cursor.time)
        guard first <= last else { return nil }
        times = first...last
        self.cursor = cursor
    }

    /// The conditions on columns of this name, from the given number of parameters on, and what these are.
    ///
    /// - Parameter window: the time that is meant, of that of the filter.
    func rule(
        from number: Int, with places: Bool = true, in window: ClosedRange<Int64> = .min ... .max
    ) -> (sql: String, values: [Value]) {
        var sql = "ts >= $\(number) AND ts <= $\(number + 1) AND (ts, seq) < ($\(number + 2), $\(number + 3))"
        // Where an index is read from its end on, it is entered at the pair: that says all that the time says.
        let last = min(times.upperBound, window.upperBound)
        var values: [Value] = [
            .integer(max(times.lowerBound, window.lowerBound)), .integer(last),
            .integer(min(cursor.time, last)), .integer(cursor.time <= last ? cursor.seq : .max),
        ]
        guard places else { return (sql, values) }
        if let cameras {
            sql += " AND camera = ANY($\(number + values.count))"
            values.append(.integers(cameras))
        }
        if let places = self.places {
            sql += " AND place = ANY($\(number + values.count))"
            values.append(.integers(places))
        }
        return (sql, values)
    }
}

/// Some months that are looked into together.
struct TimeWindow {
    /// Milliseconds since 1970; both belong to it.
    let times: ClosedRange<Int64>
    /// How many parts of the tables it has.
    let months: Int
    /// Of them all.
    let events: Int

    /// Windows that have all of a time between them, the newest first: one month, the one before, then twice as many each. What fits is
    /// often found in the first.
    ///
    /// - Parameter isOne: whether all is to be looked into at once.
    static func all(
        of connection: Connection, within times: ClosedRange<Int64>, isOne: Bool
    ) throws -> [TimeWindow] {
        let rows = try connection.rows("SELECT number, events FROM month ORDER BY number DESC")
        let all = (0..<rows.count).map { (number: rows.integer($0, 0), events: Int(rows.integer($0, 1))) }
        // What no month takes is part of the first and of the last.
        let months = all.filter { month in
            month.number != 0 && month.events > 0 && Months.times(of: month.number).overlaps(times)
        }
        if isOne || months.count < 2 {
            return [TimeWindow(times: .min ... .max, months: rows.count, events: all.reduce(0) { $0 + $1.events })]
        }
        var windows: [TimeWindow] = []
        var (end, first, size) = (Int64.max, 0, 1)
        while first < months.count {
            let part = months[first..<min(months.count, first + size)]
            let isLast = first + size >= months.count
            let start = part.last.map { Months.times(of: $0.number).lowerBound } ?? .min
            windows.append(
                TimeWindow(
                    times: (isLast ? .min : start)...end, months: part.count,
                    events: part.reduce(0) { $0 + $1.events }))
            end = start - 1
            size = first == 0 ? 1 : 2 * size
            first += part.count
        }
        return windows
    }
}

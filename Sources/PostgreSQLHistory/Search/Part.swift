import History

/// The parts of the tables that belong to one month, or to no month.
struct Part {
    /// Year * 12 + month - 1; 0 for what no month takes.
    let month: Int64
    /// How many it has.
    let events: Int
    /// Milliseconds since 1970; both belong to it.
    let times: ClosedRange<Int64>

    init(month: Int64, events: Int) {
        self.month = month
        self.events = events
        let range = Months.times(of: month)
        times = month == 0 ? .min ... .max : range.lowerBound...range.upperBound - 1
    }

    /// All that there are.
    static let all = Statement("SELECT number, events FROM month ORDER BY number DESC")

    static func all(in rows: Rows) -> [Part] {
        (0..<rows.count).map { Part(month: rows.integer($0, 0), events: Int(rows.integer($0, 1))) }
    }

    /// Those that have events and may have some of a time: months, the newest first, and what no month takes, which has some of any time.
    static func those(of all: [Part], within times: ClosedRange<Int64>) -> (months: [Part], wrong: Part?) {
        let parts = all.filter { $0.events != 0 && $0.times.overlaps(times) }
        return (parts.filter { $0.month != 0 }, parts.first { $0.month == 0 })
    }

    func table(_ name: String) -> String { Months.part(of: name, month) }
}

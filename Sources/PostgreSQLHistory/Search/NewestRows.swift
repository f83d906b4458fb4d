import History

/// The newest events that were found, up to a number of them, with their rows: number, time, camera and line.
struct NewestRows {
    struct Event {
        let found: Found
        let rows: Rows
        let row: Int
    }

    let limit: Int
    /// Newest first.
    private(set) var all: [Event] = []

    init(limit: Int) { self.limit = limit }

    mutating func add(_ rows: Rows) {
        if rows.count == 0 { return }
        let new = (0..<rows.count).map { row in
            Event(found: Found(time: rows.integer(row, 1), seq: rows.integer(row, 0)), rows: rows, row: row)
        }
        // One event may be found by several texts.
        var kept: [Event] = []
        for event in (all + new).sorted(by: { $0.found > $1.found }) where kept.last?.found != event.found {
            kept.append(event)
            if kept.count == limit { break }
        }
        all = kept
    }

    /// The time of the oldest, once there are enough.
    var oldest: Int64? { all.count == limit ? all.last?.found.time : nil }

    /// How many are still looked for among what is not younger than a time.
    func missing(until time: Int64) -> Int { limit - (all.firstIndex { $0.found.time <= time } ?? all.count) }
}

import GRDB

/// Goes through the events of cameras and places from the newest on.
struct TimeWalk {
    let database: Database
    let filter: SearchFilter
    let cursor: PageCursor

    /// Into how many parts a time is cut at first: there are about a thousand events in one.
    private static let parts: Int64 = 256

    /// The newest of each: more than are needed of all, and each at the end of its stretch.
    func collect(into newest: inout Newest) throws {
        for stretch in try stretches() {
            var missing = newest.limit
            try walk(stretch, filter.times) { found, _ in
                if let oldest = newest.oldest, found < oldest { return false }
                newest.add(found)
                missing -= 1
                return missing > 0
            }
            newest.settle()
        }
    }

    /// Those with certain texts, within a time, until there are enough: all stretches of a part of it, then of one twice as long
    /// before that, and so on.
    func collect(_ texts: TextSet, in times: ClosedRange<Int64>, into newest: inout Newest) throws {
        guard filter.times.overlaps(times) else { return }
        let times = times.clamped(to: filter.times)
        let stretches = try stretches()
        var width = max(1, (times.upperBound - times.lowerBound) / Self.parts)
        var last = times.upperBound
        while last >= times.lowerBound {
            let first = last - times.lowerBound < 2 * width ? times.lowerBound : last - width + 1
            for stretch in stretches {
                try walk(stretch, first...last) { found, text in
                    if texts.contains(text) { newest.add(found) }
                    return true
                }
            }
            newest.settle()
            if newest.isFull || first == times.lowerBound { return }
            last = first - 1
            width *= 2
        }
    }

    private func stretches() throws -> [CameraPlace] {
        try CameraPlace.all(in: database).filter { filter.admits(camera: $0.camera, place: $0.place) }
    }

    /// Those of one stretch, with the numbers of their texts, the newest first, as long as `body` wants more.
    private func walk(
        _ stretch: CameraPlace, _ times: ClosedRange<Int64>, body: (Found, Int64) throws -> Bool
    ) throws {
        try Prepared(
            """
            SELECT ts, seq, text FROM camera_event
            WHERE camera = ?1 AND place = ?2 AND ts >= ?3 AND ts <= ?4 AND (ts, seq) < (?5, ?6)
            ORDER BY ts DESC, seq DESC
            """, in: database
        ).rows(
            .integer(stretch.camera), .integer(stretch.place), .integer(times.lowerBound), .integer(times.upperBound),
            .integer(cursor.time), .integer(cursor.seq)
        ) { row in
            try body(Found(time: row.integer(at: 0), seq: row.integer(at: 1)), row.integer(at: 2))
        }
    }
}

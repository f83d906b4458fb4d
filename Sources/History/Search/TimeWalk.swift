import GRDB

/// Goes through the events of the cameras from the newest on.
struct TimeWalk {
    let database: Database
    let filter: SearchFilter
    let cursor: PageCursor

    /// The newest of each camera: more than are needed of all, and each at the end of a stretch of its tree.
    func collect(into newest: inout Newest) throws {
        let cameras = try filter.cameras ?? Set(Names("camera", in: database).all.values)
        let walk = try Prepared(
            """
            SELECT ts, seq, place FROM camera_event
            WHERE camera = ?1 AND ts >= ?2 AND ts <= ?3 AND (ts, seq) < (?4, ?5) ORDER BY ts DESC, seq DESC
            """, in: database)
        for camera in cameras {
            var missing = newest.limit
            try walk.rows(
                .integer(camera), .integer(filter.times.lowerBound), .integer(filter.times.upperBound),
                .integer(cursor.time), .integer(cursor.seq)
            ) { row in
                let found = Found(time: row.integer(at: 0), seq: row.integer(at: 1))
                if let oldest = newest.oldest, found < oldest { return false }
                if filter.admits(camera: camera, place: row.integer(at: 2)) {
                    newest.add(found)
                    missing -= 1
                }
                return missing > 0
            }
            newest.settle()
        }
    }
}

import GRDB

/// Goes through the events of cameras and places from the newest on.
struct TimeWalk {
    let database: Database
    let filter: SearchFilter
    let cursor: PageCursor

    /// The newest of each: more than are needed of all, and each at the end of its stretch.
    func collect(into newest: inout Newest) throws {
        let walk = try Prepared(
            """
            SELECT ts, seq FROM camera_event
            WHERE camera = ?1 AND place = ?2 AND ts >= ?3 AND ts <= ?4 AND (ts, seq) < (?5, ?6)
            ORDER BY ts DESC, seq DESC
            """, in: database)
        for stretch in try CameraPlace.all(in: database)
        where filter.admits(camera: stretch.camera, place: stretch.place) {
            var missing = newest.limit
            try walk.rows(
                .integer(stretch.camera), .integer(stretch.place), .integer(filter.times.lowerBound),
                .integer(filter.times.upperBound), .integer(cursor.time), .integer(cursor.seq)
            ) { row in
                let found = Found(time: row.integer(at: 0), seq: row.integer(at: 1))
                if let oldest = newest.oldest, found < oldest { return false }
                newest.add(found)
                missing -= 1
                return missing > 0
            }
            newest.settle()
        }
    }
}

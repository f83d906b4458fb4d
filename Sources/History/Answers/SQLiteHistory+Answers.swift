import GRDB
import Records

#if canImport(Glibc)
    import Glibc
#endif

extension SQLiteHistory {
    public func loggedGaps(
        cameras: [String], from: WallTime?, until: WallTime?
    ) async throws -> [StoredGap] {
        try await reading("reading gaps") { database in
            let names = try Names("camera", in: database).byNumber
            var found: [StoredGap] = []
            try Prepared(
                """
                SELECT camera, id, cause, start, end FROM gap
                WHERE start < ?1 AND (end IS NULL OR end > ?2) ORDER BY start DESC, id DESC
                """, in: database
            ).rows(.integer(until?.milliseconds ?? .max), .integer(from?.milliseconds ?? .min)) { row in
                guard let camera = names[row.integer(at: 0)], cameras.isEmpty || cameras.contains(camera) else {
                    return true
                }
                found.append(Self.gap(row, of: camera))
                return true
            }
            return found
        }
    }

    /// From a row with its identifier, cause, start and end behind the camera.
    static func gap(_ row: borrowing Prepared, of camera: String) -> StoredGap {
        let gap = Gap(
            id: row.text(at: 1), cause: Gap.Cause(rawValue: row.text(at: 2)),
            start: WallTime(milliseconds: row.integer(at: 3)))
        return StoredGap(
            camera: camera, gap: gap, end: row.isNull(at: 4) ? nil : WallTime(milliseconds: row.integer(at: 4)))
    }

    public func counts(
        cameras: [String], from: WallTime?, until: WallTime?
    ) async throws -> [HourCount] {
        try await reading("reading counts") { database in
            let names = try Names("camera", in: database).byNumber
            let milliseconds: Int64 = 3_600_000
            // The hour that the time lies in belongs to it.
            let first = from.map { Count.hour(of: $0) } ?? .min
            let last = until.map { Count.hour(of: WallTime(milliseconds: $0.milliseconds &- 1)) } ?? .max
            var found: [HourCount] = []
            try Prepared(
                "SELECT hour, camera, what, n FROM count WHERE hour >= ? AND hour <= ? ORDER BY hour, camera, what",
                in: database
            ).rows(.integer(first), .integer(last)) { row in
                guard let camera = names[row.integer(at: 1)], cameras.isEmpty || cameras.contains(camera) else {
                    return true
                }
                found.append(
                    HourCount(
                        hour: WallTime(milliseconds: row.integer(at: 0) &* milliseconds), camera: camera,
                        what: row.text(at: 2), count: Int(row.integer(at: 3))))
                return true
            }
            return found
        }
    }

    public func totals(of kinds: [String], from: WallTime, until: WallTime) async throws -> [String: Int] {
        let wanted = Set(kinds)
        return try await reading("reading totals") { database in
            var totals: [String: Int] = [:]
            try Prepared("SELECT what, n FROM count WHERE hour >= ? AND hour <= ?", in: database).rows(
                .integer(Count.hour(of: from)),
                .integer(Count.hour(of: WallTime(milliseconds: until.milliseconds &- 1)))
            ) { row in
                let kind = row.text(at: 0)
                if wanted.contains(kind) { totals[kind, default: 0] += Int(row.integer(at: 1)) }
                return true
            }
            return totals
        }
    }

    public func heard(of cameras: [String], from: WallTime, until: WallTime) async throws -> Set<String> {
        let wanted = Set(cameras)
        return try await reading("reading which cameras were heard of") { database in
            let names = try Names("camera", in: database).byNumber
            let found = try Prepared(
                "SELECT DISTINCT camera FROM count WHERE hour >= ? AND hour <= ?", in: database
            ).integers(
                .integer(Count.hour(of: from)),
                .integer(Count.hour(of: WallTime(milliseconds: until.milliseconds &- 1))))
            return wanted.intersection(found.compactMap { names[$0] })
        }
    }

    public func status() async throws -> HistoryStatus {
        try await reading("reading the state of the history") { database in
            HistoryStatus(
                last: try Sequence.last(of: "record", in: database),
                events: Int(try Prepared("SELECT sum(events) FROM plate_span", in: database).integer() ?? 0),
                cameras: try Self.cameras(in: database), logs: try Self.logs(in: database),
                bytes: Self.size(of: self.path) + Self.size(of: self.path + "-wal"))
        }
    }

    private static func cameras(in database: Database) throws -> [HistoryStatus.Camera] {
        let newest = try newest(in: database) { _ in true }
        return try Names("camera", in: database).all.keys.sorted().map {
            HistoryStatus.Camera(name: $0, newest: newest[$0])
        }
    }

    static func logs(in database: Database) throws -> [HistoryStatus.Log] {
        var logs: [HistoryStatus.Log] = []
        try Prepared(
            "SELECT path, lines, repeated, unreadable, interruptions, latest, trouble, cursor FROM log ORDER BY path",
            in: database
        ).rows { row in
            logs.append(
                HistoryStatus.Log(
                    path: row.text(at: 0), lines: Int(row.integer(at: 1)), repeated: Int(row.integer(at: 2)),
                    unreadable: Int(row.integer(at: 3)), interruptions: Int(row.integer(at: 4)),
                    latest: row.isNull(at: 5) ? nil : WallTime(milliseconds: row.integer(at: 5)),
                    trouble: row.isNull(at: 6) ? nil : row.text(at: 6),
                    cursor: row.isNull(at: 7) ? nil : LogCursor(row.text(at: 7))))
            return true
        }
        return logs
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

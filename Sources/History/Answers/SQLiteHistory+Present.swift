import GRDB
import Records

extension SQLiteHistory {
    public func loggedPresent() async throws -> Present {
        try await reading("reading what there is now") { database in
            let names = try Names("camera", in: database)
            return Present(
                last: try Sequence.last(of: "record", in: database), cameras: names.all.keys.sorted(),
                gaps: try Self.open(names.byNumber, in: database))
        }
    }

    private static func open(_ names: [Int64: String], in database: Database) throws -> [StoredGap] {
        var found: [StoredGap] = []
        try Prepared(
            "SELECT camera, id, cause, start, end FROM gap WHERE end IS NULL ORDER BY start DESC, id DESC", in: database
        ).rows { row in
            if let camera = names[row.integer(at: 0)] { found.append(gap(row, of: camera)) }
            return true
        }
        return found
    }

    public func newestPlates(of cameras: [String]) async throws -> [String: WallTime] {
        let wanted = Set(cameras)
        return try await reading("reading the newest plates") { database in
            try Self.newest(in: database) { wanted.contains($0) }
        }
    }

    public func logs() async throws -> [HistoryStatus.Log] {
        try await reading("reading how far logs were read") { try Self.logs(in: $0) }
    }

    /// When cameras had their newest plates.
    static func newest(in database: Database, _ isWanted: (String) -> Bool) throws -> [String: WallTime] {
        let find = try Prepared(
            "SELECT ts FROM camera_event WHERE camera = ? AND place = ? ORDER BY ts DESC LIMIT 1", in: database)
        let names = try Names("camera", in: database).byNumber
        var newest: [String: WallTime] = [:]
        for place in try CameraPlace.all(in: database) {
            guard let name = names[place.camera], isWanted(name),
                let time = try find.integer(.integer(place.camera), .integer(place.place))
            else { continue }
            newest[name] = max(newest[name] ?? WallTime(milliseconds: time), WallTime(milliseconds: time))
        }
        return newest
    }
}

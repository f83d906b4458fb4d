import Records

extension History {
    /// What lists have of events, by the identifiers of the events; the surest first. Of most there is nothing.
    ///
    /// - Parameter events: as they are stored; other records have no matches.
    public func matches(of events: [StoredRecord]) async throws -> [String: [MatchRecord]] {
        try await reading("reading what lists have of plates") { database in
            guard let schema = try Names("schema", in: database)[MatchRecord.schema] else { return [:] }
            let cameras = try Names("camera", in: database)
            let reader = try RecordReader(database)
            // A match has the time of its event.
            let find = try Prepared(
                """
                SELECT seq FROM record INDEXED BY record_other
                WHERE plate IS NULL AND camera = ? AND ts = ? AND schema = ? ORDER BY seq
                """, in: database)
            var found: [String: [MatchRecord]] = [:]
            for event in events {
                guard case .plate(let plate) = event.record, let camera = cameras[event.camera] else { continue }
                let numbers = try find.integers(
                    .integer(camera), .integer(event.time.milliseconds), .integer(schema))
                for number in numbers {
                    guard case .match(let match)? = try reader.record(number)?.record, match.event == plate.id else {
                        continue
                    }
                    found[plate.id, default: []].append(match)
                }
            }
            return found.mapValues { matches in matches.sorted { $0.chance > $1.chance } }
        }
    }

    /// The newest matches of a time, the newest first.
    ///
    /// - Parameters:
    ///   - lists: names; empty for all.
    ///   - cameras: empty for all.
    ///   - until: the first moment that is too late.
    public func matches(
        lists: [String] = [], cameras: [String] = [], from: WallTime = WallTime(milliseconds: 0),
        until: WallTime = WallTime(milliseconds: .max), limit: Int
    ) async throws -> [MatchRecord] {
        try await reading("reading what lists have of plates") { database in
            guard let schema = try Names("schema", in: database)[MatchRecord.schema] else { return [] }
            let reader = try RecordReader(database)
            let find = try Prepared(
                """
                SELECT seq FROM record INDEXED BY record_other
                WHERE plate IS NULL AND camera = ? AND ts >= ? AND ts < ? AND schema = ? ORDER BY ts DESC, seq DESC
                """, in: database)
            var found: [MatchRecord] = []
            for (name, camera) in try Names("camera", in: database).all
            where cameras.isEmpty || cameras.contains(name) {
                var ofCamera = 0
                try find.rows(
                    .integer(camera), .integer(from.milliseconds), .integer(until.milliseconds), .integer(schema)
                ) { row in
                    guard case .match(let match)? = try reader.record(row.integer(at: 0))?.record else { return true }
                    if lists.isEmpty || lists.contains(match.list) {
                        found.append(match)
                        ofCamera += 1
                    }
                    return ofCamera < limit
                }
            }
            return Array(found.sorted { ($0.time, $0.id) > ($1.time, $1.id) }.prefix(limit))
        }
    }

    /// How many matches a plate stands in: as it was read, or as a list has it.
    public func matches(telling text: String) async throws -> Int {
        try await reading("counting what lists have of a plate") { database in
            guard let schema = try Names("schema", in: database)[MatchRecord.schema] else { return 0 }
            let reader = try RecordReader(database)
            let find = try Prepared(
                "SELECT seq FROM record INDEXED BY record_other WHERE plate IS NULL AND schema = ?", in: database)
            return try find.integers(.integer(schema)).count { number in
                guard case .match(let match)? = try reader.record(number)?.record else { return false }
                return match.tells(of: text)
            }
        }
    }
}

import Records

extension History {
    /// What became of doors in a time, the newest first: of each opening its newest line.
    ///
    /// - Parameters:
    ///   - doors: empty for all.
    ///   - cameras: empty for all.
    ///   - until: the first moment that is too late.
    public func openings(
        doors: [String] = [], cameras: [String] = [], from: WallTime = WallTime(milliseconds: 0),
        until: WallTime = WallTime(milliseconds: .max), limit: Int = 1000
    ) async throws -> [OpeningRecord] {
        try await reading("reading what became of doors") { database in
            guard let schema = try Names("schema", in: database)[OpeningRecord.schema] else { return [] }
            let reader = try RecordReader(database)
            let find = try Prepared(
                """
                SELECT seq FROM record INDEXED BY record_other
                WHERE plate IS NULL AND camera = ? AND ts >= ? AND ts < ? AND schema = ? ORDER BY ts DESC, seq DESC
                """, in: database)
            var newest: [String: OpeningRecord] = [:]
            for (name, camera) in try Names("camera", in: database).all
            where cameras.isEmpty || cameras.contains(name) {
                var ofCamera: Set<String> = []
                try find.rows(
                    .integer(camera), .integer(from.milliseconds), .integer(until.milliseconds), .integer(schema)
                ) { row in
                    guard case .opening(let opening)? = try reader.record(row.integer(at: 0))?.record,
                        doors.isEmpty || doors.contains(opening.door)
                    else { return true }
                    // How it went comes first here, and has the last word also where both have the same time.
                    if newest[opening.opening].map({ $0.state == .asked }) ?? true { newest[opening.opening] = opening }
                    ofCamera.insert(opening.opening)
                    return ofCamera.count < limit
                }
            }
            return Array(newest.values.sorted { ($0.time, $0.id) > ($1.time, $1.id) }.prefix(limit))
        }
    }

    /// How many lines of doors a plate stands in.
    public func openings(telling text: String) async throws -> Int {
        try await reading("counting what became of doors for a plate") { database in
            guard let schema = try Names("schema", in: database)[OpeningRecord.schema] else { return 0 }
            let reader = try RecordReader(database)
            let find = try Prepared(
                "SELECT seq FROM record INDEXED BY record_other WHERE plate IS NULL AND schema = ?", in: database)
            return try find.integers(.integer(schema)).count { number in
                guard case .opening(let opening)? = try reader.record(number)?.record else { return false }
                return opening.tells(of: text)
            }
        }
    }

    /// When cameras saw the very plate in a time, in order.
    public func readings(of plate: String, cameras: [String], in times: Range<WallTime>) async throws -> [WallTime] {
        let search = try Search(
            text: plate, cameras: cameras, from: times.lowerBound, until: times.upperBound)
        var found: [WallTime] = []
        var next: PageCursor?
        repeat {
            let page = try await self.search(search, after: next, limit: 500)
            found += page.records.map(\.time)
            next = page.next
        } while next != nil
        return found.sorted()
    }
}

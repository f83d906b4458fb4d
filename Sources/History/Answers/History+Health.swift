import Records

extension History {
    /// What scanners told of how they did, of times that overlap this one, the oldest first.
    ///
    /// - Parameters:
    ///   - cameras: empty for all.
    ///   - until: the first moment that is too late.
    public func health(
        cameras: [String] = [], from: WallTime, until: WallTime
    ) async throws -> [HealthRecord] {
        try await reading("reading how cameras did") { database in
            guard let schema = try Names("schema", in: database).all[HealthRecord.schema] else { return [] }
            let reader = try RecordReader(database)
            // A record stands at the end of its hour.
            let find = try Prepared(
                """
                SELECT seq FROM record INDEXED BY record_other
                WHERE plate IS NULL AND camera = ?1 AND ts > ?2 AND ts <= ?3 AND schema = ?4 ORDER BY ts
                """, in: database)
            let names = try Names("camera", in: database).all
            return try names.filter { cameras.isEmpty || cameras.contains($0.key) }.sorted { $0.key < $1.key }
                .flatMap { camera -> [HealthRecord] in
                    var numbers: [Int64] = []
                    try find.rows(
                        .integer(camera.value), .integer(from.milliseconds),
                        .integer(until.milliseconds &+ Self.longest), .integer(schema)
                    ) { row in
                        numbers.append(row.integer(at: 0))
                        return true
                    }
                    return try numbers.compactMap { number in
                        guard case .health(let record)? = try reader.record(number)?.record, record.start < until
                        else { return nil }
                        return record
                    }
                }
        }
    }

    /// What one of them is about, in milliseconds, and a little for a late tick.
    private static let longest: Int64 = 3_700_000
}

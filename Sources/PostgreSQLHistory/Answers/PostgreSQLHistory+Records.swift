import History
import Records

extension PostgreSQLHistory {
    /// Records that are read at once, of what is gone through whole.
    static let portion = 1000
    /// Milliseconds that an event's time is from that of its identifier, at most: a day, where a clock was set meanwhile.
    private static let nearby: Int64 = 86_400_000

    public func records(after seq: Int64, limit: Int) async throws -> [StoredRecord] {
        let place = place
        return try await reading("reading records") { connection in
            try RecordReader(connection, place: place)
                .records("WHERE r.seq > $1 ORDER BY r.seq LIMIT $2", .integer(seq), .integer(limit))
        }
    }

    public func records(
        id: String, ofCameras isAsked: @escaping @Sendable (String) -> Bool
    ) async throws -> [StoredRecord] {
        let place = place
        return try await reading("reading a record") { connection in
            let reader = RecordReader(connection, place: place)
            let asked = try connection.allNames(.camera).filter { isAsked($0.key) }
            if asked.isEmpty { return [] }
            let cameras = Value.integers(asked.values.sorted())
            let rule = "JOIN unnest($1::bigint[]) AS c(id) ON r.camera = c.id WHERE r.id = $2"
            let order = "ORDER BY r.camera, r.seq"
            // An identifier tells when it was made: a month or two of each camera are looked into, and not all.
            if let made = EventIDs.time(of: id)?.milliseconds {
                let records = try reader.records(
                    "\(rule) AND r.ts BETWEEN $3 AND $4 \(order)", cameras, .text(id), .integer(made - Self.nearby),
                    .integer(made + Self.nearby))
                if !records.isEmpty { return records }
            }
            return try reader.records("\(rule) \(order)", cameras, .text(id))
        }
    }

    public func records(of names: [RecordName]) async throws -> [StoredRecord] {
        guard !names.isEmpty else { return [] }
        let place = place
        return try await reading("reading records by their names") { connection in
            try RecordReader(connection, place: place).records(named: names)
        }
    }

    public func records(of schema: String, besides records: [StoredRecord]) async throws -> [StoredRecord] {
        guard !records.isEmpty else { return [] }
        let place = place
        let asked = records.map { ($0.camera, $0.time.milliseconds) }
        return try await reading("reading what was stored beside records") { connection in
            guard let schema = try connection.number(of: schema, in: .schema) else { return [] }
            let cameras = try asked.map { try connection.number(of: $0.0, in: .camera) }
            return try RecordReader(connection, place: place).records(
                """
                JOIN (SELECT DISTINCT * FROM unnest($1::bigint[], $2::bigint[]) AS u(camera, ts)) t
                ON r.schema = $3 AND r.ts = t.ts AND r.plate IS NULL WHERE r.camera = t.camera ORDER BY r.seq
                """, .integers(cameras), .integers(asked.map(\.1)), .integer(schema))
        }
    }

    /// All cameras at once, the newest first.
    public func fold<Folded: Sendable>(
        _ others: OtherRecords, into start: Folded,
        _ body: @escaping @Sendable (inout Folded, StoredRecord) throws -> Bool
    ) async throws -> Folded {
        let place = place
        return try await reading("reading records of \(others.schema)") { connection in
            var value = start
            guard let schema = try connection.number(of: others.schema, in: .schema) else { return value }
            let cameras = try others.cameras.compactMap { try connection.number(of: $0, in: .camera) }
            if cameras.isEmpty, !others.cameras.isEmpty { return value }
            let reader = RecordReader(connection, place: place)
            let some = others.cameras.isEmpty ? "" : " AND r.camera = ANY($6)"
            var (time, seq, count) = (Int64.max, Int64.max, 0)
            while true {
                let values: [Value] =
                    [
                        .integer(schema), .integer(others.from.milliseconds), .integer(others.until.milliseconds),
                        .integer(time), .integer(seq),
                    ] + (others.cameras.isEmpty ? [] : [.integers(cameras)])
                let records = try reader.records(
                    """
                    WHERE r.schema = $1 AND r.plate IS NULL AND r.ts >= $2 AND r.ts < $3 AND (r.ts, r.seq) < ($4, $5)\(some)
                    ORDER BY r.ts DESC, r.seq DESC LIMIT \(Self.portion)
                    """, values)
                for record in records {
                    if try body(&value, record) { count += 1 }
                    if count >= others.most { return value }
                }
                guard records.count == Self.portion, let last = records.last else { return value }
                (time, seq) = (last.time.milliseconds, last.seq)
            }
        }
    }
}

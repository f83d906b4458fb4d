import Records

extension SQLiteHistory {
    public func records(after seq: Int64, limit: Int) async throws -> [StoredRecord] {
        try await reading("reading records") { try RecordReader($0).records(after: seq, limit: limit) }
    }

    public func records(
        id: String, ofCameras isAsked: @escaping @Sendable (String) -> Bool
    ) async throws -> [StoredRecord] {
        try await reading("reading a record") { database in
            let reader = try RecordReader(database)
            let find = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
            let identity = Entry.Identity(id).value
            return try Names("camera", in: database).all.filter { isAsked($0.key) }.values.sorted()
                .compactMap { try find.integer(.integer($0), identity) }.compactMap { try reader.record($0) }
        }
    }

    public func records(of names: [RecordName]) async throws -> [StoredRecord] {
        guard !names.isEmpty else { return [] }
        return try await reading("reading records by their names") { database in
            let cameras = try Names("camera", in: database)
            let reader = try RecordReader(database)
            let find = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
            return try names.compactMap { name in
                guard let camera = cameras[name.camera],
                    let seq = try find.integer(.integer(camera), Entry.Identity(name.id).value)
                else { return nil }
                return try reader.record(seq)
            }
        }
    }

    public func records(of schema: String, besides records: [StoredRecord]) async throws -> [StoredRecord] {
        guard !records.isEmpty else { return [] }
        return try await reading("reading what was stored beside records") { database in
            guard let schema = try Names("schema", in: database)[schema] else { return [] }
            let cameras = try Names("camera", in: database)
            let reader = try RecordReader(database)
            let find = try Prepared(
                """
                SELECT seq FROM record INDEXED BY record_other
                WHERE plate IS NULL AND camera = ? AND ts = ? AND schema = ?
                """, in: database)
            var found: Set<Int64> = []
            for record in records {
                guard let camera = cameras[record.camera] else { continue }
                found.formUnion(
                    try find.integers(.integer(camera), .integer(record.time.milliseconds), .integer(schema)))
            }
            return try found.sorted().compactMap { try reader.record($0) }
        }
    }

    public func fold<Value: Sendable>(
        _ others: OtherRecords, into start: Value,
        _ body: @escaping @Sendable (inout Value, StoredRecord) throws -> Bool
    ) async throws -> Value {
        try await reading("reading records of \(others.schema)") { database in
            var value = start
            guard let schema = try Names("schema", in: database)[others.schema] else { return value }
            let reader = try RecordReader(database)
            let find = try Prepared(
                """
                SELECT seq FROM record INDEXED BY record_other
                WHERE plate IS NULL AND camera = ? AND ts >= ? AND ts < ? AND schema = ? ORDER BY ts DESC, seq DESC
                """, in: database)
            for (name, camera) in try Names("camera", in: database).all
            where others.cameras.isEmpty || others.cameras.contains(name) {
                var count = 0
                try find.rows(
                    .integer(camera), .integer(others.from.milliseconds), .integer(others.until.milliseconds),
                    .integer(schema)
                ) { row in
                    guard let record = try reader.record(row.integer(at: 0)) else { return true }
                    if try body(&value, record) { count += 1 }
                    return count < others.most
                }
            }
            return value
        }
    }
}

import Records

extension History {
    /// The newest record of each session that something is told of in a time, those that changed last first.
    ///
    /// - Parameters:
    ///   - sites: empty for all.
    ///   - until: the first moment that is too late.
    public func sessions(
        sites: [String] = [], from: WallTime = WallTime(milliseconds: 0),
        until: WallTime = WallTime(milliseconds: .max)
    ) async throws -> [SessionRecord] {
        try await reading("reading sessions") { database in
            guard let schema = try Names("schema", in: database)[SessionRecord.schema] else { return [] }
            let reader = try RecordReader(database)
            let find = try Prepared(
                """
                SELECT seq FROM record INDEXED BY record_other
                WHERE plate IS NULL AND camera = ? AND ts >= ? AND ts < ? AND schema = ?
                """, in: database)
            var newest: [String: SessionRecord] = [:]
            for camera in try Names("camera", in: database).all.values {
                let numbers = try find.integers(
                    .integer(camera), .integer(from.milliseconds), .integer(until.milliseconds), .integer(schema))
                for number in numbers {
                    guard case .session(let session)? = try reader.record(number)?.record,
                        sites.isEmpty || sites.contains(session.site),
                        newest[session.session].map({ $0.revision < session.revision }) ?? true
                    else { continue }
                    newest[session.session] = session
                }
            }
            return newest.values.filter { $0.state != .withdrawn }.sorted { ($0.time, $0.id) > ($1.time, $1.id) }
        }
    }

    /// How many records of sessions a plate stands in.
    public func sessions(telling text: String) async throws -> Int {
        try await reading("counting sessions of a plate") { database in
            guard let schema = try Names("schema", in: database)[SessionRecord.schema] else { return 0 }
            let reader = try RecordReader(database)
            let find = try Prepared(
                "SELECT seq FROM record INDEXED BY record_other WHERE plate IS NULL AND schema = ?", in: database)
            return try find.integers(.integer(schema)).count { number in
                guard case .session(let session)? = try reader.record(number)?.record else { return false }
                return session.tells(of: text)
            }
        }
    }
}

import Records

extension History {
    /// The records that were stored after the one with that number, in the order they were stored: for whatever reads on from here.
    public func records(after seq: Int64, limit: Int) async throws -> [StoredRecord] {
        try await reading("reading records") { try RecordReader($0).records(after: seq, limit: limit) }
    }

    /// Those with an identifier: one, or one of each camera that used it.
    public func records(id: String) async throws -> [StoredRecord] {
        try await reading("reading a record") { database in
            let reader = try RecordReader(database)
            let find = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
            let identity = Entry.Identity(id).value
            return try Names("camera", in: database).all.values.sorted()
                .compactMap { try find.integer(.integer($0), identity) }.compactMap { try reader.record($0) }
        }
    }
}

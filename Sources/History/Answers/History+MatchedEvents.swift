import Records

extension History {
    /// The events that matches are of, each once, where they are still there.
    public func events(of matches: [MatchRecord]) async throws -> [StoredRecord] {
        guard !matches.isEmpty else { return [] }
        return try await reading("reading what lists have something of") { database in
            let cameras = try Names("camera", in: database)
            let reader = try RecordReader(database)
            let find = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
            var seen: Set<Int64> = []
            return try matches.compactMap { match in
                guard let camera = cameras[match.camera],
                    let seq = try find.integer(.integer(camera), Entry.Identity(match.event).value),
                    seen.insert(seq).inserted
                else { return nil }
                return try reader.record(seq)
            }
        }
    }
}

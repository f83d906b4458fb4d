import Records

extension History {
    /// The events that matches are of, each once, where they are still there.
    public func events(of matches: [MatchRecord]) async throws -> [StoredRecord] {
        var seen: Set<RecordName> = []
        return try await records(
            of: matches.map { RecordName(camera: $0.camera, id: $0.event) }.filter { seen.insert($0).inserted })
    }
}

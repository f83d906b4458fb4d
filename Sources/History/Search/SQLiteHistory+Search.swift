extension SQLiteHistory {
    public func search(_ search: Search, after cursor: PageCursor?, limit: Int) async throws -> Page {
        let limit = min(max(1, limit), 10_000)
        return try await reading("searching") { database in
            try SearchReader(search: search, database: database, cursor: cursor ?? .newest, limit: limit).page()
        }
    }
}

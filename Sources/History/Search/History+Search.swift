extension History {
    /// What was accepted and fits, the newest first.
    ///
    /// - Parameters:
    ///   - cursor: `next` of the page before.
    ///   - limit: records of a page, 1 to 10 000.
    public func search(_ search: Search, after cursor: PageCursor? = nil, limit: Int = 50) async throws -> Page {
        let limit = min(max(1, limit), 10_000)
        return try await reading("searching") { database in
            try SearchReader(search: search, database: database, cursor: cursor ?? .newest, limit: limit).page()
        }
    }
}

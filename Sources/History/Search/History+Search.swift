extension History {
    /// What was accepted and fits, the newest first.
    ///
    /// - Parameters:
    ///   - cursor: `next` of the page before.
    ///   - limit: records of a page.
    public func search(_ search: Search, after cursor: PageCursor? = nil, limit: Int = 50) async throws -> Page {
        try await reading("searching") { database in
            try SearchReader(search: search, database: database, cursor: cursor ?? .newest, limit: max(1, limit)).page()
        }
    }
}

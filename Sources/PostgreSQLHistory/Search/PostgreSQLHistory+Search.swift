import History

extension PostgreSQLHistory {
    public func search(_ search: Search, after cursor: PageCursor?, limit: Int) async throws -> Page {
        let limit = min(max(1, limit), 10_000)
        let (place, shelves) = (place, shelves)
        return try await reading("searching") { connection in
            try SearchReader(
                search: search, connection: connection, cursor: cursor ?? .newest, limit: limit, place: place,
                shelf: search.way == .candidate ? shelves.lost : shelves.plate
            ).page()
        }
    }
}

import GRDB

extension SQLiteHistory {
    public func kept(_ space: String) async throws -> [String: String] {
        try await reading("reading what is kept beside records") { database in
            var kept: [String: String] = [:]
            try Prepared("SELECT name, value FROM kept WHERE space = ?", in: database).rows(.text(space)) { row in
                kept[row.text(at: 0)] = row.text(at: 1)
                return true
            }
            return kept
        }
    }

    static func keep(_ texts: [KeptName: String], in database: Database) throws {
        if texts.isEmpty { return }
        let keep = try Prepared(
            """
            INSERT INTO kept(space, name, value) VALUES(?, ?, ?)
            ON CONFLICT(space, name) DO UPDATE SET value = excluded.value
            """, in: database)
        for (name, value) in texts { try keep.run(.text(name.space), .text(name.name), .text(value)) }
    }
}

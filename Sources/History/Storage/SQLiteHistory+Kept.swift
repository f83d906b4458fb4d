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

    /// Whether texts are what they are expected to be.
    static func stand(_ expected: [KeptName: String?], in database: Database) throws -> Bool {
        if expected.isEmpty { return true }
        let find = try Prepared("SELECT value FROM kept WHERE space = ? AND name = ?", in: database)
        for (name, value) in expected {
            var found: String?
            try find.rows(.text(name.space), .text(name.name)) { row in
                found = row.text(at: 0)
                return true
            }
            if found != value { return false }
        }
        return true
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

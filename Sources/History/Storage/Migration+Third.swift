import GRDB

extension Migration {
    /// What a centre keeps of its sites beside their records: how far each has come, and where its chains are.
    static let third = Migration(version: 3) { database in
        try database.execute(
            sql: """
                CREATE TABLE kept(
                    space TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY(space, name)
                ) WITHOUT ROWID;
                """)
    }
}

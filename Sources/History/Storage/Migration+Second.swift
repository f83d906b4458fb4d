import GRDB

extension Migration {
    /// A history tells itself from every other one, also from one that was made anew of the same logs: the numbers of records mean
    /// something in their own history alone.
    static let second = Migration(version: 2) { database in
        try database.execute(
            sql: """
                CREATE TABLE origin(id BLOB NOT NULL);
                INSERT INTO origin VALUES(randomblob(16));
                """)
    }
}

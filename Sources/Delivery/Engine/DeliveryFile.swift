import Basics
import GRDB
import History
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// How far each destination has come, and what it refused: a file of SQLite beside the history.
///
/// A file of its own: the history can be made anew from the logs, and this cannot; and to write down every delivery does not hold up what
/// cameras log. A kill loses nothing of it. A power cut may lose the last moment, which is then delivered once more.
package final class DeliveryFile: Sendable {
    package let path: String
    let queue: DatabaseQueue
    /// Nothing says more than this of one destination.
    static let mostLetters = 10_000

    package init(path: String) throws(Failure) {
        self.path = path
        if let code = DatabasePlace.make(path, rights: 0o640) {
            throw Failure(
                .inputOutput, while: "opening \(path), which has how far destinations have come",
                because: String(cString: strerror(code)), remedy: "It belongs to the hub's user: be root.")
        }
        var configuration = Configuration()
        configuration.label = "delivery"
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF;
                    PRAGMA secure_delete = ON; PRAGMA cache_size = -500
                    """)
        }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { try Self.bring($0) }
        } catch {
            throw Self.failure("opening \(path), which has how far destinations have come", error)
        }
    }

    /// Of a path, where any hub had a destination; nil where none ever had.
    package static func there(_ path: String) throws(Failure) -> DeliveryFile? {
        access(path, F_OK) == 0 ? try DeliveryFile(path: path) : nil
    }

    /// The file's form. One that is published never changes: the next comes after it.
    private static func bring(_ database: Database) throws {
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version <= 2 else { throw DatabaseError(message: "a later version of plated-hub made it") }
        if version == 0 { try first(database) }
        if version < 2 { try second(database) }
    }

    private static func first(_ database: Database) throws {
        guard try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
            throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "it is the database of another program")
        }
        try database.execute(
            sql: """
                -- origin: of the history that seq belongs to.
                CREATE TABLE destination(
                    name TEXT PRIMARY KEY, origin TEXT NOT NULL, seq INTEGER NOT NULL, delivered INTEGER NOT NULL, last INTEGER,
                    failing INTEGER, attempts INTEGER NOT NULL, trouble TEXT, next INTEGER, stopped INTEGER NOT NULL,
                    expired INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE place(
                    name TEXT NOT NULL REFERENCES destination(name) ON DELETE CASCADE, camera TEXT NOT NULL, id TEXT NOT NULL,
                    ts INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY(name, camera)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE letter(
                    number INTEGER PRIMARY KEY, name TEXT NOT NULL, seq INTEGER NOT NULL, camera TEXT NOT NULL, id TEXT NOT NULL,
                    ts INTEGER NOT NULL, reason TEXT NOT NULL, made INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX letter_name ON letter(name, number);
                """)
    }

    /// Whether it was reached in the hub's last run, and whether it could not be.
    private static func second(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE destination ADD COLUMN reached INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE destination ADD COLUMN away INTEGER NOT NULL DEFAULT 0;
                PRAGMA user_version = 2;
                """)
    }

    // MARK: - Access

    func read<Value>(_ action: String, _ body: (Database) throws -> Value) throws(Failure) -> Value {
        do { return try queue.read(body) } catch { throw Self.failure(action, error) }
    }

    func write<Value>(_ action: String, _ body: (Database) throws -> Value) throws(Failure) -> Value {
        do { return try queue.write(body) } catch { throw Self.failure(action, error) }
    }

    private static func failure(_ action: String, _ error: any Error) -> Failure {
        Failure(
            of: error, while: action,
            ifDamaged: "Move it away: a new one is made, and every destination begins anew where its `from` says.")
    }
}

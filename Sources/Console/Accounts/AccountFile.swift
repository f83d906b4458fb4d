import Basics
import GRDB
import History
import Records
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Accounts, sessions, failed logins, corrections and what was said of plates: a file of SQLite of its own, which only the hub's user may read.
///
/// It has more than 500 lines because it holds all tables of that file.
public final class AccountFile: Sendable {
    public let path: String
    let queue: DatabaseQueue
    private let file: FileIdentity?
    private let wrong = Mutex<Failure?>(nil)
    let unwritten = Mutex(UnwrittenSessions())

    public convenience init(path: String) throws(Failure) { try self.init(path, isReading: false) }

    /// - Parameter isReading: whether nothing of it is changed, not even its form.
    private init(_ path: String, isReading: Bool) throws(Failure) {
        self.path = path
        if !isReading, let code = DatabasePlace.make(path, rights: 0o600) {
            throw Failure(
                .inputOutput, while: "opening the accounts \(path)", because: String(cString: strerror(code)),
                remedy: Self.remedy(of: code))
        }
        var configuration = Configuration()
        configuration.label = "accounts"
        configuration.busyMode = .timeout(10)
        configuration.readonly = isReading
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON; PRAGMA cache_size = -500;
                    PRAGMA synchronous = FULL
                    """)
        }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            if !isReading {
                try queue.write { database in
                    try Self.bring(database)
                    try Self.check(database)
                }
            }
        } catch {
            throw Self.failure("opening the accounts \(path)", error)
        }
        file = FileIdentity(at: path)
    }

    /// - Parameter code: an `errno`, of making the file or of looking whether it may be written.
    static func remedy(of code: Int32) -> String {
        switch code {
        case ENOENT: "Their folder is the history's: start plated-hub once, and it is made."
        case ENOSPC, EDQUOT: "Make room on the disk: df tells how much there is, and df -i how many files it takes."
        case EROFS: "The disk can only be read. Look why (dmesg), and mount it so that it can be written to."
        default: "They belong to the hub's user: be root."
        }
    }

    /// The accounts of a path, where there are any; nil where no console ever ran.
    public static func there(_ path: String) throws(Failure) -> AccountFile? {
        Glibc.access(path, F_OK) == 0 ? try AccountFile(path: path) : nil
    }

    /// Opens the accounts of a path for their corrections alone, also where nothing may be written; nil where no console ever ran.
    public static func toRead(_ path: String) throws(Failure) -> AccountFile? {
        Glibc.access(path, F_OK) == 0 ? try AccountFile(path, isReading: true) : nil
    }

    /// The file's form. One that is published never changes: the next comes after it.
    private static func bring(_ database: Database) throws {
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version <= 2 else {
            throw DatabaseError(message: "a later version of plated-hub made it")
        }
        if version == 0 { try begin(database) }
        if version < 2 { try addScopes(database) }
    }

    /// Damage is to be known at the start, and not by the first who wants to log in. The file is small.
    private static func check(_ database: Database) throws {
        let found = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "nothing"
        guard found == "ok" else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it is damaged: \(found)")
        }
    }

    private static func begin(_ database: Database) throws {
        guard try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
            throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "it is the database of another program")
        }
        try database.execute(
            sql: """
                CREATE TABLE account(
                    name TEXT PRIMARY KEY, role TEXT NOT NULL, hash TEXT NOT NULL, made INTEGER NOT NULL, seen INTEGER
                ) STRICT;
                CREATE TABLE session(
                    digest TEXT PRIMARY KEY, name TEXT NOT NULL REFERENCES account(name) ON DELETE CASCADE, ends INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE invitation(digest TEXT PRIMARY KEY, role TEXT NOT NULL, ends INTEGER NOT NULL) STRICT;
                CREATE TABLE failure(who TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
                CREATE INDEX failure_who ON failure(who, at);
                CREATE TABLE correction(
                    number INTEGER PRIMARY KEY, camera TEXT NOT NULL, id TEXT NOT NULL, ts INTEGER NOT NULL, original TEXT NOT NULL,
                    plate TEXT NOT NULL, who TEXT NOT NULL, at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX correction_event ON correction(id, camera);
                CREATE INDEX correction_plate ON correction(plate);
                PRAGMA user_version = 1;
                """)
    }

    /// Which cameras an account sees, and tokens.
    private static func addScopes(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE account ADD COLUMN cameras TEXT NOT NULL DEFAULT '';
                CREATE TABLE token(
                    name TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, role TEXT NOT NULL, cameras TEXT NOT NULL, made INTEGER NOT NULL,
                    ends INTEGER NOT NULL, seen INTEGER
                ) STRICT;
                PRAGMA user_version = 2;
                """)
    }

    // MARK: - Access

    func read<Value>(_ action: String, _ body: (Database) throws -> Value) throws(Failure) -> Value {
        do { return try queue.read(body) } catch { throw noted(action, error) }
    }

    func write<Value>(_ action: String, _ body: (Database) throws -> Value) throws(Failure) -> Value {
        do { return try queue.write(body) } catch { throw noted(action, error) }
    }

    // MARK: - Damage

    /// Why the file cannot be used any more, as it was found while it was in use; nil of one that is well. It stays: who opens the file
    /// anew checks all of it.
    var damage: Failure? {
        wrong.withLock { wrong in
            if wrong == nil, let file, FileIdentity(at: path) != file {
                wrong = Failure(
                    .inputOutput, while: "using the accounts \(path)",
                    because: "the file was moved away, or another one took its place")
            }
            return wrong
        }
    }

    private func noted(_ action: String, _ error: any Error) -> Failure {
        let failure = Self.failure(action, error)
        if Self.isDamage(error) { wrong.withLock { $0 = $0 ?? failure } }
        return failure
    }

    private static func isDamage(_ error: any Error) -> Bool {
        if error is RowDecodingError { return true }
        guard let error = error as? DatabaseError else { return false }
        // What cannot be written, or gets no journal (full, over quota, read-only, no inodes), says nothing of what is there.
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return true
        case .SQLITE_IOERR:
            return [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS]
                .contains(error.extendedResultCode)
        default: return false
        }
    }

    private static func failure(_ action: String, _ error: any Error) -> Failure {
        let error =
            // Its own words have what stands in the row.
            error is RowDecodingError
            ? DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record in it cannot be read") : error
        return Failure(
            of: error, while: action,
            ifDamaged: "Move it away: a new one is made. Its accounts and corrections are in the old one alone.")
    }
}

import Basics
import Files
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
    private let queue: DatabaseQueue
    private let file: FileIdentity?
    private let wrong = Mutex<Failure?>(nil)
    private let unwritten = Mutex(Unwritten())

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

    private func read<Value>(_ action: String, _ body: (Database) throws -> Value) throws(Failure) -> Value {
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

// MARK: - Accounts

extension AccountFile {
    public func accounts() throws(Failure) -> [Account] {
        try read("reading the accounts") { database in
            try Row.fetchAll(database, sql: "SELECT name, role, cameras, made, seen FROM account ORDER BY name").map {
                row in
                Account(
                    name: try row.text("name"), role: try row.role,
                    cameras: try row.names("cameras"), made: try row.time("made"),
                    seen: try row.timeIfAny("seen"))
            }
        }
    }

    /// Makes an account. Refuses a name that is taken.
    ///
    /// - Parameter cameras: that may be seen; empty for all.
    public func add(
        _ name: String, role: Role, cameras: [String] = [], password: String, at now: WallTime = .now
    ) throws(Failure) {
        let action = "adding the user \(name)"
        try Self.check(role, action)
        try Self.check(name, password, action)
        try Self.check(cameras: cameras, role: role, action)
        let hash = try Password.hash(password)
        try write(action) { database in
            guard try Row.fetchOne(database, sql: "SELECT 1 FROM account WHERE name = ?", arguments: [name]) == nil
            else {
                throw Failure(.usage, while: action, because: "there is one of that name")
            }
            try database.execute(
                sql: "INSERT INTO account(name, role, cameras, hash, made) VALUES(?, ?, ?, ?, ?)",
                arguments: [name, role.rawValue, cameras.joined(separator: " "), hash, now.milliseconds])
        }
    }

    /// Takes an account away, and ends its sessions.
    public func remove(_ name: String) throws(Failure) {
        let action = "removing the user \(name)"
        try write(action) { database in
            try database.execute(sql: "DELETE FROM account WHERE name = ?", arguments: [name])
            if database.changesCount == 0 { throw Self.unknown(action) }
        }
    }

    /// Gives a new password, and ends the sessions of the old one.
    public func change(password: String, of name: String) throws(Failure) {
        let action = "changing the password of \(name)"
        try Self.check(name, password, action)
        let hash = try Password.hash(password)
        try write(action) { database in
            try database.execute(sql: "UPDATE account SET hash = ? WHERE name = ?", arguments: [hash, name])
            if database.changesCount == 0 { throw Self.unknown(action) }
            try database.execute(sql: "DELETE FROM session WHERE name = ?", arguments: [name])
        }
    }

    func hash(of name: String) throws(Failure) -> String? {
        try read("reading an account") { database in
            try String.fetchOne(database, sql: "SELECT hash FROM account WHERE name = ?", arguments: [name])
        }
    }

    private static func check(_ name: String, _ password: String, _ action: String) throws(Failure) {
        guard AccountName.fits(name) else {
            throw Failure(.usage, while: action, because: "a user's name \(AccountName.rule)")
        }
        if let problem = Password.problem(with: password) { throw Failure(.usage, while: action, because: problem) }
    }

    private static func check(cameras: [String], role: Role, _ action: String) throws(Failure) {
        for camera in cameras where CameraRef(camera) == nil {
            throw Failure(.usage, while: action, because: "\(camera) is no camera's name: one \(CameraRef.rule)")
        }
        if role == .admin, !cameras.isEmpty {
            throw Failure(
                .usage, while: action, because: "an admin sees all cameras: leave them out, or take another role")
        }
    }

    private static func check(_ role: Role, _ action: String) throws(Failure) {
        guard Role.ofAccounts.contains(role) else {
            throw Failure(
                .usage, while: action, because: "\(role.rawValue) is for programs",
                remedy: "Make a token: plated-hub token add NAME --role \(role.rawValue)")
        }
    }

    private static func unknown(_ action: String) -> Failure {
        Failure(
            .usage, while: action, because: "there is none of that name", remedy: "plated-hub user list tells names.")
    }

    // MARK: - Invitations

    private static let invitationLength: Int64 = 3_600_000

    /// A link's secret, with which whoever opens it first gets an account. For an hour.
    public func invite(role: Role, at now: WallTime = .now) throws(Failure) -> String {
        try Self.check(role, "making a link")
        let token = Token()
        try write("making a link") { database in
            try database.execute(sql: "DELETE FROM invitation WHERE ends <= ?", arguments: [now.milliseconds])
            try database.execute(
                sql: "INSERT INTO invitation(digest, role, ends) VALUES(?, ?, ?)",
                arguments: [token.digest, role.rawValue, now.milliseconds + Self.invitationLength])
        }
        return token.text
    }

    /// Nil where the link is over, used, or none of ours.
    func invitation(_ token: Token, at now: WallTime) throws(Failure) -> Role? {
        try read("looking at a link") { database in
            try String.fetchOne(
                database, sql: "SELECT role FROM invitation WHERE digest = ? AND ends > ?",
                arguments: [token.digest, now.milliseconds])
        }.flatMap { Role(rawValue: $0) }
    }

    /// Makes the account that a link is for; the link is used with it.
    func accept(_ token: Token, name: String, password: String, at now: WallTime) throws(Failure) {
        let action = "adding the user \(name)"
        try Self.check(name, password, action)
        let hash = try Password.hash(password)
        try write(action) { database in
            guard
                let role = try String.fetchOne(
                    database, sql: "DELETE FROM invitation WHERE digest = ? AND ends > ? RETURNING role",
                    arguments: [token.digest, now.milliseconds])
            else { throw Failure(.usage, while: action, because: "the link was used, or its hour is over") }
            guard try Row.fetchOne(database, sql: "SELECT 1 FROM account WHERE name = ?", arguments: [name]) == nil
            else {
                throw Failure(.usage, while: action, because: "there is one of that name")
            }
            try database.execute(
                sql: "INSERT INTO account(name, role, hash, made) VALUES(?, ?, ?, ?)",
                arguments: [name, role, hash, now.milliseconds])
        }
    }
}

// MARK: - Sessions

extension AccountFile {
    /// Logs somebody in who has just been given an account.
    func begin(_ name: String, at now: WallTime) throws(Failure) -> Token {
        let hash = try hash(of: name) ?? ""
        return try begin(name, ifHashIs: hash, at: now) ?? Token()
    }

    /// Logs somebody in whose password was right; nil where the account has another one by now, or is gone.
    func begin(_ name: String, ifHashIs hash: String, at now: WallTime) throws(Failure) -> Token? {
        let token = Token()
        var isSame = true
        try write("beginning a session", at: now) { unwritten in
            let ends = WallTime(milliseconds: now.milliseconds + Session.length)
            unwritten.begun = unwritten.begun.filter { $0.value.ends > now }
            unwritten.begun[token.digest] = Unwritten.Begun(name: name, hash: hash, ends: ends)
        } _: { database in
            let known = try String.fetchOne(
                database, sql: "SELECT hash FROM account WHERE name = ?", arguments: [name])
            isSame = known == hash
            if isSame { try Self.begin(token, of: name, at: now, in: database) }
        }
        return isSame ? token : nil
    }

    private static func begin(_ token: Token, of name: String, at now: WallTime, in database: Database) throws {
        try database.execute(sql: "DELETE FROM session WHERE ends <= ?", arguments: [now.milliseconds])
        try database.execute(
            sql: "INSERT INTO session(digest, name, ends) VALUES(?, ?, ?)",
            arguments: [token.digest, name, now.milliseconds + Session.length])
        try database.execute(sql: "UPDATE account SET seen = ? WHERE name = ?", arguments: [now.milliseconds, name])
    }

    /// The session of a digest; nil where there is none, or none any more.
    func session(_ digest: String, at now: WallTime) throws(Failure) -> Session? {
        try writeUnwritten(at: now)
        let (begun, isEnded) = unwritten.withLock { ($0.begun[digest], $0.ended.contains(digest)) }
        if isEnded { return nil }
        return try read("looking at a session") { database in
            if let begun {
                guard begun.ends > now else { return nil }
                return try Row.fetchOne(
                    database, sql: "SELECT name, role, cameras FROM account WHERE name = ? AND hash = ?",
                    arguments: [begun.name, begun.hash]
                ).map { row in
                    Session(
                        digest: digest, name: try row.text("name"), role: try row.role,
                        cameras: Set(try row.names("cameras")), ends: begun.ends)
                }
            }
            return try Row.fetchOne(
                database,
                sql: """
                    SELECT session.name, role, cameras, ends FROM session JOIN account ON account.name = session.name
                    WHERE digest = ? AND ends > ?
                    """, arguments: [digest, now.milliseconds]
            ).map { row in
                Session(
                    digest: digest, name: try row.text("name"), role: try row.role,
                    cameras: Set(try row.names("cameras")), ends: try row.time("ends"))
            }
        }
    }

    func end(_ session: Session, at now: WallTime) throws(Failure) {
        if unwritten.withLock({ $0.begun.removeValue(forKey: session.digest) }) != nil { return }
        try write("ending a session", at: now) {
            $0.ended.insert(session.digest)
        } _: { database in
            try database.execute(sql: "DELETE FROM session WHERE digest = ?", arguments: [session.digest])
        }
    }

    // MARK: - Failed logins

    /// How many failed logins of a name or an address there may be in how many milliseconds.
    private static let limits: [(count: Int, within: Int64)] = [(5, 60_000), (20, 3_600_000)]

    /// Seconds until one of these may try again; nil where all may now.
    func wait(for who: [String], at now: WallTime) throws(Failure) -> Int? {
        let unwritten = unwritten.withLock(\.failures)
        return try read("counting failed logins") { database in
            var wait: Int64 = 0
            for one in who {
                let unwritten = unwritten.filter { $0.who == one }.map(\.at)
                for limit in Self.limits {
                    if let oldest = unwritten.dropLast(limit.count - 1).last {
                        wait = max(wait, oldest + limit.within - now.milliseconds)
                    }
                    // The one whose end makes room.
                    let oldest = try Int64.fetchOne(
                        database,
                        sql: """
                            SELECT at FROM failure WHERE who = ? AND at > ? AND at <= ? ORDER BY at DESC LIMIT 1 OFFSET ?
                            """,
                        arguments: [one, now.milliseconds - limit.within, now.milliseconds, limit.count - 1])
                    if let oldest { wait = max(wait, oldest + limit.within - now.milliseconds) }
                }
            }
            return wait > 0 ? Int((wait + 999) / 1000) : nil
        }
    }

    func failed(_ who: [String], at now: WallTime) throws(Failure) {
        try write("counting a failed login", at: now) { unwritten in
            unwritten.failures += who.map { ($0, now.milliseconds) }
        } _: { database in
            // Those of a clock that was ahead would count again when their time comes.
            try database.execute(
                sql: "DELETE FROM failure WHERE at <= ? OR at > ?",
                arguments: [now.milliseconds - 3_600_000, now.milliseconds])
            for one in who {
                try database.execute(
                    sql: "INSERT INTO failure(who, at) VALUES(?, ?)", arguments: [one, now.milliseconds])
            }
        }
    }
}

// MARK: - Tokens

extension AccountFile {
    public static let tokenDays = 1...3650
    private static let day: Int64 = 86_400_000
    /// The time of the last use is written down no more often.
    private static let minute: Int64 = 60_000

    public func tokens() throws(Failure) -> [ProgramToken] {
        try read("reading the tokens") { database in
            try Row.fetchAll(database, sql: "SELECT * FROM token ORDER BY name").map { row in
                ProgramToken(
                    name: try row.text("name"), role: try row.role,
                    cameras: try row.names("cameras"),
                    made: try row.time("made"), ends: try row.time("ends"),
                    seen: try row.timeIfAny("seen"))
            }
        }
    }

    /// Makes a token and returns its text, which is kept nowhere: only its digest is.
    ///
    /// - Parameter days: after so many it is over.
    public func addToken(
        _ name: String, role: Role, cameras: [String] = [], days: Int, at now: WallTime = .now
    ) throws(Failure) -> String {
        let action = "making the token \(name)"
        guard AccountName.fits(name) else {
            throw Failure(.usage, while: action, because: "a token's name \(AccountName.rule)")
        }
        guard Role.ofTokens.contains(role) else {
            throw Failure(.usage, while: action, because: "a token is for programs: reader, viewer or operator")
        }
        guard Self.tokenDays.contains(days) else {
            throw Failure(.usage, while: action, because: "it is for 1 to \(Self.tokenDays.upperBound) days")
        }
        try Self.check(cameras: cameras, role: role, action)
        if role == .reader, !cameras.isEmpty {
            throw Failure(.usage, while: action, because: "a reader sees no camera at all: leave them out")
        }
        let token = Token()
        try write(action) { database in
            guard try Row.fetchOne(database, sql: "SELECT 1 FROM token WHERE name = ?", arguments: [name]) == nil else {
                throw Failure(
                    .usage, while: action, because: "there is one of that name",
                    remedy: "Its text is kept nowhere. Take it away first: plated-hub token remove \(name)")
            }
            try database.execute(
                sql: "INSERT INTO token(name, digest, role, cameras, made, ends) VALUES(?, ?, ?, ?, ?, ?)",
                arguments: [
                    name, token.digest, role.rawValue, cameras.joined(separator: " "), now.milliseconds,
                    now.milliseconds + Int64(days) * Self.day,
                ])
        }
        return token.text
    }

    /// Takes a token away; whoever has it gets nowhere any more.
    public func removeToken(_ name: String) throws(Failure) {
        let action = "removing the token \(name)"
        try write(action) { database in
            try database.execute(sql: "DELETE FROM token WHERE name = ?", arguments: [name])
            if database.changesCount == 0 {
                throw Failure(
                    .usage, while: action, because: "there is none of that name",
                    remedy: "plated-hub token list tells names.")
            }
        }
    }

    /// What a token lets in; nil where there is none of this digest, or where it is over.
    func program(_ digest: String, at now: WallTime) throws(Failure) -> Session? {
        let found = try read("looking at a token") { database in
            try Row.fetchOne(
                database, sql: "SELECT name, role, cameras, ends, seen FROM token WHERE digest = ? AND ends > ?",
                arguments: [digest, now.milliseconds]
            ).map { row in
                // No account's name has a colon.
                let session = Session(
                    digest: digest, name: "token:" + (try row.text("name")), role: try row.role,
                    cameras: Set(try row.names("cameras")), ends: try row.time("ends"), isToken: true)
                return (session: session, seen: try row.timeIfAny("seen")?.milliseconds ?? 0)
            }
        }
        guard let found else { return nil }
        // One that is ahead was noted by a clock that was.
        if abs(now.milliseconds - found.seen) > Self.minute {
            do throws(Failure) {
                try write("noting the use of a token") { database in
                    try database.execute(
                        sql: "UPDATE token SET seen = ? WHERE digest = ?", arguments: [now.milliseconds, digest])
                }
            } catch {
                // A disk that takes nothing keeps nobody out: programs are who is to learn of it. Damage does.
                if damage != nil { throw error }
            }
        }
        return found.session
    }

    /// Whether somebody who was let in still would be.
    func holds(_ session: Session, at now: WallTime) throws(Failure) -> Bool {
        try session.isToken ? program(session.digest, at: now) != nil : self.session(session.digest, at: now) != nil
    }
}

// MARK: - Corrections

extension AccountFile {
    /// Writes down what a plate really was. Its own text takes an earlier correction back. Both stay in the record of corrections.
    func correct(_ event: PlateEvent, to plate: String, by who: String, at now: WallTime) throws(Failure) {
        try write("correcting a plate") { database in
            try database.execute(
                sql: """
                    INSERT INTO correction(camera, id, ts, original, plate, who, at) VALUES(?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    event.camera, event.id, event.time.milliseconds, event.plate, plate, who, now.milliseconds,
                ])
        }
    }

    /// The corrections of events, each event's latest last.
    func corrections(of ids: [String]) throws(Failure) -> [Correction] {
        guard !ids.isEmpty else { return [] }
        return try read("reading corrections") { database in
            let marks = repeatElement("?", count: ids.count).joined(separator: ",")
            return try Row.fetchAll(
                database, sql: "SELECT * FROM correction WHERE id IN (\(marks)) ORDER BY number",
                arguments: StatementArguments(ids)
            ).map(Self.correction)
        }
    }

    /// Returns the latest correction of each record, by camera and identifier.
    func corrections(of records: [StoredRecord]) throws(Failure) -> [String: Correction] {
        var ids: [String] = []
        for record in records {
            if case .plate(let event) = record.record { ids.append(event.id) }
        }
        return Dictionary(
            try corrections(of: ids).map { ($0.camera + " " + $0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// Of the events that stand corrected the newest ones that are asked for.
    func corrections(limit: Int, where isAsked: (Correction) -> Bool) throws(Failure) -> [Correction] {
        try read("reading corrections") { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT * FROM correction WHERE original <> plate AND number IN
                    (SELECT max(number) FROM correction GROUP BY id, camera) ORDER BY ts DESC
                    """)
            var found: [Correction] = []
            while found.count < limit, let row = try rows.next() {
                let correction = try Self.correction(row)
                if isAsked(correction) { found.append(correction) }
            }
            return found
        }
    }

    /// How many events of each camera in a time stand corrected.
    func corrected(from: WallTime, until: WallTime) throws(Failure) -> [String: Int] {
        try read("counting corrections") { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT camera, count(*) AS n FROM correction WHERE ts >= ? AND ts < ? AND original <> plate AND number IN
                    (SELECT max(number) FROM correction GROUP BY id, camera) GROUP BY camera
                    """, arguments: [from.milliseconds, until.milliseconds])
            return Dictionary(try rows.map { (try $0.text("camera"), try $0.number("n")) }, uniquingKeysWith: +)
        }
    }

    /// In how many corrections a plate stands, and as what the scanner read those that were corrected to it.
    public func corrections(telling plate: String) throws(Failure) -> (count: Int, readings: [String]) {
        try read("counting corrections") { database in
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM correction WHERE original = ?1 OR plate = ?1", arguments: [plate])
            let readings = try String.fetchAll(
                database,
                sql: "SELECT DISTINCT original FROM correction WHERE plate = ?1 AND original <> ?1 ORDER BY original",
                arguments: [plate])
            return (count ?? 0, readings)
        }
    }

    /// Takes out what is known of a plate that is to be forgotten. The records of it are gone, too.
    ///
    /// - Returns: how many corrections it stood in.
    public func forget(_ plate: String) throws(Failure) -> Int {
        try write("forgetting corrections") { database in
            try database.execute(
                sql: """
                    DELETE FROM correction WHERE (id, camera) IN
                    (SELECT id, camera FROM correction WHERE original = ?1 OR plate = ?1)
                    """, arguments: [plate])
            return database.changesCount
        }
    }

    /// Takes out what somebody said of events that are to be forgotten.
    ///
    /// - Returns: how many corrections these were.
    public func forget(events: [(camera: String, id: String)]) throws(Failure) -> Int {
        try write("forgetting corrections") { database in
            var count = 0
            for event in events {
                try database.execute(
                    sql: "DELETE FROM correction WHERE id = ? AND camera = ?", arguments: [event.id, event.camera])
                count += database.changesCount
            }
            return count
        }
    }

    /// Takes out the corrections of events that are older than they are kept.
    public func remove(before limit: TrustedTime, camera: String) throws(Failure) {
        try write("removing old corrections") { database in
            try database.execute(
                sql: "DELETE FROM correction WHERE camera = ? AND ts < ?", arguments: [camera, limit.wall.milliseconds])
        }
    }

    private static func correction(_ row: Row) throws -> Correction {
        Correction(
            camera: try row.text("camera"), id: try row.text("id"), time: try row.time("ts"),
            original: try row.text("original"),
            plate: try row.text("plate"), who: try row.text("who"), made: try row.time("at"))
    }
}

// MARK: - What the disk did not take

extension AccountFile {
    /// What the file did not take since its disk is full: nobody is kept out for that. It is written as soon as that works, and a restart forgets it.
    private struct Unwritten: Sendable {
        struct Begun: Sendable {
            let name: String
            /// The account's, which is another one once its password is.
            let hash: String
            let ends: WallTime
        }

        var begun: [String: Begun] = [:]
        var ended: Set<String> = []
        var failures: [(who: String, at: Int64)] = []
        /// When it is tried again.
        var next: Int64 = 0

        var isEmpty: Bool { begun.isEmpty && ended.isEmpty && failures.isEmpty }
    }

    private static let pause: Int64 = 5000
    private static let mostFailures = 10_000

    /// Whether a session may be in memory alone: the file is well, and cannot be written.
    private func mayWait(_ failure: Failure) -> Bool { failure.status == .inputOutput && damage == nil }

    /// Writes what has to do with sessions, or has it wait in memory.
    private func write(
        _ action: String, at now: WallTime, orKeep keep: (inout Unwritten) -> Void,
        _ body: (Database) throws -> Void
    ) throws(Failure) {
        do throws(Failure) {
            try write(action, body)
        } catch {
            guard mayWait(error) else { throw error }
            unwritten.withLock { unwritten in
                keep(&unwritten)
                unwritten.failures = unwritten.failures.suffix(Self.mostFailures)
                unwritten.next = now.milliseconds + Self.pause
            }
        }
    }

    /// Writes what waits, where there is something and it was not tried a moment ago.
    private func writeUnwritten(at now: WallTime) throws(Failure) {
        let due: Unwritten? = unwritten.withLock { unwritten in
            if unwritten.isEmpty || (1...Self.pause).contains(unwritten.next - now.milliseconds) { return nil }
            unwritten.next = now.milliseconds + Self.pause
            return unwritten
        }
        guard let due else { return }
        do throws(Failure) {
            try write("writing down sessions") { database in
                for (digest, session) in due.begun {
                    try database.execute(
                        sql:
                            "INSERT INTO session(digest, name, ends) SELECT ?, name, ? FROM account WHERE name = ? AND hash = ?",
                        arguments: [digest, session.ends.milliseconds, session.name, session.hash])
                }
                for digest in due.ended {
                    try database.execute(sql: "DELETE FROM session WHERE digest = ?", arguments: [digest])
                }
                for (who, time) in due.failures {
                    try database.execute(sql: "INSERT INTO failure(who, at) VALUES(?, ?)", arguments: [who, time])
                }
            }
        } catch {
            if mayWait(error) { return }
            throw error
        }
        unwritten.withLock { unwritten in
            for digest in due.begun.keys { unwritten.begun[digest] = nil }
            unwritten.ended.subtract(due.ended)
            unwritten.failures.removeFirst(min(due.failures.count, unwritten.failures.count))
        }
    }
}

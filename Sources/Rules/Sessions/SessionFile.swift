import Basics
import Foundation
import GRDB
import History
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Who is in, which pairs are not settled, and what is still to be written to the log: a file of SQLite beside the history.
///
/// All that follows from some records is written at once, with the identifiers of those records: after a kill nothing is counted twice and
/// nothing is missing.
package final class SessionFile: Sendable {
    /// What follows from some records.
    struct Step {
        var clock: [(site: String, time: WallTime)] = []
        var kept: [(site: String, pass: KeptPass)] = []
        var removed: [(site: String, number: Int)] = []
        /// Lines for the log, in their order.
        var told: [SessionRecord] = []
        /// Records that need not come again.
        var done: [String] = []
        /// Sessions that somebody corrected by hand, with the revisions that came of it.
        var byHand: [(session: String, revision: Int)] = []
    }

    /// Of records that are known to have been taken, at most: more than a courier hands over at once.
    private static let mostDone = 4096
    private static let mostByHand = 20_000

    let path: String
    private let queue: DatabaseQueue

    package init(path: String) throws {
        self.path = path
        let action = "opening \(path), which has the open sessions"
        if let reason = DatabasePlace.make(path, rights: 0o640) {
            throw Failure(
                .inputOutput, while: action, because: String(cString: strerror(reason)),
                remedy: "It belongs to the hub's user: be root.")
        }
        var configuration = Configuration()
        configuration.label = "sessions"
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;
                    PRAGMA secure_delete = ON; PRAGMA cache_size = -500
                    """)
        }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { database in
                try database.execute(
                    sql: """
                        CREATE TABLE IF NOT EXISTS site(name TEXT PRIMARY KEY, clock INTEGER NOT NULL) STRICT;
                        CREATE TABLE IF NOT EXISTS pass(
                            site TEXT NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY(site, number)
                        ) STRICT, WITHOUT ROWID;
                        -- Lines that are not known to be in the log.
                        CREATE TABLE IF NOT EXISTS told(number INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT;
                        CREATE TABLE IF NOT EXISTS done(number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE) STRICT;
                        CREATE TABLE IF NOT EXISTS by_hand(
                            number INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL) STRICT;
                        -- Passes that somebody took out while the hub runs.
                        CREATE TABLE IF NOT EXISTS forgotten(site TEXT NOT NULL, number INTEGER NOT NULL) STRICT;
                        -- Passes that somebody took texts out of while the hub runs; and the texts that are left.
                        CREATE TABLE IF NOT EXISTS shortened(
                            site TEXT NOT NULL, number INTEGER NOT NULL, texts TEXT NOT NULL, PRIMARY KEY(site, number)
                        ) STRICT, WITHOUT ROWID;
                        """)
            }
        } catch {
            throw Failure(.inputOutput, while: action, because: "\(error)")
        }
    }

    /// Of a path, where any hub had sessions; nil where none ever had.
    package static func there(_ path: String) throws -> SessionFile? {
        Glibc.access(path, F_OK) == 0 ? try SessionFile(path: path) : nil
    }

    // MARK: - The hub's

    /// The books of these sites as they were kept; what is kept of others goes. Whoever was in there is forgotten, and that is told.
    ///
    /// - Parameter now: a clock that was ahead of it counts as this: the hub's own was wrong then.
    func books(of sites: [SessionSite], at now: WallTime) throws -> [SiteBook] {
        try perform("reading the open sessions of \(path)") { database in
            let names = sites.map(\.name)
            let known = try String.fetchAll(database, sql: "SELECT name FROM site UNION SELECT site FROM pass")
            for name in known where !names.contains(name) {
                var book = try Self.book(of: SessionSite(name: name, entries: [], exits: []), in: database, at: now)
                try Self.tell(book.abandon(at: now), in: database)
                try database.execute(sql: "DELETE FROM site WHERE name = ?", arguments: [name])
                try database.execute(sql: "DELETE FROM pass WHERE site = ?", arguments: [name])
            }
            try database.execute(sql: "DELETE FROM forgotten; DELETE FROM shortened")
            return try sites.map { try Self.book(of: $0, in: database, at: now) }
        }
    }

    private static func book(of site: SessionSite, in database: Database, at now: WallTime) throws -> SiteBook {
        let clock = try Int64.fetchOne(database, sql: "SELECT clock FROM site WHERE name = ?", arguments: [site.name])
        let kept = try String.fetchAll(database, sql: "SELECT json FROM pass WHERE site = ?", arguments: [site.name])
        let heard = WallTime(milliseconds: clock ?? .min)
        return SiteBook(
            site: site, kept: try kept.map { try JSONDecoder().decode(KeptPass.self, from: Data($0.utf8)) },
            clock: min(heard, now), heard: heard)
    }

    private static func tell(_ records: [SessionRecord], in database: Database) throws {
        for record in records {
            try database.execute(
                sql: "INSERT INTO told(line) VALUES(?)", arguments: [String(decoding: record.line, as: UTF8.self)])
        }
    }

    func done() throws -> Set<String> {
        try perform("reading what was taken of \(path)") {
            Set(try String.fetchAll($0, sql: "SELECT key FROM done"))
        }
    }

    /// The last revisions of sessions that somebody corrected.
    func byHand() throws -> [String: Int] {
        try perform("reading corrections of \(path)") { database in
            let rows = try Row.fetchAll(database, sql: "SELECT session, revision FROM by_hand")
            return Dictionary(rows.map { ($0["session"], $0["revision"]) }, uniquingKeysWith: max)
        }
    }

    /// Writes all of it or nothing.
    func write(_ step: Step) throws {
        try perform("writing the open sessions to \(path)") { database in
            for (site, time) in step.clock {
                try database.execute(
                    sql: "INSERT INTO site VALUES(?1, ?2) ON CONFLICT(name) DO UPDATE SET clock = ?2",
                    arguments: [site, time.milliseconds])
            }
            for (site, number) in step.removed {
                try database.execute(sql: "DELETE FROM pass WHERE site = ? AND number = ?", arguments: [site, number])
            }
            let encoder = JSONEncoder()
            for (site, pass) in step.kept {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO pass VALUES(?, ?, ?)",
                    arguments: [site, pass.number, String(decoding: try encoder.encode(pass), as: UTF8.self)])
            }
            try Self.tell(step.told, in: database)
            for (session, revision) in step.byHand {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO by_hand(session, revision) VALUES(?, ?)",
                    arguments: [session, revision])
            }
            try database.execute(
                sql: "DELETE FROM by_hand WHERE number <= (SELECT max(number) FROM by_hand) - ?",
                arguments: [Self.mostByHand])
            for key in step.done {
                try database.execute(sql: "INSERT OR IGNORE INTO done(key) VALUES(?)", arguments: [key])
            }
            try database.execute(
                sql: "DELETE FROM done WHERE number <= (SELECT max(number) FROM done) - ?", arguments: [Self.mostDone])
        }
    }

    /// Lines that are not known to be in the log, with the number of the last one.
    func told() throws -> (records: [SessionRecord], last: Int64) {
        try perform("reading what is to be told of \(path)") { database in
            let lines = try Row.fetchAll(database, sql: "SELECT number, line FROM told ORDER BY number")
            let records = try lines.compactMap { row -> SessionRecord? in
                guard case .session(let record) = try Record(line: Array((row["line"] as String).utf8)) else {
                    return nil
                }
                return record
            }
            return (records, lines.last?["number"] ?? 0)
        }
    }

    /// They are in the log.
    func wasTold(upTo last: Int64) throws {
        try perform("noting what was told in \(path)") {
            try $0.execute(sql: "DELETE FROM told WHERE number <= ?", arguments: [last])
        }
    }

    func perform<Value>(_ action: String, _ body: (Database) throws -> Value) throws -> Value {
        do {
            return try queue.write(body)
        } catch {
            throw Failure(.inputOutput, while: action, because: "\(error)")
        }
    }
}

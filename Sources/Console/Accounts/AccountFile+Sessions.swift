import Basics
import GRDB
import Records
import Synchronization

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
            unwritten.begun[token.digest] = UnwrittenSessions.Begun(name: name, hash: hash, ends: ends)
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

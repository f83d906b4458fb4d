import Basics
import GRDB
import Records

/// What a program asks with, in place of an account: it looks, and changes nothing.
public struct ProgramToken: Equatable, Sendable {
    public let name: String
    public let role: Role
    /// Those that may be seen; empty for all.
    public let cameras: [String]
    public let made: WallTime
    public let ends: WallTime
    /// When it was last used, to the minute; nil for never.
    public let seen: WallTime?
}

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

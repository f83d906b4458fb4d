import Basics
import GRDB
import Records

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

    static func check(cameras: [String], role: Role, _ action: String) throws(Failure) {
        for camera in cameras where !CameraName.fits(camera) {
            throw Failure(.usage, while: action, because: "\(camera) is no camera's name: it \(CameraName.rule)")
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

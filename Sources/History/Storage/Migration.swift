import GRDB

/// One step of the file's form. The number of the last one that was taken stands in the file (`PRAGMA user_version`).
struct Migration: Sendable {
    let version: Int
    let take: @Sendable (Database) throws -> Void

    /// In the order they are taken. A step that was shipped is never changed; a new form is a new step.
    static let all = [first, second, third]

    /// Tells a history from the databases of other programs (`PRAGMA application_id`): "plat".
    static let application = 0x706C_6174

    /// Takes the steps that the file lacks, each in a transaction of its own.
    ///
    /// - Parameter steps: other than all, for tests.
    static func bring(_ database: Database, upTo steps: [Migration] = all, path: String) throws {
        let version = try check(database, upTo: steps, path: path)
        for step in steps where step.version > version {
            try database.inTransaction(.immediate) {
                // Another process may have taken it meanwhile.
                guard try number("user_version", in: database) < step.version else { return .rollback }
                try step.take(database)
                try database.execute(
                    sql: "PRAGMA application_id = \(application); PRAGMA user_version = \(step.version)")
                return .commit
            }
        }
    }

    /// The version of the file, where it is ours, or empty.
    static func check(_ database: Database, upTo steps: [Migration] = all, path: String) throws -> Int {
        let opening = "opening the history \(path)"
        let version = try number("user_version", in: database)
        let mark = try number("application_id", in: database)
        if mark != application {
            let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
            guard isEmpty, mark == 0, version == 0 else {
                throw HistoryFailure(
                    opening, reason: "it is the database of another program",
                    remedy: "Give the history a path of its own (history.path), or move that file away.",
                    cause: .foreign)
            }
        }
        let newest = steps.map(\.version).max() ?? 0
        guard version <= newest else {
            throw HistoryFailure(
                opening,
                reason: "a later version of plated-hub made it (its form is \(version), this one knows \(newest))",
                remedy: "Install that version again, or make the history anew from the logs: `plated-hub rebuild`.",
                cause: .newer)
        }
        return version
    }

    private static func number(_ pragma: String, in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA \(pragma)") ?? 0
    }
}

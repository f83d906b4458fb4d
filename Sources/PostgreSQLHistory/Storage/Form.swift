import History

/// One step of the tables' form. The number of the last one that was taken stands in the database (`form`).
struct Form: Sendable {
    let version: Int
    /// A script.
    let sql: String

    /// In the order they are taken. A step that was shipped is never changed; a new form is a new step.
    static let all = [first, second, third, fourth]

    /// Whoever makes or changes tables waits for others that do.
    private static let lock = 0x706C_6174

    /// Takes the steps that the database lacks, all of them or none.
    ///
    /// - Parameter steps: other than all, for tests.
    static func bring(_ connection: Connection, upTo steps: [Form], place: String) throws {
        try connection.script("BEGIN; SELECT pg_advisory_xact_lock(\(lock))")
        do {
            let version = try version(of: connection, upTo: steps, place: place)
            for step in steps where step.version > version {
                try connection.script(step.sql)
                try connection.script("UPDATE form SET version = \(step.version)")
            }
            try connection.script("COMMIT")
        } catch {
            if !connection.isGone { try connection.script("ROLLBACK") }
            throw error
        }
    }

    /// The version of the tables, where they are ours; 0 where there are none.
    static func version(of connection: Connection, upTo steps: [Form], place: String) throws -> Int {
        let opening = "opening the history \(place)"
        let known = try connection.rows(
            """
            SELECT c.relname FROM pg_class c
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relname IN ('form', 'record') AND c.relkind IN ('r', 'p')
            """, isKept: false
        ).texts()
        guard known.contains("form") else {
            guard known.isEmpty else {
                throw HistoryFailure(
                    opening, reason: "it has a table `record` of another program",
                    remedy: "Give the history a database of its own, or a schema (ALTER ROLE … SET search_path = …).",
                    cause: .foreign)
            }
            return 0
        }
        let rows = try connection.rows("SELECT version FROM form", isKept: false)
        guard rows.count == 1 else {
            throw HistoryFailure(
                opening, reason: "it has a table `form` of another program",
                remedy: "Give the history a database of its own, or a schema (ALTER ROLE … SET search_path = …).",
                cause: .foreign)
        }
        let version = Int(rows.integer(0, 0))
        let newest = steps.map(\.version).max() ?? 0
        guard version <= newest else {
            throw HistoryFailure(
                opening,
                reason: "a later version of plated-hub made it (its form is \(version), this one knows \(newest))",
                remedy: "Install that version again, or give this one a database of its own.", cause: .newer)
        }
        return version
    }
}

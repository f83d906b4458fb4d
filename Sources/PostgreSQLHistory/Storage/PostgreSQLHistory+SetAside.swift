import History
import Records

extension PostgreSQLHistory {
    /// Whoever changes the history holds this lock with all others, so that nobody takes the tables away meanwhile.
    static let openKey = "hashtextextended(current_schema() || '/open', 0)"

    /// Moves the tables into a schema of their own, so that new ones can be made from the logs. What they hold, plates among it, is still
    /// there: whoever has what they need drops that schema.
    ///
    /// - Parameter now: becomes a part of the schema's name.
    /// - Returns: where they are now; nil where there were none.
    public static func setAside(_ server: ServerPlace, now: WallTime = .now) async throws -> String? {
        let name = "plated_old_" + now.description.filter { $0.isNumber || $0 == "T" }
        let session = Session(server, name: "history", greeting: "SET lock_timeout = '60s'")
        do {
            return try await session.run { connection in
                try connection.script("BEGIN; SET LOCAL lock_timeout = '10s'")
                do {
                    _ = try connection.rows("SELECT pg_advisory_xact_lock(\(openKey))")
                } catch let fault as ServerFault where fault.state == "55P03" {
                    throw HistoryFailure(
                        "moving the history \(server.shown) away", reason: "a plated-hub has it open",
                        remedy: "Stop it first, and all others that share the history: sudo systemctl stop plated-hub",
                        cause: .busy)
                }
                let tables = try connection.rows(
                    """
                    SELECT quote_ident(relname) FROM pg_class WHERE relnamespace = current_schema()::regnamespace
                    AND relkind IN ('r', 'p') AND (relname ~ '^(record|lost_event)_[0-9w]' OR relname IN (
                        'form', 'sequence', 'camera', 'record_schema', 'lane', 'plate', 'lost', 'touched', 'record', 'lost_event',
                        'month', 'camera_place', 'stream', 'gap', 'picture', 'log', 'hour_count', 'kept'))
                    AND EXISTS(SELECT 1 FROM pg_class f WHERE f.relname = 'form' AND f.relnamespace = current_schema()::regnamespace)
                    """, isKept: false
                ).texts()
                if tables.isEmpty { return nil }
                let moves = tables.map { "ALTER TABLE \($0) SET SCHEMA \(name);" }.joined(separator: "\n")
                try connection.script("CREATE SCHEMA \(name); \(moves); COMMIT")
                return "in the schema \(name) of \(server.shown)"
            }
        } catch {
            throw HistoryFailure("moving the history \(server.shown) away", place: server.shown, error)
        }
    }
}

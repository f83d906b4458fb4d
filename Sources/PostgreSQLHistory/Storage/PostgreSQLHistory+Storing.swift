import Basics
import History
import Records

extension PostgreSQLHistory {
    public func store(_ batch: Batch) async throws -> StoredBatch {
        let action = "storing records in the history \(place)"
        let mark = batch.mark
        if let unsure = unsure.of(mark), try await wasCommitted(unsure.transaction) {
            self.unsure.forget(mark)
            if unsure.stored.new > 0 { news.arrivals.ring() }
            return unsure.stored
        }
        unsure.forget(mark)
        let hub = hub
        let place = place
        let ending = try await holding(action) { connection, last in
            try BatchWriter(connection, last: last, place: place).store(batch, of: hub, now: .now)
        }
        switch ending {
        case .committed(let stored):
            if stored.new > 0 { news.arrivals.ring() }
            return stored
        case .unsure(let stored, let transaction, let fault):
            unsure.keep(UnsureStore.Told(transaction: transaction, mark: mark, stored: stored))
            throw HistoryFailure(action, place: place, fault)
        }
    }

    private func wasCommitted(_ transaction: String) async throws -> Bool {
        // Its own process at the server may not know yet that nobody listens: who holds the history next has waited for it.
        let ending = try await holding("asking what became of records") { connection, _ in
            try connection.rows(
                "SELECT coalesce(pg_xact_status($1::text::xid8), '')", .text(transaction)
            ).texts().first == "committed"
        }
        switch ending {
        case .committed(let value): return value
        case .unsure(let value, _, _): return value
        }
    }

    public func kept(_ space: String) async throws -> [String: String] {
        try await reading("reading what is kept beside records") { connection in
            let rows = try connection.rows("SELECT name, value FROM kept WHERE space = $1", .text(space))
            return Dictionary(
                (0..<rows.count).map { (rows.text($0, 0), rows.text($0, 1)) }, uniquingKeysWith: { $1 })
        }
    }

    public func cursors() async throws -> [String: LogCursor] {
        let hub = hub
        return try await reading("reading how far the logs were read") { connection in
            let rows = try connection.rows(
                "SELECT path, cursor FROM log WHERE hub = $1 AND cursor IS NOT NULL", .text(hub))
            var cursors: [String: LogCursor] = [:]
            for row in 0..<rows.count { cursors[rows.text(row, 0)] = LogCursor(rows.text(row, 1)) }
            return cursors
        }
    }
}

/// How a transaction ended.
enum Ending<Value: Sendable>: Sendable {
    case committed(Value)
    /// The connection was lost after the server was asked to commit: `pg_xact_status` knows of the transaction.
    case unsure(Value, transaction: String, ServerFault)
}

extension Connection {
    /// Reads what was committed at one moment. Where a part of a table is dropped before it was asked, it is all asked again.
    func reading<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        var isAgain = false
        while true {
            begin(.beginReading)
            do {
                let value = try body(self)
                // Nobody waits for the end of what changes nothing.
                if !abandon() { try tell(.commit) }
                return value
            } catch let fault as ServerFault where fault.isOfMissingTable && !isAgain {
                leave()
                parts = []
                isAgain = true
            } catch {
                leave()
                throw error
            }
        }
    }

    /// Changes the history, as the only one who does: what stores waits, in this process and in all others.
    ///
    /// - Parameter body: gets the number of the last record.
    func holding<Value: Sendable>(_ body: (Connection, Int64) throws -> Value) throws -> Ending<Value> {
        begin(.beginWriting)
        let (value, transaction): (Value, String)
        do {
            // The lock is given back when others see what was committed.
            let held = try rows(
                "SELECT last, pg_current_xact_id()::text FROM sequence WHERE name = 'record' FOR UPDATE")
            guard held.count == 1 else { throw ServerFault(state: "42P01", message: "the table sequence is empty") }
            transaction = held.text(0, 1)
            value = try body(self, held.integer(0, 0))
        } catch {
            leave()
            names = Names()
            throw error
        }
        do {
            try end()
            return .committed(value)
        } catch let fault as ServerFault where isGone {
            return .unsure(value, transaction: transaction, fault)
        } catch {
            leave()
            names = Names()
            throw error
        }
    }

    /// After a failure. What cannot be rolled back was lost with the connection.
    private func leave() {
        if abandon() || isGone { return }
        do { try script("ROLLBACK") } catch { close() }
    }
}

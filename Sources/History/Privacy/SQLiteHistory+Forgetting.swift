import GRDB
import Records

extension SQLiteHistory {
    public func forget(_ plate: String) async throws -> ForgottenText {
        guard let text = PlateText.normal(plate) else {
            throw HistoryFailure("forgetting a plate", reason: "the text is empty", cause: .question)
        }
        var forgotten = ForgottenText()
        var before = -1
        while forgotten.records + forgotten.votes > before {
            before = forgotten.records + forgotten.votes
            let more = try await writing("forgetting a plate") { database in
                var blotter = try Blotter(text, in: database)
                try blotter.blotEvents(upTo: Self.removedAtOnce)
                try blotter.removeVotes(upTo: Self.removedAtOnce)
                try blotter.finish()
                return blotter.forgotten
            }
            forgotten.records += more.records
            forgotten.votes += more.votes
            forgotten.pictures += more.pictures
        }
        forgotten.records += try await writing("forgetting a plate") { database in
            var blotter = try Blotter(text, in: database)
            try blotter.blotOthers()
            try blotter.finish()
            return blotter.forgotten.records
        }
        try await sweep()
        try await writing("forgetting a plate") { database in
            for kind in TextTable.Kind.allCases { try TextTable.rebuild(kind, in: database) }
        }
        if try await !emptyWAL() { forgotten.unemptied = path + "-wal" }
        return forgotten
    }

    /// Brings everything into the file and cuts the WAL to nothing, where no other process reads.
    private func emptyWAL() async throws -> Bool {
        do {
            return try await pool.barrierWriteWithoutTransaction { database in
                try database.checkpoint(.truncate).walFrameCount == 0
            }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            return false
        } catch {
            throw HistoryFailure("emptying the WAL of the history", path: path, error)
        }
    }
}

import GRDB
import Records

extension History {
    /// What became of a plate that is to be forgotten.
    public struct Forgotten: Sendable, Equatable {
        /// Records that told of it: of each its number, identifier, camera and time are left.
        public internal(set) var records = 0
        /// Records of other plates that had voted for it: that text was taken out of them.
        public internal(set) var votes = 0
        /// For whoever has the folders of evidence to delete them there.
        public internal(set) var pictures: [Picture] = []
        /// Whether the WAL was emptied, too. It is not while another process reads for long: its old pages go with the next
        /// `forget`, or when the last process closes the file.
        public internal(set) var isOverwritten = false
    }

    /// Removes a plate: its records, its text wherever it stands, and what SQLite leaves of deleted things in its files.
    ///
    /// The logs and pictures are not touched. A record that is read from a log once more stays forgotten.
    ///
    /// - Parameter plate: the very text; spaces, dashes and dots make no difference.
    public func forget(_ plate: String) async throws -> Forgotten {
        guard let text = PlateText.normal(plate) else {
            throw HistoryFailure("forgetting a plate", reason: "the text is empty", cause: .question)
        }
        var forgotten = Forgotten()
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
        forgotten.isOverwritten = try await emptyWAL()
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

import GRDB

#if canImport(Glibc)
    import Glibc
#endif

/// The history of a machine: a file.
///
/// SQLite has it in WAL mode: one connection writes, four read beside it. Several processes may have it open; what they do is
/// told apart by transactions, and nothing is remembered between two.
/// It has more than 500 lines because each of `History`'s queries is a statement of its own here.
public final class SQLiteHistory: History {
    public enum Access: Sendable {
        /// Makes the file where there is none, and brings an older one to the present form.
        case writing
        /// Changes nothing: beside the running hub, or on a copy.
        case reading
    }

    public let path: String
    public var place: String { path }
    public let news = HistoryNews()
    public var lineForm: LineForm { .packed }
    let pool: any DatabaseReader & DatabaseWriter
    /// Nil for who only reads, beside the hub or a copy.
    private let files: DatabaseFiles?

    /// How long to wait for another process that writes.
    private static let patience = 10.0

    public convenience init(path: String, access: Access = .writing) throws(HistoryFailure) {
        try self.init(path: path, access: access, steps: Migration.all)
    }

    /// - Parameter steps: the forms of the file that are known, for tests.
    init(path: String, access: Access, steps: [Migration]) throws(HistoryFailure) {
        self.path = path
        do {
            pool = try Self.open(path, access: access, steps: steps)
            files = access == .writing ? DatabaseFiles(path) : nil
        } catch {
            throw HistoryFailure("opening the history \(path)", path: path, error)
        }
    }

    // MARK: - Opening

    private static func open(
        _ path: String, access: Access, steps: [Migration]
    ) throws -> any DatabaseReader & DatabaseWriter {
        let size = try HistoryFile.size(path)
        switch access {
        case .writing:
            // SQLite would make it readable for all. One that is there is left alone: closing it would take the locks of whoever has it open in
            // this process (`DatabasePlace`).
            if size == nil {
                let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
                if descriptor >= 0 { close(descriptor) }
            }
            // Before the pool makes it a file with a WAL: it may be somebody else's.
            try DatabaseQueue(path: path, configuration: configuration()).read { database in
                _ = try Migration.check(database, upTo: steps, path: path)
            }
            let pool = try DatabasePool(path: path, configuration: configuration())
            try pool.writeWithoutTransaction { database in
                // Not in the configuration: the pool sets its own after that, which loses what was committed when the power goes.
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -16000")
                // Fewer checkpoints: pages that many transactions write go to the file once.
                try database.execute(sql: "PRAGMA wal_autocheckpoint = 16000")
                try Migration.bring(database, upTo: steps, path: path)
                try LineDictionary.keep(in: database)
            }
            return pool
        case .reading:
            guard let size, size > 0 else {
                throw HistoryFailure(
                    "opening the history \(path)", reason: size == nil ? "there is no such file" : "the file is empty",
                    remedy: "Give the path that plated-hub has (history.path), and run it once.", cause: .missing)
            }
            var configuration = configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { database in
                let version = try Migration.check(database, upTo: steps, path: path)
                guard version == steps.last?.version else {
                    throw HistoryFailure(
                        "opening the history \(path)", reason: "an earlier version of plated-hub made it",
                        remedy: "Start plated-hub once: it brings the file to the present form.", cause: .missing)
                }
            }
            return queue
        }
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "history"
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(patience)
        configuration.prepareDatabase { database in
            // A file may have been damaged, or made to do harm.
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            // What is deleted is overwritten. Debian's SQLite does so by itself, others may not.
            try database.execute(
                sql: "PRAGMA secure_delete = ON; PRAGMA cache_size = -2000; PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    // MARK: - Access

    /// Whoever is cancelled while SQLite is at it may be told by SQLite that it was interrupted. Whoever is not tries again: nothing of a
    /// transaction that was interrupted is left.
    private func answer<Value: Sendable>(
        _ action: String, _ access: @Sendable () async throws -> Value
    ) async throws -> Value {
        while true {
            if let failure = replacement(action) { throw failure }
            do {
                return try await access()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
                try Task.checkCancellation()
            } catch let error as CancellationError {
                throw error
            } catch {
                throw replacement(action) ?? HistoryFailure(action, path: path, error)
            }
        }
    }

    /// What is stored in a file that nobody finds any more is lost, and what is read in it is not what others see.
    private func replacement(_ action: String) -> HistoryFailure? {
        files?.loss.map { HistoryFailure(action, reason: $0, cause: .replaced) }
    }

    /// To be called where it was replaced: brings what only the WAL has to the file that this has open, wherever that is now, and takes away
    /// the WAL that would be taken for that of the file in its place.
    public func abandon() {
        guard let files else { return }
        do { try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") } } catch {}
        files.removeCompanions()
    }

    /// - Parameter action: what is being done, for the error.
    func reading<Value: Sendable>(
        _ action: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await answer(action) { try await self.pool.read(body) }
    }

    /// In one transaction.
    func writing<Value: Sendable>(
        _ action: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await answer(action) { try await self.pool.write(body) }
    }
}

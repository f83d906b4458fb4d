import Basics
import Logging
import Records

/// Follows the logs of all cameras, and stores what they say: each record once, in the order of its log.
///
/// While a batch is stored the next one is read, on another thread. How far a log was read is stored with what was read: a process
/// that dies loses nothing and repeats nothing.
public actor Intake {
    /// Lines of a transaction at most: pages of the trees that are ordered by plate take several events then.
    private static let batchSize = 8000
    /// The first wait after a history that took nothing, and the longest.
    private static let patience = (first: Duration.seconds(1), longest: Duration.seconds(5))
    /// For how long a log that cannot be read holds up what waits for all of them to be read, in milliseconds.
    private static let longestFailing: Int64 = 300_000

    private let history: any History
    private let logs: [LogIntake]
    private let paths: Set<String>
    private let watch: LogWatch
    private let talk: Logger
    private let now: @Sendable () -> WallTime
    private let batchSize: Int
    /// Logs that may have more than was read of them.
    private var due: Set<String> = []
    private var isAllDue = true
    /// When the last look at all of them began.
    private var allLookedAt: WallTime?
    /// Logs that could not be read at the last look, what was said of it, and since when.
    private var failing: [String: (reason: String, since: WallTime)] = [:]
    /// Logs of which the history says that they cannot be read.
    private var unreadable: Set<String>

    /// What was stored since it was made.
    public private(set) var stored = 0
    /// What was there already.
    public private(set) var repeated = 0

    /// - Parameters:
    ///   - logs: paths, each of one camera's log. Its rotations are found beside it.
    ///   - now: the time that a record gets that has none.
    ///   - limit: from when on records of a camera are kept, nil for all. A log that is read once more, since a line was taken out of it, has
    ///     older ones; stored again they would be news.
    public init(
        history: any History, logs: [String], talk: Logger, now: @escaping @Sendable () -> WallTime,
        limit: @escaping @Sendable (_ camera: String) -> TrustedTime?
    ) async throws {
        try await self.init(history: history, logs: logs, talk: talk, now: now, limit: limit, batchSize: Self.batchSize)
    }

    /// - Parameters:
    ///   - batchSize: lines of a transaction, for tests.
    ///   - looks: how often logs are looked at where nothing is heard of them, for tests.
    init(
        history: any History, logs: [String], talk: Logger, now: @escaping @Sendable () -> WallTime,
        limit: @escaping @Sendable (_ camera: String) -> TrustedTime?, batchSize: Int,
        looks: Duration = LogWatch.looks
    ) async throws {
        self.history = history
        self.talk = talk
        self.now = now
        self.batchSize = batchSize
        paths = Set(logs)
        // Before the first look, so that nothing that changes after it is missed.
        watch = try LogWatch(logs: logs, looks: looks)
        do {
            let cursors = try await history.cursors()
            unreadable = Set(try await history.logs().filter { !$0.isReadable }.map(\.path))
            let packer = LinePacker(history.lineForm)
            self.logs = logs.map { path in
                LogIntake(path: path, cursor: cursors[path], packer: packer, limit: limit)
            }
        } catch {
            watch.stop()
            throw error
        }
    }

    deinit {
        watch.stop()
    }

    /// Stores what there is and then what comes, until the task is cancelled.
    ///
    /// - Throws: HistoryFailure where the history cannot go on; a disk that is full is waited for.
    public func run() async throws {
        do {
            try await catchUp()
            for await _ in watch.changes { try await storeWhatIsDue() }
        } catch is CancellationError {
            // What was not stored is read again next time.
        }
    }

    /// Stores all that is there now.
    public func catchUp() async throws {
        isAllDue = true
        try await storeWhatIsDue()
    }

    /// Has who runs it look at all logs now, whether something was heard of them or not.
    public func lookAgain() {
        isAllDue = true
        watch.ring()
    }

    /// Stores what has come in logs of which something was heard. With fifty cameras, one look at each of them for every line that one writes
    /// was a third of what the hub took.
    private func storeWhatIsDue() async throws {
        if history.news.owesSweep { try await history.sweepForgotten(talk) }
        var batch = read()
        var old = 0
        while !batch.isEmpty {
            let current = batch
            async let storing = store(current)
            batch = read()
            let stored = try await storing
            self.stored += stored.new
            self.repeated += stored.repeated
            old += stored.old
            if stored.forgotten > 0 { try await history.sweepForgotten(talk) }
        }
        old += logs.reduce(0) { $0 + $1.old }
        if old > 0 { talk.notice("records not stored, since they are older than records are kept: \(old)") }
        for log in logs { log.old = 0 }
        if let allLookedAt, !holdsUp { history.news.wasRead(until: allLookedAt) }
    }

    /// Whether a log cannot be read for a moment: nobody knows what stands in it. One that stays so is no reason for all others to wait.
    private var holdsUp: Bool {
        let now = now()
        return failing.values.contains { abs(now.milliseconds - $0.since.milliseconds) < Self.longestFailing }
    }

    /// Up to a batch of lines: a part of it from every log that has some, so that none waits for the others.
    private func read() -> Batch {
        listen()
        var batch = Batch()
        // Nobody waits any more for a log that is not followed.
        for path in unreadable.subtracting(paths) {
            batch.progress[path, default: Batch.Progress()].trouble =
                "it could not be read, and is not followed any more"
        }
        unreadable.formIntersection(paths)
        var waiting = logs.filter { due.contains($0.path) }
        while !waiting.isEmpty, !batch.isFull {
            let share = (batchSize - batch.lines) / waiting.count
            if share == 0 { break }
            waiting = waiting.filter { read($0, upTo: share, into: &batch) }
        }
        batch.sort()
        due = Set(waiting.map(\.path))
        watch.retry(!failing.isEmpty)
        return batch
    }

    /// Takes in which logs were written to. Where it was something else, a rotation perhaps, each may have more.
    private func listen() {
        let began = now()
        if let written = watch.heard().written, written.isSubset(of: paths), !isAllDue {
            due.formUnion(written)
            due.formUnion(failing.keys)
        } else {
            due = paths
            isAllDue = false
            allLookedAt = began
        }
    }

    /// Whether there may be more.
    private func read(_ log: LogIntake, upTo count: Int, into batch: inout Batch) -> Bool {
        do throws(LogFailure) {
            for message in try log.read(upTo: count, into: &batch, now: now()) { talk.warning("\(message)") }
            if failing.removeValue(forKey: log.path) != nil { talk.notice("the log \(log.path) can be read again") }
            if unreadable.remove(log.path) != nil, batch.progress[log.path]?.trouble == nil {
                batch.progress[log.path, default: Batch.Progress()].trouble =
                    "it could not be read for a while, and can be read again"
            }
            return !log.isAtEnd
        } catch {
            let known = failing[log.path]
            if known?.reason != error.description {
                talk.error("\(error); it is tried again, and nothing is lost meanwhile")
                batch.progress[log.path, default: Batch.Progress()].trouble =
                    HistoryStatus.Log.unreadablePrefix + error.description
                unreadable.insert(log.path)
            }
            failing[log.path] = (error.description, known?.since ?? now())
            return false
        }
    }

    /// Stores a batch, however long the disk takes.
    private nonisolated func store(_ batch: Batch) async throws -> StoredBatch {
        var wait = Self.patience.first
        var failed = false
        while true {
            do {
                let stored = try await history.store(batch)
                history.news.goesOn()
                if failed { talk.notice("the history \(history.place) takes records again") }
                return stored
            } catch let failure as HistoryFailure where failure.mayPass {
                history.news.stands(still: failure, at: now())
                if !failed { talk.error("\(failure)") }
                failed = true
                try await Task.sleep(for: wait)
                wait = min(wait * 2, Self.patience.longest)
            }
        }
    }
}

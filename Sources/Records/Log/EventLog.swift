import Basics
import Logging

/// The log of a camera as a file that loses nothing. Made, used and released on the OCR queue.
///
/// A record is on disk when `record` returns: in the log, or, while that cannot be written, in the spool, from where it
/// goes to the log in order as soon as that is possible, in this run or the next. The log is always whole lines, each there once,
/// and each tied to the one before.
public final class EventLog: EventSink {
    private let settings: Settings
    private let log: Logger
    private let now: () -> Moment
    private let file: ChainedLog
    private let waiting: Backlog
    /// Why the log cannot be written now.
    private var trouble: LogFailure?
    /// Why the next line would not be taken, when that was looked at last.
    private var hindrance: String?
    /// Records that had waited and were written since that was last told.
    private var late = 0
    private var nextCheck: ContinuousClock.Instant
    public private(set) var lastPlate: WallTime?

    /// Opens the log, mends its last line, and writes what an earlier run left in the spool.
    ///
    /// A log that cannot be opened is an error, unless the spool lies in another folder and the path is no mistake; one that
    /// can be opened and is full is none.
    ///
    /// - Parameter sealer: signs the chain at the start, every hour and at the end; nil for a log without seals.
    public init(
        _ settings: Settings, sealer: (any Sealer)? = nil, ids: EventIDs = .ofThisProcess, log: Logger,
        now: @escaping () -> Moment
    ) throws(LogFailure) {
        self.settings = settings
        self.log = log
        self.now = now
        nextCheck = now().instant
        waiting = Backlog(settings, ids: ids, log: log, now: now)
        let seals = sealer.map { Seals($0, camera: settings.camera, ids: ids) }
        file = ChainedLog(settings, backlog: waiting, seals: seals, log: log, now: now)
        // Before anything of this run is in it.
        lastPlate = LogFile.lastPlate(of: settings.path)
        do {
            try waiting.open()
            lastPlate = LogFile.lastPlate(in: waiting.newest) ?? lastPlate
        } catch {
            if error.isTaken || error.isMistake { throw error }
            waiting.trouble = error
        }
        do {
            try drain(for: nil)
        } catch {
            let mayMend = (file.isOpen || settings.isSpoolElsewhere) && !error.isTaken && !error.isMistake
            guard waiting.hasSpool, mayMend else {
                waiting.remove()
                throw error
            }
            begin(error)
        }
        if let trouble = waiting.trouble {
            log.warning("\(trouble); what the log does not take would be in memory only")
        }
    }

    deinit {
        // What lies beside somebody's file goes again, unless there is something in it.
        if !settings.isSpoolElsewhere { waiting.remove() }
    }

    public var backlog: Int { waiting.count }

    /// Also of a camera at which nothing happens, whose log is not written to for hours.
    public var unwritable: String? { trouble?.reason ?? hindrance }

    public func lastGap(of camera: String) -> GapRecord? {
        LogFile.lastGap(in: waiting.newest, of: camera) ?? LogFile.lastGap(of: camera, inLog: settings.path)
    }

    public func plates(since time: WallTime) -> [PlateEvent] {
        LogFile.plates(of: settings.path, and: waiting.newest, since: time)
    }

    public func record(_ record: any LogRecord) throws {
        if backlog == 0 {
            do {
                return try file.append(record.line)
            } catch {
                begin(error)
            }
        }
        waiting.keep(record.line)
        try flush()
        guard waiting.held.isEmpty else {
            throw LogFailure(
                "keeping what the log \(settings.path) does not take",
                reason: "\(waiting.held.count) records are in memory only" + (waiting.trouble.map { "; \($0)" } ?? ""),
                cause: waiting.trouble?.cause ?? .unfit)
        }
    }

    public func flush() throws {
        guard nextCheck <= now().instant else { return }
        nextCheck = now().instant + settings.retry
        attempt(for: settings.patience)
        hindrance = file.hindrance
    }

    public func reopen() throws {
        file.leave()
        attempt(for: settings.patience)
    }

    public func close() throws {
        attempt(for: .seconds(5))
        if backlog == 0, trouble == nil {
            do { try file.finish() } catch { log.warning("\(error); the end of the log is not sealed") }
        }
        file.close()
        guard waiting.held.isEmpty else {
            throw LogFailure(
                "writing \(waiting.held.count) records to the log \(settings.path)",
                reason: trouble?.description ?? "they are more than could be written at the end",
                cause: trouble?.cause ?? .unfit)
        }
        if waiting.spooled > 0 {
            log.warning("\(waiting.spooled) records wait in \(settings.spool); the next start writes them to the log")
        }
    }

    /// Writes what waits, for at most `patience`, or all of it.
    private func drain(for patience: Duration?) throws(LogFailure) {
        let deadline = patience.map { now().instant + $0 }
        let current = try file.tend()
        try waiting.settle { count throws(LogFailure) in try current.recentLines(atLeast: count) }
        while let line = try waiting.next() {
            if let deadline, deadline < now().instant { return }
            try file.append(line)
            late += 1
            waiting.removeFirst()
        }
        recovered()
    }

    // MARK: - What is said

    private func attempt(for patience: Duration) {
        do {
            try drain(for: patience)
            if backlog > 0 { nextCheck = now().instant }
        } catch {
            begin(error)
        }
        if !waiting.held.isEmpty { waiting.spoolHeld() }
    }

    private func begin(_ failure: LogFailure) {
        if trouble?.cause != failure.cause {
            log.error("\(failure); records wait in \(settings.spool) until it can be written")
        }
        trouble = failure
        nextCheck = now().instant + settings.retry
    }

    private func recovered() {
        if trouble != nil {
            log.notice("the log \(settings.path) is written again; \(late) records that waited are in it")
        } else if late > 0 {
            log.notice("\(late) records that waited in \(settings.spool) are in the log \(settings.path)")
        }
        trouble = nil
        late = 0
    }
}

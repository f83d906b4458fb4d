import Basics
import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// The log of a camera as a file that loses nothing. Made, used and released on the OCR queue.
///
/// A record is on disk when `record` returns: in the log, or, while that cannot be written, in the spool, from where it
/// goes to the log in order as soon as that is possible, in this run or the next. The log is always whole lines, each there once.
public final class EventLog: EventSink {
    private let settings: Settings
    private let log: Logger
    private let now: () -> Moment
    private var file: LogFile?
    /// Whether the log may end in a part of a line.
    private var mustMend = true
    private var spool: Spool?
    /// What neither the log nor the spool takes.
    private var held: [[UInt8]] = []
    private let ids: EventIDs
    /// Why the log cannot be written now.
    private var trouble: LogFailure?
    /// Why there is no spool now.
    private var spoolTrouble: LogFailure?
    /// Records that had waited and were written since that was last told.
    private var late = 0
    private var nextLook: ContinuousClock.Instant
    public private(set) var lastRecord: WallTime?

    /// Opens the log, mends its last line, and writes what an earlier run left in the spool.
    ///
    /// A log that cannot be opened is an error, unless the spool lies in another folder and the path is no mistake; one that
    /// can be opened and is full is none.
    public init(
        _ settings: Settings, ids: EventIDs = .ofThisProcess, log: Logger, now: @escaping () -> Moment = { .now }
    ) throws(LogFailure) {
        self.settings = settings
        self.ids = ids
        self.log = log
        self.now = now
        nextLook = now().instant
        // Before anything of this run is in it.
        lastRecord = LogFile.lastRecord(of: settings.path)
        do {
            try openSpool()
            lastRecord = (spool?.lines ?? []).reversed().lazy.compactMap(LogFile.time).first ?? lastRecord
        } catch {
            if error.isTaken || error.isMistake { throw error }
            spoolTrouble = error
        }
        do {
            try drain(for: nil)
        } catch {
            let mayMend = (file != nil || settings.isSpoolElsewhere) && !error.isTaken && !error.isMistake
            guard spool != nil, mayMend else {
                spool?.remove()
                throw error
            }
            begin(error)
        }
        if let spoolTrouble { log.warning("\(spoolTrouble); what the log does not take would be in memory only") }
    }

    deinit {
        // What lies beside somebody's file goes again, unless there is something in it.
        if !settings.isSpoolElsewhere { spool?.remove() }
    }

    public var backlog: Int { (spool?.count ?? 0) + held.count }

    public func record(_ record: any LogRecord) throws {
        if backlog == 0 {
            do {
                return try append(record.line)
            } catch {
                begin(error)
            }
        }
        keep(record.line)
        try flush()
        guard held.isEmpty else {
            throw LogFailure(
                "keeping what the log \(settings.path) does not take",
                reason: "\(held.count) records are in memory only" + (spoolTrouble.map { "; \($0)" } ?? ""),
                cause: spoolTrouble?.cause ?? .unfit)
        }
    }

    public func flush() throws {
        guard nextLook <= now().instant else { return }
        nextLook = now().instant + settings.retry
        attempt(for: settings.patience)
    }

    public func reopen() throws {
        file = nil
        attempt(for: settings.patience)
    }

    public func close() throws {
        attempt(for: .seconds(5))
        file = nil
        guard held.isEmpty else {
            throw LogFailure(
                "writing \(held.count) records to the log \(settings.path)",
                reason: trouble?.description ?? "they are more than could be written at the end",
                cause: trouble?.cause ?? .unfit)
        }
        if let spool, spool.count > 0 {
            log.warning("\(spool.count) records wait in \(spool.path); the next start writes them to the log")
        }
    }

    // MARK: - The log

    /// Has a line in the log, on disk.
    private func append(_ line: [UInt8]) throws(LogFailure) {
        let file = try opened()
        do {
            try file.append(line)
        } catch {
            mustMend = true
            throw error
        }
        // Deleted at this very moment: the line went with it.
        if file.isDeleted { try opened().append(line) }
    }

    /// The file the path leads to: opened again where it was moved or deleted.
    private func opened() throws(LogFailure) -> LogFile {
        let current = if let file, file.isAtItsPath { file } else { try openedAnew() }
        guard mustMend else { return current }
        let whole = try mended(current)
        mustMend = false
        return whole
    }

    private func openedAnew() throws(LogFailure) -> LogFile {
        file = nil
        let new = try LogFile(path: settings.path)
        if !new.isLocked { log.warning("the log \(settings.path) cannot be locked: see that nobody else writes to it") }
        file = new
        mustMend = true
        return new
    }

    /// Makes the log whole lines again; another file in its place where that cannot be done.
    private func mended(_ file: LogFile) throws(LogFailure) -> LogFile {
        switch try file.end() {
        case .whole: return file
        case .noLine: return try begunAnew(after: file)
        case .torn(let end):
            try mend(end, of: file)
            return file
        }
    }

    /// Puts a log that ends in no line aside, with all that is in it, and begins a new one.
    private func begunAnew(after damaged: LogFile) throws(LogFailure) -> LogFile {
        let what = "the log \(settings.path) does not end in a line: zeros after a power cut, or it is no log"
        do throws(LogFailure) {
            let place = try damaged.putAside(at: now().wall)
            log.warning(
                "\(what). All of it is kept as \(place), and a new log is begun; delete that file when nobody needs it")
        } catch {
            // Nothing may be renamed there: what follows is lines again, if not what comes before.
            try damaged.endLine()
            log.warning("\(what). New records follow it, since it cannot be moved: \(error)")
            return damaged
        }
        return try openedAnew()
    }

    /// Makes a line of what is left of one.
    private func mend(_ end: [UInt8], of file: LogFile) throws(LogFailure) {
        if TornLine.isWhole(end) { return try file.append([UInt8(ascii: "\n")]) }
        let fragment = end.last == UInt8(ascii: "\n") ? end.dropLast() : end
        do throws(LogFailure) {
            if waiting.contains(where: { $0.starts(with: fragment) }) { return try file.cut(end.count) }
            log.warning("the last line of the log \(settings.path) is torn; \(fragment.count) bytes of it are kept")
            let torn = torn(fragment)
            if isSpooled(torn) { try file.cut(end.count) } else { try file.replaceEnd(end.count, with: torn.line) }
        } catch {
            // Only a log that may do nothing but grow (chattr +a) keeps what is no JSON; from a sick disk it is cut later.
            guard error.cause == .system(EPERM) else { throw error }
            try file.append([UInt8(ascii: "\n")])
        }
    }

    // MARK: - What waits

    private var waiting: [[UInt8]] { (spool?.lines ?? []) + held }

    private func torn(_ fragment: [UInt8]) -> TornLine {
        let now = now().wall
        return TornLine(id: ids.next(at: now), time: now, camera: settings.camera, fragment: fragment)
    }

    /// Whether a fragment is safe in the spool, since a run that was killed there or from now on.
    private func isSpooled(_ torn: TornLine) -> Bool {
        guard let spool, !spool.lines.contains(where: torn.isTold) else { return spool != nil }
        do {
            try spool.append(torn.line)
            return true
        } catch {
            spoolTrouble = error
            return false
        }
    }

    /// Has a line wait: in the spool, or where that fails in memory.
    private func keep(_ line: [UInt8]) {
        held.append(line)
        spoolHeld()
    }

    /// Brings what is in memory to the spool.
    private func spoolHeld() {
        do {
            if let lost = spool, !lost.isAtItsPath {
                held = lost.lines + held
                spool = nil
            }
            if spool == nil { try openSpool() }
            while let line = held.first {
                try spool?.append(line)
                held.removeFirst()
            }
            spoolTrouble = nil
        } catch {
            spoolTrouble = error
        }
    }

    private func openSpool() throws(LogFailure) {
        let spool = try Spool(path: settings.spool, reserve: settings.reserve, at: now().wall)
        self.spool = spool
        for place in spool.putAside {
            log.warning(
                "the spool \(spool.path) was damaged. What cannot be read of it is kept as \(place); delete that file when nobody needs it"
            )
        }
        if let shortage = spool.shortage {
            log.warning("\(shortage); the spool may not hold all that the log does not take")
        }
        for fragment in spool.damaged {
            log.warning("a record in the spool \(spool.path) is not whole; \(fragment.count) bytes of it are kept")
            keep(torn(fragment).line)
        }
    }

    /// Writes what waits, for at most `patience`, or all of it.
    private func drain(for patience: Duration?) throws(LogFailure) {
        let deadline = patience.map { now().instant + $0 }
        let file = try opened()
        if let spool, spool.isInDoubt {
            let written = try file.recentLines(atLeast: 2 * max(settings.reserve, spool.size))
            spool.settle(written.contains)
        }
        while let line = spool?.first ?? held.first {
            if let deadline, deadline < now().instant { return }
            try append(line)
            late += 1
            if let spool, spool.count > 0 { spool.removeFirst() } else { held.removeFirst() }
        }
        recovered()
    }

    // MARK: - What is said

    private func attempt(for patience: Duration) {
        do {
            try drain(for: patience)
            if backlog > 0 { nextLook = now().instant }
        } catch {
            begin(error)
        }
        if !held.isEmpty { spoolHeld() }
    }

    private func begin(_ failure: LogFailure) {
        if trouble?.cause != failure.cause {
            log.error("\(failure); records wait in \(settings.spool) until it can be written")
        }
        trouble = failure
        nextLook = now().instant + settings.retry
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

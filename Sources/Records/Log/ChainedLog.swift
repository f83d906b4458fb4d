import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// The log at its path: whole lines, each on disk and tied to the one before, in this file and in those it was rotated to.
///
/// Within a run the chain goes on from the last line that was written, whatever somebody else did to the file meanwhile; a new run
/// takes it up from the last line that it finds.
final class ChainedLog {
    /// How long a file is held that another one took the place of.
    private static let patience = Duration.seconds(5)

    private let settings: EventLog.Settings
    private let log: Logger
    private let now: () -> Moment
    private let backlog: Backlog
    private var file: LogFile?
    /// The files to which the path led before, oldest first: until what is in them alone is in the log, or for a few seconds. An editor moves a
    /// log away before it puts the new one there, and a file that was begun in between is replaced, too.
    private var left: [LogFile] = []
    private var leftUntil: ContinuousClock.Instant?
    /// Whether all that the file before had is in the log.
    private var hasAll = false
    /// Whether the log may end in a part of a line.
    private var mustMend = true
    /// Nil while nobody has looked.
    private var end: ChainEnd?
    /// A line of which the disk did not say whether it is there.
    private var doubtful: [UInt8]?
    private var seals: Seals?

    init(
        _ settings: EventLog.Settings, backlog: Backlog, seals: Seals?, log: Logger, now: @escaping () -> Moment
    ) {
        self.settings = settings
        self.backlog = backlog
        self.seals = seals
        self.log = log
        self.now = now
    }

    private var path: String { settings.path }
    var isOpen: Bool { file != nil }

    /// Why the next line would not be taken: nobody has tried. Nil where it would, as far as that shows.
    var hindrance: String? { file?.hindrance }

    func close() {
        file = nil
        left = []
    }

    /// Has the file opened anew with the next look.
    func leave() {
        if let file, !file.isAtItsPath {
            left.append(file)
            leftUntil = now().instant + Self.patience
        }
        file = nil
    }

    /// Has a line in the log, on disk, behind the seal that is due.
    func append(_ line: [UInt8]) throws(LogFailure) {
        let file = try opened()
        try sealWhereDue(file)
        let before = end
        let tied = try tie(line, to: file)
        guard file.isDeleted else { return }
        // Deleted at this very moment: the line went with it, unless a copy took its place and has got it since.
        do throws(LogFailure) {
            let next = try opened()
            if hasAll { return }
            end = before
            try tie(line, to: next)
        } catch {
            end = before
            doubtful = tied
            mustMend = true
            throw error
        }
    }

    /// Opens the log where it was moved, and seals it where that is due.
    func tend() throws(LogFailure) -> LogFile {
        let file = try opened()
        try sealWhereDue(file)
        return file
    }

    /// Seals all that is in the log, for the last time.
    func finish() throws(LogFailure) {
        seals?.isStopping = true
        _ = try tend()
    }

    // MARK: - The chain

    /// - Returns: the line as it stands there.
    @discardableResult
    private func tie(_ line: [UInt8], to file: LogFile, isSeal: Bool = false) throws(LogFailure) -> [UInt8] {
        let tied = ChainLink.tied(line, to: try found(before: 0).head)
        do {
            try file.append(tied)
        } catch {
            mustMend = true
            doubtful = tied
            throw error
        }
        advance(over: tied, isSeal: isSeal)
        return tied
    }

    /// - Parameter line: with its newline.
    private func advance(over line: [UInt8], isSeal: Bool = false) {
        end?.add(ChainLink.digest(ofLine: line.dropLast()), isSeal: isSeal)
    }

    /// Where the chain has come to.
    ///
    /// - Parameter count: bytes at the end of the log that are no line.
    private func found(before count: Int) throws(LogFailure) -> ChainEnd {
        if let end { return end }
        var found = ChainEnd()
        do throws(LogFailure) {
            found = try ChainEnd(of: path, before: count, isCounting: seals != nil)
        } catch {
            log.warning(
                "\(error); the log \(path) begins a new chain, since the last line of what it was rotated to is not known"
            )
        }
        end = found
        return found
    }

    private func sealWhereDue(_ file: LogFile) throws(LogFailure) {
        let now = now()
        guard var seals, let reason = seals.due(at: now.instant) else { return }
        let record: SealRecord
        do {
            record = try seals.seal(found(before: 0), for: reason, at: now.wall)
        } catch let failure as LogFailure {
            throw failure
        } catch {
            log.error("\(error); the lines of the log \(path) are chained, and from here on not sealed")
            self.seals = nil
            return
        }
        try tie(record.line, to: file, isSeal: true)
        seals.sealed(at: now.instant)
        self.seals = seals
    }

    // MARK: - The file

    /// The file the path leads to: opened again where it was moved or deleted.
    private func opened() throws(LogFailure) -> LogFile {
        let current = if let file, file.isAtItsPath { file } else { try openedAnew() }
        for old in left {
            hasAll = try current.takeOver(from: old)
            if hasAll { left.removeAll { $0 === old } }
        }
        if let leftUntil, leftUntil < now().instant { left = [] }
        guard mustMend else { return current }
        let whole = try mended(current)
        mustMend = false
        doubtful = nil
        return whole
    }

    private func openedAnew() throws(LogFailure) -> LogFile {
        leave()
        if let before = left.first(where: \.isAtItsPath) {
            // It came back, such as a folder that was away.
            left.removeAll { $0 === before }
            file = before
            mustMend = true
            return before
        }
        let new = try LogFile(path: path)
        if !new.isLocked { log.warning("the log \(path) cannot be locked: see that nobody else writes to it") }
        file = new
        mustMend = true
        return new
    }

    /// Makes the log whole lines again; another file in its place where that cannot be done.
    private func mended(_ file: LogFile) throws(LogFailure) -> LogFile {
        try settle(file)
        switch try file.end() {
        case .whole: return file
        case .noLine: return try begunAnew(after: file)
        case .torn(let end):
            try mend(end, of: file)
            return file
        }
    }

    /// Takes away a line that the disk did take after all: it waits as well, and comes again.
    private func settle(_ file: LogFile) throws(LogFailure) {
        guard let doubtful, try file.tail(doubtful.count) == doubtful else { return }
        do throws(LogFailure) {
            try file.cut(doubtful.count)
        } catch {
            // A log that may do nothing but grow has it twice.
            guard error.cause == .system(EPERM) else { throw error }
            advance(over: doubtful)
        }
        self.doubtful = nil
    }

    /// Puts a log that ends in no line aside, with all that is in it, and begins a new one.
    private func begunAnew(after damaged: LogFile) throws(LogFailure) -> LogFile {
        // What is no line is the line before the next one.
        _ = try found(before: 0)
        let what = "the log \(path) does not end in a line: zeros after a power cut, or it is no log"
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
    private func mend(_ rest: [UInt8], of file: LogFile) throws(LogFailure) {
        let head = try found(before: rest.count).head
        let fragment = rest.last == UInt8(ascii: "\n") ? rest.dropLast() : rest
        if TornLine.isWhole(rest) { return try endLine(fragment, of: file) }
        do throws(LogFailure) {
            if try backlog.contains(where: { ChainLink.isBeginning(fragment, of: $0) }) {
                return try file.cut(rest.count)
            }
            log.warning("the last line of the log \(path) is torn; \(fragment.count) bytes of it are kept")
            let torn = backlog.torn(fragment)
            if backlog.takes(torn) { return try file.cut(rest.count) }
            let line = ChainLink.tied(torn.line, to: head)
            try file.replaceEnd(rest.count, with: line)
            advance(over: line)
        } catch {
            // Only a log that may do nothing but grow (chattr +a) keeps what is no JSON; from a sick disk it is cut later.
            guard error.cause == .system(EPERM) else { throw error }
            try endLine(fragment, of: file)
        }
    }

    private func endLine(_ line: [UInt8], of file: LogFile) throws(LogFailure) {
        let newline = [UInt8(ascii: "\n")]
        try file.append(newline)
        advance(over: line + newline)
    }
}

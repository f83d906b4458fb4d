import Logging

/// Lines that wait for their log: in the spool or, where that cannot be written, in memory.
final class Backlog {
    private let settings: EventLog.Settings
    private let ids: EventIDs
    private let log: Logger
    private let now: () -> Moment
    private var spool: Spool?
    /// What neither the log nor the spool takes.
    private(set) var held: [[UInt8]] = []
    /// Why there is no spool now.
    var trouble: LogFailure?

    init(_ settings: EventLog.Settings, ids: EventIDs, log: Logger, now: @escaping () -> Moment) {
        self.settings = settings
        self.ids = ids
        self.log = log
        self.now = now
    }

    var count: Int { (spool?.count ?? 0) + held.count }
    /// The last of them that can be read, oldest first.
    var newest: [[UInt8]] {
        do {
            return (try spool?.newest(LogFile.recent) ?? []) + held
        } catch {
            return held
        }
    }
    var spooled: Int { spool?.count ?? 0 }
    var hasSpool: Bool { spool != nil }

    /// The first line. One that the disk has not kept as it was goes to the end as what is left of it, so that it holds up no other.
    func next() throws(LogFailure) -> [UInt8]? {
        while let spool, let fragment = try spool.damagedFirst() {
            keep(damaged: fragment, in: spool)
            spool.removeFirst()
        }
        if let first = try spool?.first { return first }
        return held.first
    }

    private func keep(damaged fragment: [UInt8], in spool: Spool) {
        log.warning("a record in the spool \(spool.path) is not whole; \(fragment.count) bytes of it are kept")
        keep(torn(fragment).line)
    }

    /// The first line is in the log.
    func removeFirst() {
        if let spool, spool.count > 0 { spool.removeFirst() } else { held.removeFirst() }
    }

    /// Takes the spool away where nothing is in it.
    func remove() { spool?.remove() }

    func contains(where isSuch: ([UInt8]) -> Bool) throws(LogFailure) -> Bool {
        if held.contains(where: isSuch) { return true }
        return try spool?.contains(where: isSuch) ?? false
    }

    /// Removes lines that an earlier run has written, where it was killed before it noted that.
    ///
    /// - Parameter recent: the last lines of the log, of so many bytes.
    func settle(_ recent: (Int) throws(LogFailure) -> Set<[UInt8]>) throws(LogFailure) {
        guard let spool, spool.isInDoubt else { return }
        // The end of the log is enough: the last of them stands there.
        try spool.settle(Set(try recent(max(2 * settings.reserve, 4 * LogFile.longestLine)).map(ChainLink.untied)))
    }

    func torn(_ fragment: [UInt8]) -> TornLine {
        let now = now().wall
        return TornLine(id: ids.next(at: now), time: now, camera: settings.camera, fragment: fragment)
    }

    /// Whether a fragment is safe in the spool, since a run that was killed there or from now on.
    func takes(_ torn: TornLine) -> Bool {
        guard let spool else { return false }
        do {
            if try !spool.contains(where: torn.isTold) { try spool.append(torn.line) }
            return true
        } catch {
            trouble = error
            return false
        }
    }

    /// Has a line wait: in the spool, or where that fails in memory.
    func keep(_ line: [UInt8]) {
        held.append(line)
        spoolHeld()
    }

    /// Brings what is in memory to the spool.
    func spoolHeld() {
        do {
            if let lost = spool, !lost.isAtItsPath {
                held = try lost.lines() + held
                spool = nil
            }
            if spool == nil { try open() }
            while let line = held.first {
                try spool?.append(line)
                held.removeFirst()
            }
            trouble = nil
        } catch {
            trouble = error
        }
    }

    func open() throws(LogFailure) {
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
        for fragment in spool.damaged { keep(damaged: fragment, in: spool) }
    }
}

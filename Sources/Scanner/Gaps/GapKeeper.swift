import ALPR
import Capture
import Records

/// Keeps the gaps of a log: whether the scanner can see, from everything that tells of it, which are the source's state, the pictures,
/// and the time before the scanner was started.
struct GapKeeper {
    /// A scanner that was without a picture for less was only started anew.
    private static let shortestAbsence: Int64 = 2000
    /// How often the journal is brought up to date.
    private static let journalInterval = Duration.seconds(1)

    private let journal: GapJournal?
    private var sight: SightWatch?
    /// What the last pictures showed.
    private var shown: Blindness?
    private var gaps: GapRecorder
    /// When the scanner ran before it was started now; nil where that is not known.
    private var lastRun: WallTime?
    private var journalWritten: ContinuousClock.Instant?

    /// - Parameter lastRecord: the time of the last record in the log, which the scanner was there to write.
    init(
        settings: SightWatch.Settings?, roi: RegionOfInterest, journal: GapJournal?, camera: String,
        lastRecord: WallTime? = nil
    ) {
        self.journal = journal
        sight = settings.map { SightWatch(settings: $0, roi: roi) }
        let before = journal?.read()
        lastRun = before?.gap == nil ? before?.lastRun(lastRecord: lastRecord) : nil
        gaps = GapRecorder(camera: camera, resuming: before?.gap)
    }

    /// The gap that lasts.
    var gap: Gap? { gaps.open }

    /// Takes in a frame, or that there was none, and returns the records to write.
    ///
    /// - Parameters:
    ///   - pauses: times in which the scanner did not get to run, since the last call.
    ///   - unread: since when nothing reads what is seen; nil while something does.
    mutating func update(
        with arrival: FrameSlot.Arrival?, source: SourceState, pauses: [Range<WallTime>] = [],
        unread: ContinuousClock.Instant? = nil, now: Moment
    ) -> [GapRecord] {
        // A recording has no gaps: what is not in it is not there.
        guard source.isLive || journal != nil else { return [] }
        if let arrival { judge(arrival, at: now) }
        var records = absence(source, at: now) + pauses.flatMap { missed($0, at: now.wall) }
        switch source.phase {
        case .opening:
            // Nothing is known yet but the time before; a gap that lasted then goes on.
            break
        case .lost(let cause, let since):
            sight?.restart()
            shown = nil
            records += gaps.update(Blindness(cause: cause, since: now.wall(at: since)), at: now.wall)
        case .working(let since):
            let frozen = source.frozenSince.map { Blindness(cause: .frozen, since: now.wall(at: $0)) }
            let damaged = source.damagedSince.map { Blindness(cause: .damaged, since: now.wall(at: $0)) }
            let seen = endsWithTheFirstPicture ? since : arrival?.at
            let blind = unread.map { Blindness(cause: .unread, since: now.wall(at: $0)) }
            records += gaps.update(
                frozen ?? damaged ?? shown ?? blind, at: now.wall, seeingSince: seen.map { now.wall(at: $0) })
        }
        keepJournal(isDue: !records.isEmpty, source: source, at: now)
        return records
    }

    /// The last word before the scanner ends.
    mutating func finish(
        _ source: SourceState, pauses: [Range<WallTime>] = [], unread: ContinuousClock.Instant? = nil, now: Moment
    ) -> [GapRecord] {
        let records = update(with: nil, source: source, pauses: pauses, unread: unread, now: now)
        keepJournal(isDue: true, source: source, at: now)
        return records
    }

    /// Whether any picture ends the gap that lasts; else one that shows something new.
    private var endsWithTheFirstPicture: Bool {
        switch gaps.open?.cause {
        case .lost, .stalled, .notRunning: true
        default: false
        }
    }

    /// The gap in which the scanner did not run and had no picture yet, once; a gap that lasted then goes on instead.
    private mutating func absence(_ source: SourceState, at now: Moment) -> [GapRecord] {
        guard let start = lastRun else { return [] }
        if gaps.open != nil {
            lastRun = nil
            return []
        }
        var end = now.wall
        if case .working(let since) = source.phase { end = now.wall(at: since) }
        let isGap = end.milliseconds - start.milliseconds >= Self.shortestAbsence
        // A scanner that was quick itself is judged by when its camera is.
        if isGap || source.phase != .opening { lastRun = nil }
        return isGap ? gaps.update(Blindness(cause: .notRunning, since: start), at: now.wall) : []
    }

    /// A pause is a gap, unless it lies in one.
    private mutating func missed(_ pause: Range<WallTime>, at now: WallTime) -> [GapRecord] {
        guard gaps.open == nil else { return [] }
        let began = gaps.update(Blindness(cause: .notRunning, since: pause.lowerBound), at: now)
        return began + gaps.update(nil, at: now, seeingSince: pause.upperBound)
    }

    private mutating func judge(_ arrival: FrameSlot.Arrival, at now: Moment) {
        sight?.saw(arrival.frame)
        shown = nil
        if let (cause, since) = sight?.blindness {
            let start = arrival.at - (arrival.frame.time - since)
            shown = Blindness(cause: Gap.Cause(cause), since: now.wall(at: start))
        }
    }

    private mutating func keepJournal(isDue: Bool, source: SourceState, at now: Moment) {
        guard let journal else { return }
        if !isDue, let journalWritten, journalWritten.duration(to: now.instant) < Self.journalInterval { return }
        journalWritten = now.instant
        // Before the first picture it is what it was: the next start counts from there if this one finds no camera.
        let alive = source.isWorking ? source.lastWhole.map { now.wall(at: $0) } : lastRun
        journal.write(.init(alive: alive ?? now.wall, gap: gaps.open))
    }
}

extension Gap.Cause {
    init(_ cause: SightWatch.Cause) {
        switch cause {
        case .dark: self = .dark
        case .glare: self = .glare
        case .covered: self = .covered
        case .outOfFocus: self = .outOfFocus
        }
    }
}

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
    /// Since when they have shown that nothing hides what is in them; nil until that counts.
    private var sighted: WallTime?
    private var gaps: GapRecorder
    /// A gap of an earlier run, until this one can tell itself what there is.
    private var resumed: ResumedGap?
    /// When the scanner ran before it was started now; nil where that is not known.
    private let ranBefore: WallTime?
    /// The same, until the time since then is told.
    private var lastRun: WallTime?
    private var journalWritten: ContinuousClock.Instant?
    /// The first call of this run.
    private var started: Moment?
    /// How an earlier run left the clock.
    private let clockBefore: ClockSetting?
    /// Whether a clock that was behind then was put right before this run.
    private var wasSetForward = false

    /// - Parameters:
    ///   - judgesStillness: whether pictures that are the very same are ever told as a gap.
    ///   - lastPlate: when the last plate in the log was seen, of which there was a picture.
    ///   - lastGap: the last record of a gap in the log.
    init(
        settings: SightWatch.Settings?, judgesStillness: Bool = true, roi: RegionOfInterest, journal: GapJournal?,
        camera: String, lastPlate: WallTime? = nil, lastGap: GapRecord? = nil
    ) {
        self.journal = journal
        sight = settings.map { SightWatch(settings: $0, roi: roi) }
        // Without a journal no gap is to last over a restart.
        let before = TimeBefore(journal?.read(), lastGap: journal == nil ? nil : lastGap, lastPlate: lastPlate)
        ranBefore = before.ranBefore
        lastRun = before.gap == nil ? before.lastRun : nil
        gaps = GapRecorder(camera: camera, resuming: before.gap, begun: before.begun)
        clockBefore = before.clock
        resumed = before.gap.flatMap { ResumedGap($0, judgesStillness: judgesStillness) }
    }

    /// The gap that lasts.
    var gap: Gap? { gaps.open }

    /// Takes in a frame, or that there was none, and returns the records to write. Once they are written, `keep` is to be told.
    ///
    /// - Parameter pauses: times in which the scanner did not get to run, since the last call.
    mutating func look(
        at arrival: FrameSlot.Arrival?, source: SourceState, pauses: [Range<WallTime>] = [],
        now: Moment
    ) -> [GapRecord] {
        // A recording has no gaps: what is not in it is not there.
        guard source.isLive || journal != nil else { return [] }
        if started == nil { begin(at: now) }
        if let arrival { judge(arrival, at: now) }
        var records = putRight(at: now) + absence(source, at: now) + pauses.flatMap { missed($0, at: now) }
        switch source.phase {
        case .opening:
            // Nothing is known yet but the time before; a gap that lasted then goes on.
            break
        case .lost(let cause, let since):
            sight?.restart()
            (shown, sighted, resumed) = (nil, nil, nil)
            records += gaps.update(Blindness(cause: cause, since: now.wall(at: since)), at: now.wall)
        case .working(let since):
            let old = lasting(working: since, now: now.instant)
            func told(_ cause: Gap.Cause, since: ContinuousClock.Instant?) -> Blindness? {
                since.map { Blindness(cause: cause, since: now.wall(at: $0)) } ?? (old?.cause == cause ? old : nil)
            }
            let frozen = told(.frozen, since: source.frozenSince)
            let damaged = told(.damaged, since: source.damagedSince)
            let hidden = shown ?? old.flatMap { $0.cause.isOfSight ? $0 : nil }
            let blind = frozen ?? damaged ?? hidden
            records += gaps.update(blind, at: now.wall, seeingSince: seeing(since: since, with: arrival, at: now))
        }
        return records
    }

    /// Where the clock was behind when the scanner last ran, and is not any more, it had run until later than its journal says.
    private mutating func begin(at now: Moment) {
        started = now
        if let clockBefore, let clock = Boot.current.clock(at: now) {
            wasSetForward = clockBefore.isSetForward(to: clock)
        }
        if wasSetForward, let last = lastRun, let ranBefore, last < ranBefore, ranBefore < now.wall {
            lastRun = ranBefore
        }
    }

    /// Brings the journal up to date where it is time, and where there are records: they are in the log before the journal knows of them,
    /// since what the log tells and the journal does not is found at the next start.
    mutating func keep(_ records: [GapRecord], source: SourceState, isLast: Bool = false, at now: Moment) {
        guard let journal else { return }
        if records.isEmpty, !isLast, let journalWritten,
            journalWritten.duration(to: now.instant) < Self.journalInterval
        {
            return
        }
        journalWritten = now.instant
        // Before the first picture it is what it was: the next start counts from there if this one finds no camera.
        let alive = source.isWorking ? source.lastWhole.map { now.wall(at: $0) } : lastRun
        let before = ranBefore.flatMap { now.wall < $0 ? $0 : nil }
        let begun = before.flatMap { last in gaps.begun.flatMap { $0 < last ? $0 : nil } }
        let entry = GapJournal.Entry(
            alive: alive ?? now.wall, gap: gaps.open, before: before, begun: begun, clock: Boot.current.clock(at: now))
        journal.write(entry, syncs: !records.isEmpty)
    }

    /// What lasts from an earlier run, where this one cannot tell yet; else nil, from then on.
    private mutating func lasting(working: ContinuousClock.Instant, now: ContinuousClock.Instant) -> Blindness? {
        guard let old = resumed else { return nil }
        let isSighted = sight == nil || sighted != nil
        guard gaps.open?.id == old.gap.id,
            !old.isOver(working: working, isSighted: isSighted, now: now)
        else {
            resumed = nil
            return nil
        }
        return Blindness(cause: old.gap.cause, since: old.gap.start)
    }

    /// Since when it sees again, if the gap that lasts is over now.
    private func seeing(
        since first: ContinuousClock.Instant, with arrival: FrameSlot.Arrival?, at now: Moment
    ) -> WallTime? {
        guard let cause = gaps.open?.cause else { return nil }
        if cause.isOfSight, let sighted { return sighted }
        return (cause.endsWithTheFirstPicture ? first : arrival?.at).map { now.wall(at: $0) }
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

    /// A clock that was behind was put right since this run began, or between the one before and this one.
    private func isSetForward(at now: Moment) -> Bool {
        wasSetForward || started.map { now.wall(at: $0.instant).milliseconds > $0.wall.milliseconds + 2000 } ?? false
    }

    /// A gap that was begun by a clock that was behind is begun anew once that is put right: else it would cover times in which the
    /// scanner ran.
    private mutating func putRight(at now: Moment) -> [GapRecord] {
        guard isSetForward(at: now), let ranBefore, let begun = gaps.begun, begun < ranBefore, ranBefore < now.wall
        else { return [] }
        return gaps.beginAnew(since: ranBefore, at: now.wall)
    }

    /// A pause is a gap, unless it lies in one. By a clock that was behind and is put right, it would begin before the scanner last ran.
    private mutating func missed(_ pause: Range<WallTime>, at now: Moment) -> [GapRecord] {
        guard gaps.open == nil else { return [] }
        let known = isSetForward(at: now) ? ranBefore.flatMap { pause.contains($0) ? $0 : nil } : nil
        let began = gaps.update(Blindness(cause: .notRunning, since: known ?? pause.lowerBound), at: now.wall)
        return began + gaps.update(nil, at: now.wall, seeingSince: pause.upperBound)
    }

    private mutating func judge(_ arrival: FrameSlot.Arrival, at now: Moment) {
        resumed?.saw(arrival.frame)
        sight?.saw(arrival.frame)
        func wall(_ time: Timestamp) -> WallTime { now.wall(at: arrival.at - (arrival.frame.time - time)) }
        shown = nil
        if let (cause, since) = sight?.blindness {
            shown = Blindness(cause: Gap.Cause(cause), since: wall(since))
        }
        sighted = sight?.sightedSince.map(wall)
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

import ALPR
import Records

/// Whether the scanner can see, from everything that tells: the source's state, the pictures, and the time before it was started.
struct Sight {
    /// A scanner that was away for less was only started anew.
    private static let shortestAbsence: Int64 = 2000
    /// How often the journal is brought up to date.
    private static let journalInterval = Duration.seconds(10)

    private let journal: GapJournal?
    private var watch: SightWatch?
    /// What the last pictures showed.
    private var shown: Blindness?
    private var gaps: GapWatch
    /// When the scanner ran before it was started now; nil where that is not known.
    private var lastRun: WallTime?
    private var journalWritten: ContinuousClock.Instant?

    init(settings: SightWatch.Settings?, roi: RegionOfInterest, journal: GapJournal?, camera: String) {
        self.journal = journal
        watch = settings.map { SightWatch(settings: $0, roi: roi) }
        let before = journal?.read()
        lastRun = before?.gap == nil ? before?.alive : nil
        gaps = GapWatch(camera: camera, resuming: before?.gap)
    }

    /// The gap that lasts.
    var gap: Gap? { gaps.open }

    /// Takes in a frame, or that there was none, and tells what is to be written.
    mutating func look(at frame: Frame?, source: SourceState) -> [GapRecord] {
        // A recording has no gaps: what is not in it is not there.
        guard source.isLive || journal != nil else { return [] }
        if let frame { judge(frame) }
        var records = absence()
        switch source.phase {
        case .opening:
            // Nothing is known yet but the time before; a gap that lasted then goes on.
            break
        case .lost(let cause, let since):
            watch?.restart()
            shown = nil
            records += gaps.update(Blindness(cause: cause, since: WallTime(at: since)), at: .now)
        case .working:
            let frozen = source.frozenSince.map { Blindness(cause: .frozen, since: WallTime(at: $0)) }
            let damaged = source.damagedSince.map { Blindness(cause: .damaged, since: WallTime(at: $0)) }
            records += gaps.update(frozen ?? damaged ?? shown, at: .now)
        }
        keepJournal(isDue: !records.isEmpty)
        return records
    }

    /// The last word before the scanner ends.
    mutating func finish(_ source: SourceState) -> [GapRecord] {
        let records = look(at: nil, source: source)
        keepJournal(isDue: true)
        return records
    }

    /// The gap in which the scanner did not run, once; a gap that lasted then goes on instead.
    private mutating func absence() -> [GapRecord] {
        guard let start = lastRun else { return [] }
        lastRun = nil
        let length = WallTime.now.milliseconds - start.milliseconds
        guard gaps.open == nil, length >= Self.shortestAbsence else { return [] }
        return gaps.update(Blindness(cause: .notRunning, since: start), at: .now)
    }

    private mutating func judge(_ frame: Frame) {
        watch?.look(at: frame)
        shown = nil
        if let (cause, since) = watch?.blindness {
            shown = Blindness(cause: Gap.Cause(cause), since: WallTime(at: .now - (frame.time - since)))
        }
    }

    private mutating func keepJournal(isDue: Bool) {
        guard let journal else { return }
        if !isDue, let journalWritten, journalWritten.duration(to: .now) < Self.journalInterval { return }
        journalWritten = .now
        journal.write(.init(alive: .now, gap: gaps.open))
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

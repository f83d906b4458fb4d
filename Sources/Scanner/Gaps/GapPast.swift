import Records

/// What an earlier run left to know: by its journal, and by the log. The log is on disk at once, and a power cut takes the last half
/// minute of the journal; so the log is right about gaps that it tells of later.
struct GapPast: Sendable {
    /// The gap that lasted.
    private(set) var gap: Gap?
    /// When the scanner ran last; nil where that is not known.
    private(set) var alive: WallTime?
    /// When it ran before that, where its clock was behind that time.
    let before: WallTime?
    /// When it began that gap, by a clock that was behind and was not put right yet.
    let begun: WallTime?
    /// How its clock was set.
    let clock: ClockSetting?

    /// - Parameters:
    ///   - lastPlate: when the last plate in the log was seen, of which there was a picture.
    ///   - lastGap: what the log says last of a gap.
    init(_ entry: GapJournal.Entry?, camera: String, lastPlate: WallTime?, lastGap: GapRecord?) {
        gap = entry?.gap
        alive = entry?.lastRun(lastPlate: lastPlate)
        if let told = lastGap, told.camera == camera {
            let isLater = gap.map { told.gap.start > $0.start } ?? entry.map { told.time >= $0.alive } ?? true
            if isLater || told.gap.id == gap?.id {
                gap = told.end == nil ? told.gap : nil
                if let end = told.end, let known = alive { alive = max(known, end) }
            }
        }
        before = entry?.before
        begun = gap?.id == entry?.gap?.id ? entry?.begun : nil
        clock = entry?.clock
    }
}

/// How the wall clock is set in a run of the machine: it changes where somebody sets the clock, and hardly otherwise.
public struct ClockSetting: Sendable, Equatable {
    /// The kernel's name for that run.
    public var boot: String
    /// What the wall clock shows at the start of the machine, in milliseconds since 1970.
    public var milliseconds: Int64

    public init(boot: String, milliseconds: Int64) {
        self.boot = boot
        self.milliseconds = milliseconds
    }

    /// Whether somebody has set the clock forward since.
    func isSetForward(to later: ClockSetting) -> Bool {
        boot == later.boot && later.milliseconds > milliseconds + 2000
    }
}

import Records

/// What is known of the time before this run. The log is the truth, a line of it on disk once it is written; the journal fills in what
/// no line tells, and a power cut takes the last half minute of it.
struct TimeBefore {
    /// The gap that lasted when the scanner last ran.
    let gap: Gap?
    /// When the scanner last ran; nil where that is not known.
    let lastRun: WallTime?
    /// The same, by a clock that was right, as far as one was.
    let ranBefore: WallTime?
    /// When that gap was begun, by a clock that was behind and was not put right yet.
    let begun: WallTime?
    /// How the clock was set then.
    let clock: ClockSetting?

    /// - Parameters:
    ///   - lastGap: the last record of a gap in the log.
    ///   - lastPlate: when the last plate in the log was seen, of which there was a picture.
    init(_ entry: GapJournal.Entry?, lastGap: GapRecord? = nil, lastPlate: WallTime? = nil) {
        gap = Self.gap(entry, lastGap, lastPlate)
        lastRun = entry?.lastRun(seen: [lastPlate, lastGap?.end])
        ranBefore = entry?.before ?? lastRun ?? lastPlate
        begun = gap?.id == entry?.gap?.id ? entry?.begun : nil
        clock = entry?.clock
    }

    private static func gap(_ entry: GapJournal.Entry?, _ last: GapRecord?, _ lastPlate: WallTime?) -> Gap? {
        guard let last else { return entry?.gap }
        // A journal that is newer has seen the end of what seems to last: that is in no file of the log any more. Where there is no
        // journal, a later plate tells as much.
        let isNews = (entry?.alive ?? lastPlate).map { $0 <= last.time } ?? true
        guard isNews || entry?.gap?.id == last.gap.id else { return entry?.gap }
        return last.end == nil ? last.gap : nil
    }
}

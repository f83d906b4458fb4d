import Records

@testable import Scanner

extension GapKeeper {
    /// As the scanner does, with a log that takes every record.
    mutating func update(
        with arrival: FrameSlot.Arrival?, source: SourceState, pauses: [Range<WallTime>] = [],
        now: Moment
    ) -> [GapRecord] {
        let records = look(at: arrival, source: source, pauses: pauses, now: now)
        keep(records, source: source, at: now)
        return records
    }

    /// The last word before the scanner ends.
    mutating func finish(_ source: SourceState, now: Moment) -> [GapRecord] {
        let records = look(at: nil, source: source, now: now)
        keep(records, source: source, isLast: true, at: now)
        return records
    }
}

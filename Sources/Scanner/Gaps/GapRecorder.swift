import Records

/// Why the scanner cannot see, and since when.
struct Blindness: Sendable, Equatable {
    var cause: Gap.Cause
    var since: WallTime
}

/// Turns what the scanner is blind from, told again and again, into the records of gaps: one gap at a time.
struct GapRecorder {
    /// The gap that lasts.
    private(set) var open: Gap?
    /// What the clock showed when it was begun, where that is known: by this run, or by one whose clock was behind.
    private(set) var begun: WallTime?

    private let camera: String
    private let ids: EventIDs

    /// - Parameters:
    ///   - open: a gap that lasted when the scanner last ran.
    ///   - begun: what the clock showed when that was begun; nil where nothing was wrong with it.
    init(camera: String, resuming open: Gap? = nil, begun: WallTime? = nil, ids: EventIDs = .ofThisProcess) {
        self.camera = camera
        self.ids = ids
        self.open = open
        self.begun = begun
    }

    /// Returns the records to write. A gap of another cause than the one that lasts begins where that ends.
    ///
    /// - Parameters:
    ///   - blindness: nil while the scanner can see.
    ///   - seen: since when it sees again, where that was before `now`.
    mutating func update(_ blindness: Blindness?, at now: WallTime, seeingSince seen: WallTime? = nil) -> [GapRecord] {
        guard blindness?.cause != open?.cause else { return [] }
        var records: [GapRecord] = []
        var earliest = blindness?.since ?? now
        if let gap = open {
            // The clock may have been set back: a gap does not end before it began.
            let end = max(gap.start, min(now, blindness?.since ?? seen ?? now))
            records.append(record(gap, end: end, at: now))
            earliest = end
            (open, begun) = (nil, nil)
        }
        if let blindness {
            let id = ids.next(at: now)
            let gap = Gap(id: id, cause: blindness.cause, start: max(earliest, min(blindness.since, now)))
            (open, begun) = (gap, now)
            records.append(GapRecord(id: id, time: now, camera: camera, gap: gap, end: nil))
        }
        return records
    }

    /// Ends the gap that lasts where it began, and begins it at another time.
    mutating func beginAnew(since start: WallTime, at now: WallTime) -> [GapRecord] {
        guard let gap = open else { return [] }
        let ended = record(gap, end: gap.start, at: now)
        (open, begun) = (nil, nil)
        return [ended] + update(Blindness(cause: gap.cause, since: start), at: now)
    }

    private mutating func record(_ gap: Gap, end: WallTime, at now: WallTime) -> GapRecord {
        GapRecord(id: ids.next(at: now), time: now, camera: camera, gap: gap, end: end)
    }
}

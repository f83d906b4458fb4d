import Records

/// One that came in.
struct Visit: Sendable, Equatable {
    var entry: PassReading
    /// Number of the exit that is taken to be its own.
    var exit: Int?
    /// When the same plate came in again: it had left by then.
    var reentry: WallTime?
    /// So long ago that its exit was missed.
    var isForgotten = false
    /// Whether it was said by time alone that it lasts too long.
    var isLate = false
    var told: Told?
    /// Whether a text of it was corrected, and that is not told yet.
    var isRenamed = false

    /// What was last said of a session.
    struct Told: Sendable, Equatable {
        var revision: Int
        var state: SessionState
        /// The event of its exit.
        var exit: String?
        var isOverstay = false
    }

    var state: SessionState {
        if exit != nil { return .ended }
        if reentry != nil { return .exitMissed }
        return isForgotten ? .forgotten : .open
    }
}

/// One that left.
struct Leaving: Sendable, Equatable {
    var exit: PassReading
    /// Number of the entry that is taken to be its own, and how much speaks for that.
    var visit: Int?
    var weight: Float = 0
    /// Until then something better may still take its entry.
    var settles: WallTime
    /// As a session without an entry.
    var told: Visit.Told?
    /// Whether its text was corrected, and that is not told yet.
    var isRenamed = false
}

import Records

/// Tells when the scanner itself did not get to run though nobody ended it: it was stopped (SIGSTOP), or its machine was suspended,
/// paused, or far too busy.
///
/// It is told of every whole picture, and ticked by a thread that does nothing else. A pause is a time without pictures in which no
/// tick came either, or which the wall clock shows and the other does not: a virtual machine's own clock stands still while
/// it is paused, and its wall clock is set when it goes on.
struct PauseWatch {
    /// How often it is ticked.
    static let tick = Duration.milliseconds(500)
    /// What is shorter is no pause.
    static let shortest = Duration.seconds(2)

    /// From the last picture before a pause to the first one after it; those not yet taken.
    private var pauses: [Range<WallTime>] = []
    private var lastTick: Moment
    /// When the ticks last went on after they had not come.
    private var resumed: Moment?
    /// Nil while no picture is expected.
    private var lastPicture: Moment?

    init(at now: Moment) {
        lastTick = now
    }

    mutating func tick(at now: Moment) {
        if lastTick.instant.duration(to: now.instant) >= Self.tick + Self.shortest { resumed = now }
        lastTick = now
    }

    mutating func sawPicture(at now: Moment) {
        tick(at: now)
        if let lastPicture {
            let hole = lastPicture.instant.duration(to: now.instant)
            let jump = Duration.milliseconds(now.wall.milliseconds - lastPicture.wall.milliseconds) - hole
            if jump >= Self.shortest || hole >= Self.shortest && goneOn != nil { add(lastPicture.wall, now.wall) }
        }
        lastPicture = now
    }

    /// The source is gone: there is no picture to be missed.
    ///
    /// - Returns: when the scanner went on, if no picture has come since a pause: before that the camera was not gone.
    mutating func lost(at now: Moment) -> ContinuousClock.Instant? {
        tick(at: now)
        defer { lastPicture = nil }
        guard let lastPicture, let goneOn else { return nil }
        add(lastPicture.wall, goneOn.wall)
        return goneOn.instant
    }

    mutating func takePauses() -> [Range<WallTime>] {
        defer { pauses = [] }
        return pauses
    }

    /// When the scanner went on, if it paused after the last picture.
    private var goneOn: Moment? {
        guard let resumed, let lastPicture, resumed.instant > lastPicture.instant else { return nil }
        return resumed
    }

    private mutating func add(_ start: WallTime, _ end: WallTime) {
        // The clock may have been set back meanwhile.
        if start < end { pauses.append(start..<end) }
    }
}

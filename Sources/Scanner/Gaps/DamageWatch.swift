/// Since when so many pictures of a camera have been damaged that plates may be missed.
///
/// A hole lasts from the last whole picture before a damaged one to the next whole one. One packet lost now and then makes holes of a
/// key frame interval, which is no blindness; holes that take half of the last seconds are. It is over only when holes have become
/// rare again, so that the one whole picture between two holes is no sight.
struct DamageWatch {
    /// Over which holes are added up.
    static let window = Duration.seconds(4)
    /// Holes of that much make it blind, and of no more than that much let it see again.
    static let most = Duration.seconds(2)
    static let least = Duration.milliseconds(500)

    /// Since when hardly a whole picture has come; nil while enough do.
    private(set) var since: ContinuousClock.Instant?

    private var holes: [Range<ContinuousClock.Instant>] = []
    /// Where the hole began that lasts.
    private var open: ContinuousClock.Instant?
    private var lastWhole: ContinuousClock.Instant?
    private var lastDamaged: ContinuousClock.Instant?

    /// When damage was last seen, if no whole picture has come since.
    var lastSign: ContinuousClock.Instant? { open == nil ? nil : lastDamaged }

    mutating func sawWhole(at now: ContinuousClock.Instant) {
        if let open { holes.append(open..<max(open, now)) }
        open = nil
        lastWhole = now
        // With neither holes nor blindness there is nothing to add up.
        if !holes.isEmpty || since != nil { judge(now) }
    }

    mutating func sawDamaged(at now: ContinuousClock.Instant) {
        open = open ?? lastWhole ?? now
        lastDamaged = now
        judge(now)
    }

    /// The camera was gone: what comes is another stream.
    mutating func restart() { self = DamageWatch() }

    private mutating func judge(_ now: ContinuousClock.Instant) {
        let start = now - Self.window
        holes.removeAll { $0.upperBound < start }
        var missing = holes.reduce(Duration.zero) { $0 + max($1.lowerBound, start).duration(to: $1.upperBound) }
        if let open { missing += max(open, start).duration(to: now) }
        if since == nil, missing >= Self.most {
            since = holes.first?.lowerBound ?? open
        } else if since != nil, missing <= Self.least {
            since = nil
        }
    }
}

import CFFmpeg

/// When packets of a live source came that are caught up with.
///
/// While those that came in the meantime are decoded, when each of them came follows from its own time stamp; else they would seem to have
/// come all at once.
struct CatchUpClock {
    typealias Instant = ContinuousClock.Instant

    /// Less is not behind.
    private static let least = Duration.milliseconds(20)
    private static let mostGrowth = Duration.milliseconds(100)

    /// Seconds of a tick.
    private let tick: Double
    /// The last packet of which it is known when it came.
    private var anchor: (stamp: Int64, arrival: Instant)?
    /// The least by which it was behind since. Where that grows, its stamps run more slowly than time: it will never catch up by them.
    private var leastBehind: Duration?
    /// When the packet that went to the decoder last had come; nil for now.
    private(set) var arrival: Instant?

    init(timeBase: AVRational) {
        tick = Double(timeBase.num) / Double(max(1, timeBase.den))
    }

    mutating func stop() { (anchor, arrival) = (nil, nil) }

    /// A packet that had been kept goes to the decoder.
    mutating func sends(_ stamp: Int64, keptSince arrival: Instant) {
        self.arrival = arrival
        (anchor, leastBehind) = ((stamp, arrival), nil)
    }

    /// A packet goes to the decoder as it comes.
    mutating func sends(_ stamp: Int64, at now: Instant) {
        guard let anchor else { return }
        // Any packet may state no time, which is a number like another one.
        let areStated = stamp != plated_no_timestamp && anchor.stamp != plated_no_timestamp
        guard areStated, stamp >= anchor.stamp else { return stop() }
        let came = anchor.arrival + .seconds((Double(stamp) - Double(anchor.stamp)) * tick)
        let behind = now - came
        let least = min(leastBehind ?? behind, behind)
        leastBehind = least
        guard behind > Self.least, behind <= least + Self.mostGrowth else { return stop() }
        arrival = max(came, arrival ?? came)
    }
}

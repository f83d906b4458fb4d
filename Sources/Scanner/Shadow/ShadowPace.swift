import Basics

/// Whether the shadow may look at a frame now: not while the running configuration comes late with its own.
///
/// A frame that was displaced on its way to recognition is a sign that processors are short. Then the shadow rests, each time for twice as
/// long.
struct ShadowPace {
    typealias Instant = ContinuousClock.Instant

    static let (shortest, longest) = (Duration.seconds(1), Duration.seconds(60))
    /// After so long without another sign the next rest is a short one.
    static let calm = Duration.seconds(120)

    private var displaced: Int?
    private var rest = shortest
    private var restsUntil: Instant?

    /// - Parameter displaced: how many frames of the running configuration have been, so far.
    mutating func mayLook(displaced count: Int, at now: Instant) -> Bool {
        let isLate = displaced.map { count > $0 } ?? false
        displaced = count
        if isLate {
            if let end = restsUntil, end + Self.calm < now { rest = Self.shortest }
            restsUntil = now + rest
            rest = min(rest * 2, Self.longest)
        }
        return restsUntil.map { $0 <= now } ?? true
    }
}

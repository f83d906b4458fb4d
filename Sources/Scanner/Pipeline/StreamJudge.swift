import ALPR
import Capture
import Records

/// Judges a camera's stream by its pictures: whether they change, whether they come whole, and why none comes any more.
///
/// Lives on the capture queue.
struct StreamJudge {
    typealias Instant = ContinuousClock.Instant

    /// A camera that sends the very same picture for too long.
    struct Frozen: Error, CustomStringConvertible {
        var duration: Duration
        var description: String { "the picture has been the very same for \(duration.rounded)" }
    }

    /// Since when the camera has sent the very same picture; nil while it has not for long.
    private(set) var frozenSince: Instant?
    /// Since when hardly a whole picture has come; nil while enough do.
    var damagedSince: Instant? { damage.since }

    private let frozenLimit: Duration?
    private let stall: Duration
    private var still = StillPicture()
    /// How long the picture has been the very same.
    private var sameness = Duration.zero
    private var damage = DamageWatch()
    /// Whether opening the source anew has not helped against its one picture.
    private var isFrozenForGood = false
    /// When the last whole picture came; until the first one, when the judge was made.
    private(set) var lastWhole: Instant

    /// - Parameters:
    ///   - frozenLimit: the same picture for this long is too long; nil where it never is.
    ///   - stall: how long a source is silent before it gives up.
    init(frozenLimit: Duration?, stall: Duration, at now: Instant) {
        self.frozenLimit = frozenLimit
        self.stall = stall
        lastWhole = now
    }

    mutating func sawWhole(at now: Instant) {
        damage.sawWhole(at: now)
        lastWhole = now
    }

    mutating func sawDamaged(at now: Instant) { damage.sawDamaged(at: now) }

    /// Compares a picture with those before. Throws where they have been the same for too long, and not again before one differs:
    /// opening the camera anew helps where its encoder hangs, and not where its sensor does.
    ///
    /// - Returns: whether the pictures change again after that.
    mutating func compare(_ frame: Frame, at now: Instant) throws(Frozen) -> Bool {
        guard let frozenLimit else { return false }
        let duration = still.duration(with: frame)
        sameness = duration
        if duration == .zero {
            defer { isFrozenForGood = false }
            frozenSince = nil
            return isFrozenForGood
        }
        guard duration >= frozenLimit else { return false }
        frozenSince = frozenSince ?? now - duration
        if !isFrozenForGood {
            isFrozenForGood = true
            throw Frozen(duration: duration)
        }
        return false
    }

    /// Whether the picture has been the very same for longer than looks at rest could tell: every picture is wanted to judge that.
    var suspectsFreeze: Bool {
        guard let frozenLimit else { return false }
        return sameness > min(RestJudge.longestRest, frozenLimit / 2)
    }

    /// Why there is no picture any more, and since when. What comes when the source was opened anew is another stream, unless it was
    /// given up for its damage.
    mutating func lost(to error: any Error) -> (cause: Gap.Cause, since: Instant) {
        let cause = cause(of: error)
        // Damaged pictures still showed that it was there; else it was lost when it fell silent.
        let lastSign = cause == .damaged ? damage.since ?? lastWhole : damage.lastSign ?? lastWhole
        if cause != .damaged { damage.restart() }
        return (cause, frozenSince ?? lastSign)
    }

    private func cause(of error: any Error) -> Gap.Cause {
        if error is Frozen { return .frozen }
        guard (error as? any SourceLoss)?.isStall == true else { return .lost }
        let wasDamagedLately = damage.lastSign.map { lastWhole.duration(to: $0) > stall / 2 } ?? false
        return damage.since != nil || wasDamagedLately ? .damaged : .stalled
    }
}

import ALPR
import Capture
import Records

/// A gap that lasted when the scanner last ran, until this run has seen for itself whether it still does.
///
/// The first picture says that a camera is there. What is in its pictures takes longer to tell: a dark one is dark for ten seconds
/// before that counts. Without this, such a gap would end with every start, and begin anew.
struct ResumedGap {
    let gap: Gap
    private let judgesStillness: Bool
    private var still = StillPicture()
    private var hasPicture = false
    /// Whether a picture differed from the one before.
    private var hasChanged = false

    /// Nil for a gap that the first picture ends.
    ///
    /// - Parameter judgesStillness: whether pictures that are the very same are ever told as a gap.
    init?(_ gap: Gap, judgesStillness: Bool) {
        guard !gap.cause.endsWithTheFirstPicture else { return nil }
        self.gap = gap
        self.judgesStillness = judgesStillness
    }

    mutating func saw(_ frame: Frame) {
        guard gap.cause == .frozen, judgesStillness, !hasChanged else { return }
        let differs = still.duration(with: frame) == .zero
        hasChanged = hasPicture && differs
        hasPicture = true
    }

    /// Whether this run has seen enough to say itself what there is.
    ///
    /// - Parameters:
    ///   - working: since when pictures have come.
    ///   - isSighted: whether the pictures have shown for long enough that nothing hides what is in them, or nobody judges that.
    func isOver(working: ContinuousClock.Instant, isSighted: Bool, now: ContinuousClock.Instant) -> Bool {
        switch gap.cause {
        case .frozen: !judgesStillness || hasChanged
        case .damaged: working.duration(to: now) >= DamageWatch.window
        default: isSighted
        }
    }
}

extension Gap.Cause {
    /// Whether any picture ends such a gap; else one that shows something new.
    var endsWithTheFirstPicture: Bool {
        switch self {
        case .lost, .stalled, .notRunning: true
        default: false
        }
    }

    /// Whether the light, the detail or the focus of pictures tells of it.
    var isOfSight: Bool { SightWatch.Cause.allCases.contains { Gap.Cause($0) == self } }
}

import Answers
import Basics
import Synchronization

/// What became of pictures that were posted, for metrics.
public final class PictureMeter: Sendable {
    enum Outcome: String, CaseIterable {
        case read
        /// No picture, too large, or a question that makes no sense.
        case refused
        /// Too many at once.
        case throttled
        /// Nobody reads, or it took too long.
        case failed
    }

    private struct Counts {
        var outcomes: [Outcome: Int] = [:]
        var times = Histogram()
    }

    private let counts = Mutex(Counts())

    public init() {}

    /// Pictures that were read since the hub began.
    var read: Int { counts.withLock { $0.outcomes[.read] ?? 0 } }

    func count(_ outcome: Outcome) { counts.withLock { $0.outcomes[outcome, default: 0] += 1 } }

    func read(within duration: Duration) {
        counts.withLock { counts in
            counts.outcomes[.read, default: 0] += 1
            counts.times.add(duration.seconds)
        }
    }

    public var families: [MetricFamily] {
        let counts = counts.withLock { $0 }
        var outcomes = MetricFamily("plated_posted_pictures_total", .counter, "Pictures that were posted, by outcome.")
        for outcome in Outcome.allCases { outcomes.add(counts.outcomes[outcome] ?? 0, ["outcome": outcome.rawValue]) }
        var times = MetricFamily(
            "plated_posted_picture_seconds", .histogram, "From a posted picture to its answer, of those that were read."
        )
        times.add(counts.times)
        return [outcomes, times]
    }
}

import Basics
import Synchronization

/// Whether the server reads.
public enum RemoteCondition: Sendable, Equatable {
    /// It does, or was not asked yet.
    case reads
    case away(since: ContinuousClock.Instant, why: String)
}

/// How much was asked, and what became of it.
public struct RemoteCounts: Sendable, Equatable {
    public var requests = 0
    /// Bytes of the requests' bodies.
    public var bytes = 0
    /// Pictures that were handed over to be read, and those of them that were sent; some twice.
    public var asked = 0
    public var sent = 0
    public var answered = 0
    /// Those of all that were asked that nobody read.
    public var unanswered = 0
    /// Answers that came when what they were about was gone.
    public var late = 0

    public init() {}
}

/// How the server does, for who looks from another thread.
public final class RemoteStatus: Sendable {
    private struct State {
        var condition = RemoteCondition.reads
        var counts = RemoteCounts()
        /// Beside those of the counts.
        var late = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var condition: RemoteCondition { state.withLock { $0.condition } }
    public var counts: RemoteCounts {
        state.withLock {
            var counts = $0.counts
            counts.late += $0.late
            return counts
        }
    }

    func tell(_ condition: RemoteCondition, _ counts: RemoteCounts) {
        state.withLock {
            $0.condition = condition
            $0.counts = counts
        }
    }

    func count(late: Int) { state.withLock { $0.late += late } }

    /// For people; nil where nothing was asked.
    public var summary: String? {
        let counts = counts
        guard counts.asked > 0 else { return nil }
        return
            "remote engine: \(counts.asked) crops asked about, \(counts.answered) answered, \(counts.unanswered) not; "
            + "\(counts.requests) requests with \(counts.sent) crops (\(counts.bytes) bytes)"
            + (counts.late > 0 ? "; \(counts.late) answers came when their track was gone" : "")
    }
}

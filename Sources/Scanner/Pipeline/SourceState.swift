import Capture
import Records
import Synchronization

/// How the source is doing: told by the capture queue, read by the OCR queue.
struct SourceState: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        /// It has not worked yet.
        case opening
        /// Pictures have come since then.
        case working(since: ContinuousClock.Instant)
        /// Since then there is no picture from it.
        case lost(Gap.Cause, since: ContinuousClock.Instant)
    }

    var phase = Phase.opening
    /// Whether it is a camera; known once it was opened.
    var isLive = false
    /// Whether its main stream is decoded, why, and since when that is so.
    private(set) var wakefulness = Wakefulness.awake(.off)
    private(set) var wakefulnessSince: ContinuousClock.Instant?
    /// Since when the camera has sent the very same picture; nil while it has not for long.
    var frozenSince: ContinuousClock.Instant?
    /// Since when hardly a whole picture has come; nil while enough do.
    var damagedSince: ContinuousClock.Instant?
    /// When the last whole picture came.
    var lastWhole: ContinuousClock.Instant?
    /// When the capture queue last showed that it is alive, with a picture or with an attempt to get one.
    var beat: ContinuousClock.Instant

    mutating func tell(_ wakefulness: Wakefulness, at now: ContinuousClock.Instant) {
        if wakefulness != self.wakefulness { wakefulnessSince = now }
        self.wakefulness = wakefulness
    }

    var isWorking: Bool { if case .working = phase { true } else { false } }
}

/// The one place where a source's state is kept.
final class SourceCell: Sendable {
    private let state: Mutex<SourceState>

    init(at now: ContinuousClock.Instant) {
        state = Mutex(SourceState(beat: now))
    }

    var value: SourceState { state.withLock { $0 } }

    /// The capture queue is alive.
    func beat(at now: ContinuousClock.Instant) { state.withLock { $0.beat = now } }

    /// Changes it; the capture queue is alive, or it could not call this.
    func update(at now: ContinuousClock.Instant, _ change: (inout SourceState) -> Void) {
        state.withLock {
            change(&$0)
            $0.beat = now
        }
    }
}

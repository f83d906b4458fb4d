import Records
import Synchronization

/// How the source is doing: told by the capture queue, read by the OCR queue.
struct SourceState: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        /// It has not worked yet.
        case opening
        case working
        /// Since then there is no picture from it.
        case lost(Gap.Cause, since: ContinuousClock.Instant)
    }

    var phase = Phase.opening
    /// Whether it is a camera; known once it was opened.
    var isLive = false
    /// Since when the camera has sent the very same picture; nil while it has not for long.
    var frozenSince: ContinuousClock.Instant?
    /// Since when hardly a whole picture has come; nil while enough do.
    var damagedSince: ContinuousClock.Instant?
    /// When the capture queue last showed that it is alive, with a picture or with an attempt to get one.
    var beat = ContinuousClock.now
}

/// The one place where a source's state is kept.
final class SourceWatch: Sendable {
    private let state = Mutex(SourceState())

    var value: SourceState { state.withLock { $0 } }

    /// Changes it; the capture queue is alive, or it could not call this.
    func update(_ change: (inout SourceState) -> Void) {
        state.withLock {
            change(&$0)
            $0.beat = .now
        }
    }
}

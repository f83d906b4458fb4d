import Records
import Synchronization

/// When a recording began: known once it is open, and before that the moment it was asked for.
final class RecordingStart: Sendable {
    private let state = Mutex<WallTime>(.now)

    var time: WallTime { state.withLock { $0 } }

    func set(_ time: WallTime) { state.withLock { $0 = time } }
}

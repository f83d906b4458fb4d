import Records
import Scanner
import Synchronization

/// When a recording began: what its file says, once it is open, else the moment it was asked for.
final class RecordingStart: Sendable {
    private let state = Mutex<WallTime>(.now)

    var time: WallTime { state.withLock { $0 } }

    /// - Parameter recordedAt: seconds since 1970; nil where the file does not say.
    func set(_ recordedAt: Double?) {
        guard let recordedAt else { return }
        state.withLock { $0 = WallTime(milliseconds: Int64(recordedAt * 1000)) }
    }
}

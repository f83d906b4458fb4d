import ALPR
import Basics
import Records
import Synchronization

/// A clock that stands still until a test moves it.
public final class TestClock: Sendable {
    private let moment = Mutex(Moment(wall: WallTime(milliseconds: 1_790_000_000_000), instant: .now))

    public init() {}

    public var now: Moment { moment.withLock { $0 } }

    /// - Parameter wall: how far the wall clock goes on meanwhile, where somebody sets it.
    public func advance(by duration: Duration, wall: Duration? = nil) {
        moment.withLock {
            $0.instant += duration
            $0.wall.milliseconds += (wall ?? duration).milliseconds
        }
    }
}

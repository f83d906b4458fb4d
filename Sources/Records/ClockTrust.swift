import Basics
import Logging
import Synchronization

/// A time by which what is too old may be deleted: the clock said it that `ClockTrust` trusts, or it follows from one that did. Nobody else makes one,
/// so that what deletes by age cannot be handed any other time.
public struct TrustedTime: Hashable, Sendable {
    public let wall: WallTime

    fileprivate init(_ wall: WallTime) {
        self.wall = wall
    }

    public func earlier(days: Int) -> TrustedTime {
        TrustedTime(WallTime(milliseconds: wall.milliseconds - Int64(days) * 86_400_000))
    }
}

/// Whether the clock on the wall may decide on what is too old, and on what else a wrong one would spoil: by one that is ahead for seconds
/// everything is too old, and would be gone for good.
///
/// It may where somebody keeps it right, and else once it has gone for an hour without a jump: a machine without a network has to delete
/// in time, too.
public final class ClockTrust: Sendable {
    /// How long it has to go without a jump.
    private static let patience = Duration.seconds(3600)
    /// By how much it may be set meanwhile, in milliseconds.
    private static let slack: Int64 = 60_000

    private struct State {
        /// Since when it has gone without a jump.
        var start: Moment
        /// Whether it was said that something waits.
        var isTold = false
    }

    private let state: Mutex<State>
    private let log: Logger
    private let isSynchronised: @Sendable () -> Bool

    /// - Parameters:
    ///   - start: of the process.
    ///   - isSynchronised: whether it is known that somebody keeps the clock right. Quick; called on any thread.
    public init(from start: Moment, log: Logger, isSynchronised: @escaping @Sendable () -> Bool) {
        state = Mutex(State(start: start))
        self.log = log
        self.isSynchronised = isSynchronised
    }

    /// Returns the time by which what is too old may be deleted; nil while the clock may be wrong, which is told. Asked whenever something
    /// would be deleted.
    public func time(at now: Moment) -> TrustedTime? {
        state.withLock { state in
            let isTrusted = isRight(at: now, &state)
            if isTrusted == state.isTold { tell(isTrusted) }
            state.isTold = !isTrusted
            return isTrusted ? TrustedTime(now.wall) : nil
        }
    }

    /// Returns whether the clock may be right, for what deletes nothing: nobody is told that anything waits.
    public func isRight(at now: Moment) -> Bool { state.withLock { isRight(at: now, &$0) } }

    private func isRight(at now: Moment, _ state: inout State) -> Bool {
        // What it would have said then, as it is set now.
        let then = now.wall(at: state.start.instant)
        if abs(then.milliseconds - state.start.wall.milliseconds) > Self.slack { state.start = now }
        return now.instant - state.start.instant >= Self.patience || isSynchronised()
    }

    private func tell(_ isTrusted: Bool) {
        if isTrusted {
            log.notice("the clock is taken for right: what is too old by it is deleted from now on")
        } else {
            log.notice(
                """
                nothing is deleted for its age yet: it is not known whether this machine's clock is right, and by one that is ahead \
                everything would be too old. That begins once the clock is synchronised (timedatectl tells), or has gone for an hour \
                without being set
                """)
        }
    }
}

import ALPR
import Synchronization

#if canImport(Dispatch)
    import Dispatch
#endif

/// At most one frame that nobody has taken yet: all that the two queues share.
public final class FrameSlot: Sendable {
    /// A frame and when it reached us.
    public struct Arrival: Sendable {
        public var frame: Frame
        public var at: ContinuousClock.Instant
    }

    private struct State: Sendable {
        var waiting: Arrival?
        var isClosed = false
        var displaced = 0
        /// Whether the frame that was taken last is still being looked at.
        var isInHand = false
        var isIdleAwaited = false
        var isRoomAwaited = false
    }

    private let state = Mutex(State())
    /// Signalled once for every frame put in an empty slot, and once on closing.
    private let filled = DispatchSemaphore(value: 0)
    /// Signalled when a frame is taken, where somebody waits for that, and once on closing: what nobody waits for would add up, and end
    /// later waits at once.
    private let emptied = DispatchSemaphore(value: 0)
    /// Signalled when nothing is left to be done, where somebody waits for that.
    private let idle = DispatchSemaphore(value: 0)

    public init() {}

    /// Frames that a newer one took the place of, because the OCR queue was busy.
    public var displaced: Int { state.withLock { $0.displaced } }

    /// Whether no frame waits, and none is being looked at.
    var isIdle: Bool { state.withLock { $0.waiting == nil && !$0.isInHand } }

    /// Puts a frame in, in place of one that nobody took: for cameras, where the newest frame counts.
    public func replace(with frame: Frame, at now: ContinuousClock.Instant) {
        let wasEmpty = state.withLock { state in
            guard !state.isClosed else { return false }
            if state.waiting != nil { state.displaced += 1 }
            defer { state.waiting = Arrival(frame: frame, at: now) }
            return state.waiting == nil
        }
        if wasEmpty { filled.signal() }
    }

    /// Waits until the slot is empty, for so long at most, and puts a frame in: for frames of a camera that come faster than they came.
    public func put(_ frame: Frame, at now: ContinuousClock.Instant, within patience: Duration) {
        _ = waitForRoom(until: .now() + .milliseconds(Int(patience / .milliseconds(1))))
        replace(with: frame, at: now)
    }

    /// Waits until the slot is empty or closed, and returns how often that was told.
    func waitForRoom(until end: DispatchTime) -> Int {
        var told = 0
        while state.withLock({ state in
            state.isRoomAwaited = state.waiting != nil && !state.isClosed
            return state.isRoomAwaited
        }) {
            guard emptied.wait(timeout: end) == .success else { break }
            told += 1
        }
        return told
    }

    /// Waits until every frame that was put in was taken and is done with.
    ///
    /// - Parameter patience: for so long at most; nil for as long as it takes.
    public func waitUntilIdle(within patience: Duration? = nil) {
        if patience == .zero { return }
        let end = patience.map { DispatchTime.now() + .milliseconds(Int($0 / .milliseconds(1))) } ?? .distantFuture
        while true {
            let isIdle = state.withLock { state in
                if state.isClosed || state.waiting == nil && !state.isInHand { return true }
                state.isIdleAwaited = true
                return false
            }
            if isIdle || idle.wait(timeout: end) == .timedOut { return }
        }
    }

    /// Waits until the slot is empty and puts a frame in: for recordings, where every frame counts.
    public func put(_ frame: Frame, at now: ContinuousClock.Instant) {
        while true {
            let isOver = state.withLock { state in
                if state.isClosed { return true }
                guard state.waiting == nil else {
                    state.isRoomAwaited = true
                    return false
                }
                state.waiting = Arrival(frame: frame, at: now)
                filled.signal()
                return true
            }
            if isOver { return }
            emptied.wait()
        }
    }

    /// Waits for a frame and takes it; nil when the slot is closed and empty, or on `timeout`. The frame that was taken before is done with.
    public func take(timeout: DispatchTime = .distantFuture) -> Arrival? {
        state.withLock { state in
            state.isInHand = false
            if state.isIdleAwaited, state.waiting == nil { tellIdle(&state) }
        }
        guard filled.wait(timeout: timeout) == .success else { return nil }
        return state.withLock { state in
            guard let arrival = state.waiting else {
                // Closed: the next call must not wait either.
                filled.signal()
                return nil
            }
            state.waiting = nil
            state.isInHand = true
            if state.isRoomAwaited { emptied.signal() }
            state.isRoomAwaited = false
            return arrival
        }
    }

    /// No more frames come; one that waits can still be taken.
    public func close() {
        state.withLock { state in
            state.isClosed = true
            tellIdle(&state)
        }
        filled.signal()
        emptied.signal()
    }

    private func tellIdle(_ state: inout State) {
        if state.isIdleAwaited { idle.signal() }
        state.isIdleAwaited = false
    }

    public var isFinished: Bool { state.withLock { $0.isClosed && $0.waiting == nil } }
}

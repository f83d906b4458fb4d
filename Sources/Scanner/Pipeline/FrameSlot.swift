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
    }

    private let state = Mutex(State())
    /// Signalled once for every frame put in an empty slot, and once on closing.
    private let filled = DispatchSemaphore(value: 0)
    /// Signalled once for every frame taken, and once on closing.
    private let emptied = DispatchSemaphore(value: 0)

    public init() {}

    /// Frames that a newer one took the place of, because the OCR queue was busy.
    public var displaced: Int { state.withLock { $0.displaced } }

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

    /// Waits until the slot is empty and puts a frame in: for recordings, where every frame counts.
    public func put(_ frame: Frame, at now: ContinuousClock.Instant) {
        while true {
            let isOver = state.withLock { state in
                if state.isClosed { return true }
                guard state.waiting == nil else { return false }
                state.waiting = Arrival(frame: frame, at: now)
                filled.signal()
                return true
            }
            if isOver { return }
            emptied.wait()
        }
    }

    /// Waits for a frame and takes it; nil when the slot is closed and empty, or on `timeout`.
    public func take(timeout: DispatchTime = .distantFuture) -> Arrival? {
        guard filled.wait(timeout: timeout) == .success else { return nil }
        return state.withLock { state in
            guard let arrival = state.waiting else {
                // Closed: the next call must not wait either.
                filled.signal()
                return nil
            }
            state.waiting = nil
            emptied.signal()
            return arrival
        }
    }

    /// No more frames come; one that waits can still be taken.
    public func close() {
        state.withLock { $0.isClosed = true }
        filled.signal()
        emptied.signal()
    }

    public var isFinished: Bool { state.withLock { $0.isClosed && $0.waiting == nil } }
}

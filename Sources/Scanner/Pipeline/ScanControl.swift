import ALPR
import Basics
import Dispatch
import Records
import Synchronization

/// What the two queues of a scan and its owner share, besides the frames.
final class ScanControl: Sendable {
    let slot = FrameSlot()
    let counters = Counters()
    let source: SourceCell
    let pauses: Mutex<PauseWatch>
    /// Nil before the OCR queue has turned once.
    let turn = Mutex<ScannerTurn?>(nil)

    /// Whether a plate is followed that may still become an event.
    private let undecided = Atomic(false)
    /// Whether another look soon may decide a plate, and there is time to spare for it.
    private let hurry = Atomic(false)
    private let mustStop = Atomic(false)
    private let mustReopenLogs = Atomic(false)
    private let wakeUp = DispatchSemaphore(value: 0)
    private let ending = Mutex<Scanner.End?>(nil)

    init(at now: Moment) {
        source = SourceCell(at: now.instant)
        pauses = Mutex(PauseWatch(at: now))
    }

    var hasStopped: Bool { mustStop.load(ordering: .sequentiallyConsistent) }

    /// How the scan ended, once it has.
    var end: Scanner.End { ending.withLock { $0 } ?? .stopped }

    var isUndecided: Bool {
        get { undecided.load(ordering: .sequentiallyConsistent) }
        set { undecided.store(newValue, ordering: .sequentiallyConsistent) }
    }

    var hurries: Bool {
        get { hurry.load(ordering: .sequentiallyConsistent) }
        set { hurry.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// Whether a picture is wanted sooner than it is due, and would be looked at at once.
    ///
    /// - Parameter patience: what is in hand is waited for, for so long at most; nil for as long as it takes.
    func wantsLook(within patience: Duration?) -> Bool {
        slot.waitUntilIdle(within: patience)
        return hurries && slot.isIdle
    }

    func stop() {
        mustStop.store(true, ordering: .sequentiallyConsistent)
        wakeUp.signal()
        slot.close()
    }

    /// The first failure counts, and any failure counts for more than having come to the end.
    func end(_ reason: Scanner.End) {
        ending.withLock { known in
            if case .failed = known { return }
            known = reason
        }
        stop()
    }

    /// A recording came to its end; what was taken from it is still to be recognised.
    func finish() {
        if !hasStopped { ending.withLock { $0 = $0 ?? .finished } }
    }

    /// Waits, unless or until somebody stops the scan.
    func wait(_ duration: Duration) {
        _ = wakeUp.wait(timeout: .now() + .milliseconds(Int(duration.milliseconds)))
    }

    func reopenLogs() {
        mustReopenLogs.store(true, ordering: .sequentiallyConsistent)
    }

    /// Whether the logs are to be opened anew; asks once.
    func takesReopening() -> Bool {
        mustReopenLogs.exchange(false, ordering: .sequentiallyConsistent)
    }
}

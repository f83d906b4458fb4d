import ALPR
import Dispatch
import Logging
import Synchronization

/// One camera, scanned: the capture queue and the OCR queue, with one slot between them.
///
///     source ─► frame gate ─►│slot│─► recogniser ─► outlet
///     └───── capture queue ─────┘    └──── OCR queue ────┘
///
/// What has C inside is made by closures that run on the queue that owns it; nothing of it ever leaves that queue.
public final class Scanner: Sendable {
    /// How a scan ended.
    public enum End: Sendable {
        /// A recording was read to its end.
        case finished
        /// `stop` was called.
        case stopped
        /// Something could not be started, or a recording could not be read on.
        case failed(any Error)
    }

    /// How the scan's parts are made, each on the queue that owns it.
    public struct Recipes: Sendable {
        /// Opens the source; called again after every loss. Runs on the capture queue.
        public var source: @Sendable () throws -> any VideoSource
        /// Runs on the OCR queue, once.
        public var recogniser: @Sendable () throws -> Recogniser
        /// Runs on the OCR queue, once.
        public var outlet: @Sendable () throws -> any Outlet

        public init(
            source: @escaping @Sendable () throws -> any VideoSource,
            recogniser: @escaping @Sendable () throws -> Recogniser,
            outlet: @escaping @Sendable () throws -> any Outlet
        ) {
            self.source = source
            self.recogniser = recogniser
            self.outlet = outlet
        }
    }

    public struct Settings: Sendable, Equatable {
        /// Shortest time between two analysed frames.
        public var interval: Duration
        /// Waits before the attempts to reopen a camera that was lost; the last one for ever.
        public var reconnect: [Duration]

        public init(
            interval: Duration = .milliseconds(200),
            reconnect: [Duration] = [.seconds(1), .seconds(5), .seconds(10), .seconds(60)]
        ) {
            self.interval = interval
            self.reconnect = reconnect
        }
    }

    public let counters = Counters()

    private let recipes: Recipes
    private let settings: Settings
    private let log: Logger
    private let onFirstFrame: @Sendable () -> Void
    private let slot = FrameSlot()
    private let captureQueue = DispatchQueue(label: "plated.capture")
    private let ocrQueue = DispatchQueue(label: "plated.ocr")
    private let mustStop = Atomic(false)
    private let mustReopen = Atomic(false)
    private let wakeUp = DispatchSemaphore(value: 0)
    private let end = Mutex<End?>(nil)

    /// - Parameter onFirstFrame: called on the capture queue when the first picture has been decoded.
    public init(
        recipes: Recipes, settings: Settings = Settings(), log: Logger,
        onFirstFrame: @escaping @Sendable () -> Void = {}
    ) {
        self.recipes = recipes
        self.settings = settings
        self.log = log
        self.onFirstFrame = onFirstFrame
    }

    /// Scans until the recording ends, something fails for good, or `stop` is called; blocks the caller.
    public func run() -> End {
        let queues = DispatchGroup()
        captureQueue.async(group: queues) { self.capture() }
        ocrQueue.async(group: queues) { self.recognise() }
        queues.wait()
        return end.withLock { $0 } ?? .stopped
    }

    /// Ends the scan after the frame in hand; what was accepted is written. From any thread.
    public func stop() {
        mustStop.store(true, ordering: .sequentiallyConsistent)
        wakeUp.signal()
        slot.close()
    }

    /// Opens the logs anew after they were rotated. From any thread.
    public func reopenLogs() {
        mustReopen.store(true, ordering: .sequentiallyConsistent)
    }

    private var hasStopped: Bool { mustStop.load(ordering: .sequentiallyConsistent) }

    /// The first failure counts, and any failure counts for more than having come to the end.
    private func end(_ reason: End) {
        end.withLock { known in
            if case .failed = known { return }
            known = reason
        }
        stop()
    }

    // MARK: - Capture queue

    private func capture() {
        defer { slot.close() }
        var capture = Capture(interval: settings.interval, reconnect: settings.reconnect)
        while !hasStopped {
            do {
                var source = try recipes.source()
                if let lost = capture.lostSince {
                    log.notice("the source is back after \(lost.duration(to: .now).rounded)")
                    capture.lostSince = nil
                }
                try pump(&source, &capture)
                if !hasStopped { end.withLock { $0 = $0 ?? .finished } }
                return
            } catch {
                guard !hasStopped else { break }
                guard capture.hasWorked, capture.isLive else { return end(.failed(error)) }
                waitToReopen(after: error, &capture)
            }
        }
    }

    /// Moves frames from the source into the slot until the source ends or throws.
    private func pump(_ source: inout any VideoSource, _ capture: inout Capture) throws {
        capture.isLive = source.isLive
        while !hasStopped {
            let frame = try source.nextFrame { time in
                capture.decoded += 1
                return capture.gate.admits(time)
            }
            publish(capture)
            guard let frame else { return }
            if !capture.hasWorked {
                capture.hasWorked = true
                onFirstFrame()
            }
            capture.backoff.reset()
            if source.isLive { slot.replace(with: frame) } else { slot.put(frame) }
        }
    }

    private func publish(_ capture: Capture) {
        counters.update {
            $0.decoded = capture.decoded
            $0.tooSoon = capture.gate.tooSoon
            $0.displaced = slot.displaced
        }
    }

    private func waitToReopen(after error: any Error, _ capture: inout Capture) {
        var generator = SystemRandomNumberGenerator()
        let wait = capture.backoff.next(using: &generator)
        if capture.lostSince == nil {
            capture.lostSince = .now
            counters.update { $0.reconnects += 1 }
            log.warning("the source is lost: \(error); trying again in \(wait.rounded)")
        } else {
            log.info("still no source: \(error); trying again in \(wait.rounded)")
        }
        _ = wakeUp.wait(timeout: .now() + .milliseconds(Int(wait.milliseconds)))
    }

    // MARK: - OCR queue

    private func recognise() {
        do {
            var outlet = try recipes.outlet()
            var recogniser = try recipes.recogniser()
            while !slot.isFinished {
                // Now and then without a frame too: logs are rotated and disks emptied at night as well.
                let arrival = slot.take(timeout: .now() + .milliseconds(500))
                tend(&outlet)
                guard let arrival else { continue }
                recognise(arrival, with: &recogniser, into: &outlet)
            }
            write(recogniser.finish(), arrival: nil, to: &outlet)
            finish(&outlet)
        } catch {
            end(.failed(error))
        }
    }

    private func recognise(
        _ arrival: FrameSlot.Arrival, with recogniser: inout Recogniser, into outlet: inout any Outlet
    ) {
        do {
            let recognition = try recogniser.recognise(arrival.frame)
            counters.update { $0.analysed += 1 }
            write(recognition, arrival: arrival, to: &outlet)
        } catch {
            // One bad picture is passed over.
            let failed = counters.values.failed
            counters.update { $0.failed += 1 }
            if failed == 0 { log.error("a frame could not be analysed: \(error)") }
        }
    }

    private func write(_ recognition: Recognition, arrival: FrameSlot.Arrival?, to outlet: inout any Outlet) {
        counters.count(recognition)
        report { try outlet.write(recognition, arrival: arrival?.at) }
    }

    private func tend(_ outlet: inout any Outlet) {
        if mustReopen.exchange(false, ordering: .sequentiallyConsistent) {
            report { try outlet.reopen() }
        } else {
            report { try outlet.flush() }
        }
    }

    /// Errors of a sink are told; what it could not write it keeps. Where nobody reads any more, the scan ends.
    private func report(_ action: () throws -> Void) {
        do {
            try action()
        } catch let failure as LogFailure where failure.isBroken {
            end(.failed(failure))
        } catch {
            log.error("\(error); it is kept and written as soon as possible")
        }
    }

    private func finish(_ outlet: inout any Outlet) {
        do {
            try outlet.close()
        } catch {
            log.error("\(outlet.backlog) events could not be written: \(error)")
            end(.failed(error))
        }
    }
}

/// What the capture queue knows of its source.
private struct Capture {
    var gate: FrameGate
    var backoff: Backoff
    var decoded = 0
    var isLive = false
    /// Whether a picture was ever decoded.
    var hasWorked = false
    var lostSince: ContinuousClock.Instant?

    init(interval: Duration, reconnect: [Duration]) {
        gate = FrameGate(interval: interval)
        backoff = Backoff(schedule: reconnect)
    }
}

extension Duration {
    /// For people: `3.2 s`.
    var rounded: String { JSONLine.number(seconds, digits: 1) + " s" }
}

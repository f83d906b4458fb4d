import ALPR
import Basics
import Capture
import Dispatch
import Logging
import Records
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
        /// Whether a camera that is lost could be reached now; nil where that cannot be told. Quick; runs on the capture queue.
        public var presence: @Sendable () -> Bool?
        /// Runs on the OCR queue, once; nil where nobody wants to know what was not read.
        public var ledger: @Sendable () throws -> MissedLedger?
        /// Runs on the OCR queue, once; nil where nothing lies that is written no more.
        public var leftovers: @Sendable () -> Leftovers?
        /// Shows what is analysed to who watches; nil where nobody may.
        public var live: LiveOffer?
        /// Remembers gaps over a restart; nil for a recording, and where there is no place for it.
        public var journal: GapJournal?
        /// Why a server that reads does not; nil where it does, or there is none. Quick; runs on the OCR queue.
        public var absence: @Sendable () -> ReaderAbsence?

        public init(
            source: @escaping @Sendable () throws -> any VideoSource,
            recogniser: @escaping @Sendable () throws -> Recogniser,
            outlet: @escaping @Sendable () throws -> any Outlet,
            presence: @escaping @Sendable () -> Bool? = { nil },
            ledger: @escaping @Sendable () throws -> MissedLedger? = { nil },
            leftovers: @escaping @Sendable () -> Leftovers? = { nil },
            journal: GapJournal? = nil, live: LiveOffer? = nil,
            absence: @escaping @Sendable () -> ReaderAbsence? = { nil }
        ) {
            self.source = source
            self.recogniser = recogniser
            self.outlet = outlet
            self.presence = presence
            self.ledger = ledger
            self.leftovers = leftovers
            self.journal = journal
            self.live = live
            self.absence = absence
        }
    }

    public typealias Settings = ScanSettings

    public var counters: Counters { control.counters }

    private let recipes: Recipes
    private let settings: Settings
    private let log: Logger
    private let now: @Sendable () -> Moment
    private let onFirstFrame: @Sendable () -> Void
    private let onPulse: @Sendable (Vitals) -> Void
    private let control: ScanControl
    private let captureQueue = DispatchQueue(label: "plated.capture")
    private let ocrQueue = DispatchQueue(label: "plated.ocr")
    /// Beside the two, for who watches; they share a slot with it and wait for nothing of it.
    private let liveQueue = DispatchQueue(label: "plated.live")

    /// - Parameters:
    ///   - now: the time; called on every queue.
    ///   - onFirstFrame: called on the capture queue when the first picture has been decoded.
    ///   - onPulse: called on the OCR queue after every frame, and twice a second without one.
    public init(
        recipes: Recipes, settings: Settings = Settings(), log: Logger,
        now: @escaping @Sendable () -> Moment = { .now },
        onFirstFrame: @escaping @Sendable () -> Void = {}, onPulse: @escaping @Sendable (Vitals) -> Void = { _ in }
    ) {
        self.recipes = recipes
        self.settings = settings
        self.log = log
        self.now = now
        control = ScanControl(at: now())
        self.onFirstFrame = onFirstFrame
        self.onPulse = onPulse
    }

    /// Scans until the recording ends, something fails for good, or `stop` is called; blocks the caller.
    public func run() -> End {
        let capturing = DispatchGroup()
        let recognising = DispatchGroup()
        let showing = DispatchGroup()
        let live = liveSlot()
        captureQueue.async(group: capturing) { self.capture(live) }
        ocrQueue.async(group: recognising) { self.recognise(live) }
        if let live { liveQueue.async(group: showing) { self.show(live) } }
        // This ends with the last frame, or when told to; then all that was accepted is written.
        let tick = DispatchTimeInterval.milliseconds(Int(PauseWatch.tick.milliseconds))
        while recognising.wait(timeout: .now() + tick) == .timedOut {
            control.pauses.withLock { $0.tick(at: now()) }
        }
        let grace = DispatchTime.now() + .milliseconds(Int(settings.grace.milliseconds))
        if capturing.wait(timeout: grace) == .timedOut {
            log.warning("the source does not let go within \(settings.grace.rounded) and is left behind")
        }
        live?.stop()
        showing.wait()
        return control.end
    }

    /// Ends the scan after the frame in hand; what was accepted is written. From any thread.
    public func stop() { control.stop() }

    /// Opens the logs anew after they were rotated. From any thread.
    public func reopenLogs() { control.reopenLogs() }

    private func capture(_ live: LiveSlot?) {
        defer { control.slot.close() }
        var loop = CaptureLoop(
            recipes: recipes, settings: settings, control: control, log: log, now: now, onFirstFrame: onFirstFrame,
            isWatched: { live?.isWanted ?? false })
        loop.run()
    }

    /// What goes wrong with showing costs who watches, and nobody else.
    private func liveSlot() -> LiveSlot? {
        guard recipes.live != nil else { return nil }
        do {
            return try LiveSlot(at: now().instant)
        } catch {
            log.error("\(error)")
            return nil
        }
    }

    private func show(_ slot: LiveSlot) {
        guard let offer = recipes.live else { return }
        do {
            var server = try LiveServer(offer, camera: settings.camera, slot: slot, log: log, now: now) {
                [control, settings, now] in
                control.beat(settings, showsPictures: offer.showsPictures, at: now().instant)
            }
            server.run()
        } catch {
            log.error("\(error) The scanner goes on without it.")
        }
    }

    private func recognise(_ live: LiveSlot?) {
        do {
            var loop = try RecognitionLoop(
                recipes: recipes, settings: settings, control: control, live: live, log: log, now: now,
                onPulse: onPulse)
            loop.run()
        } catch {
            control.end(.failed(error))
        }
    }
}

extension Duration {
    /// For people: `3.2 s`.
    var rounded: String { JSONLine.number(seconds, digits: 1) + " s" }
}

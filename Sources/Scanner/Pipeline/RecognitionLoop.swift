import ALPR
import Basics
import Capture
import Dispatch
import Logging
import Records
import Synchronization

/// Takes frames from the slot, recognises what is in them and writes what came of it; between frames, it looks after the log, the
/// gaps and its own health. Lives on the OCR queue.
struct RecognitionLoop {
    /// How long at most between two looks at everything but frames: logs are rotated and cameras lost at night as well.
    private static let tick = Duration.milliseconds(500)

    private let control: ScanControl
    private let log: Logger
    private let now: @Sendable () -> Moment
    private let onPulse: @Sendable (Vitals) -> Void

    private var outlet: any Outlet
    private var recogniser: Recogniser
    private var ledger: MissedLedger?
    private var leftovers: Leftovers?
    private var gaps: GapKeeper
    private var health: Health
    private var tally: HourTally
    private var failures: FailureTalk
    private var spare = SpareTime()
    /// Nil where nobody may watch.
    private let live: LiveSlot?
    private let absence: @Sendable () -> ReaderAbsence?
    /// The time of the last frame, and when it came.
    private var last: (frame: Timestamp, at: ContinuousClock.Instant)?

    init(
        recipes: Scanner.Recipes, settings: Scanner.Settings, control: ScanControl, live: LiveSlot? = nil,
        log: Logger, now: @escaping @Sendable () -> Moment, onPulse: @escaping @Sendable (Vitals) -> Void
    ) throws {
        self.control = control
        self.live = live
        absence = recipes.absence
        self.log = log
        self.now = now
        self.onPulse = onPulse
        outlet = try recipes.outlet()
        recogniser = try recipes.recogniser()
        ledger = try recipes.ledger()
        leftovers = recipes.leftovers()
        // Who stands there when the scanner is back was not away meanwhile, if it was not either.
        let start = now().wall.milliseconds
        let away = recipes.journal?.read().map { start - $0.alive.milliseconds }
        let rest = recogniser.rest.milliseconds
        let isBackSoon = away.map { (0..<rest).contains($0) } ?? false
        let reported = outlet.reported(within: isBackSoon ? recogniser.memory : recogniser.rest)
        if !reported.isEmpty {
            recogniser.remember(reported)
            log.info("the log has \(reported.count) plates that are not reported again where they are still there")
        }
        gaps = GapKeeper(
            settings: settings.sight, judgesStillness: settings.frozen != nil, roi: recogniser.roi,
            journal: recipes.journal, camera: settings.camera, lastPlate: outlet.lastPlate,
            lastGap: outlet.lastGap(of: settings.camera))
        health = Health(settings: settings, at: now().instant)
        tally = HourTally(camera: settings.camera, at: now())
        failures = FailureTalk(of: "frame", verb: "analysed", at: now().instant)
    }

    mutating func run() {
        while !control.slot.isFinished {
            let arrival = control.slot.take(timeout: .now() + .milliseconds(Int(Self.tick.milliseconds)))
            if let arrival { recognise(arrival) } else { hear(at: frameTime) }
            // After the frame in hand: a sick log takes its time.
            tend()
            watch(arrival)
        }
        let rest = recogniser.finish()
        write(rest, arrival: nil)
        let end = now()
        ledger?.finish(rest, now: end)
        lookForGaps(nil, control.source.value, isLast: true)
        if control.source.value.isLive, let record = tally.finish(control.counters.values, at: now()) { write(record) }
        finish()
    }

    // MARK: - Frames

    /// The time of a frame that would come now; nil of a recording, whose clock stands still without frames.
    private var frameTime: Timestamp? {
        guard let last, control.source.value.isLive else { return nil }
        return Timestamp(last.frame.sinceStart + max(.zero, last.at.duration(to: now().instant)))
    }

    private mutating func recognise(_ arrival: FrameSlot.Arrival) {
        let (start, began) = (ThreadTime.milliseconds, now().instant)
        do {
            last = (arrival.frame.time, arrival.at)
            let recognition = try recogniser.recognise(arrival.frame)
            let (spent, ended) = (ThreadTime.milliseconds - start, now().instant)
            spare.worked(from: began, to: ended, own: .milliseconds(spent))
            let hasTime = !control.source.value.isLive || spare.isLeft(at: ended)
            control.hurries = hasTime && recogniser.wantsLooks
            control.isUndecided = recogniser.isUndecided
            control.counters.update { $0.analysed += 1 }
            health.analysed(at: now().instant)
            if let news = failures.succeeded(at: now().instant) { log.notice("\(news)") }
            write(recognition, arrival: arrival)
            let moment = now()
            ledger?.add(recognition, in: arrival.frame, now: moment)
            show(recognition, of: arrival)
        } catch {
            // One bad picture is passed over.
            control.counters.update { $0.failed += 1 }
            if let news = failures.failed(because: "\(error)", at: now().instant) { log.error("\(news)") }
            // What a server's answers have decided is not.
            hear()
        }
    }

    /// Takes what has come of earlier frames.
    ///
    /// - Parameter time: which it is by the frames' clock; nil where that does not go on.
    private mutating func hear(at time: Timestamp? = nil) {
        let heard = recogniser.hear(at: time)
        write(heard, arrival: nil)
        let moment = now()
        ledger?.hear(heard, now: moment)
    }

    /// After what was accepted is written: nothing waits for who watches.
    private func show(_ recognition: Recognition, of arrival: FrameSlot.Arrival) {
        live?.offer(at: now().instant) {
            LiveFrame(
                arrival.frame, number: control.counters.values.analysed, time: now().wall(at: arrival.at),
                recogniser: recogniser, recognition: recognition)
        }
    }

    // MARK: - Everything else

    private mutating func watch(_ arrival: FrameSlot.Arrival?) {
        let source = control.source.value
        if let complaint = health.checkCanary(with: recogniser, isLive: source.isLive, at: now().instant) {
            log.error("\(complaint)")
        }
        lookForGaps(arrival, source)
        if let record = tally.record(control.counters.values, at: now()), source.isLive { write(record) }
        onPulse(
            health.pulse(
                source, counters: control.counters.values, gap: gaps.gap, absence: absence(), at: now().instant))
        let turn = ScannerTurn(at: now().instant, gap: gaps.gap, trouble: outlet.unwritable)
        control.turn.withLock { $0 = turn }
    }

    private mutating func lookForGaps(_ arrival: FrameSlot.Arrival?, _ source: SourceState, isLast: Bool = false) {
        let pauses = control.pauses.withLock { $0.takePauses() }
        let moment = now()
        let records = gaps.look(at: arrival, source: source, pauses: pauses, now: moment)
        write(records)
        gaps.keep(records, source: source, isLast: isLast, at: moment)
    }

    private mutating func tend() {
        if control.takesReopening() {
            report { try $0.reopen() }
        } else {
            report { try $0.flush() }
        }
        control.counters.update { $0.evidence = outlet.evidence }
        let moment = now()
        ledger?.tend(now: moment)
        leftovers?.tend(now: moment)
    }

    // MARK: - Writing

    private mutating func write(_ recognition: Recognition, arrival: FrameSlot.Arrival?) {
        control.counters.count(recognition.reports, isStill: recognition.isStill)
        if report({ try $0.write(recognition, arrival: arrival?.at) }) {
            control.counters.update { $0.accepted += recognition.accepted.count }
        }
        tally.add(recognition, latency: arrival?.at.duration(to: now().instant))
    }

    private mutating func write(_ record: HealthRecord) {
        report { try $0.write(record) }
    }

    private mutating func write(_ gaps: [GapRecord]) {
        for record in gaps {
            let cause = record.gap.cause.rawValue
            if record.end == nil {
                control.counters.update { $0.gaps[record.gap.cause, default: 0] += 1 }
                log.notice("a gap begins: \(cause)")
            } else {
                log.notice("the gap is over: \(cause)")
            }
            report { try $0.write(record) }
        }
    }

    /// Errors of a sink are told; what it could not write it keeps. Where nobody reads any more, the scan ends.
    ///
    /// - Returns: whether what was to be written is written, or kept to be.
    @discardableResult
    private mutating func report(_ action: (inout any Outlet) throws -> Void) -> Bool {
        do {
            try action(&outlet)
        } catch let failure as LogFailure where failure.isBroken {
            control.end(.failed(failure))
            return false
        } catch {
            log.error("\(error); nothing is lost: what could not be written is kept and tried again")
        }
        return true
    }

    private mutating func finish() {
        do {
            try outlet.close()
        } catch {
            log.error("\(outlet.backlog) events could not be written: \(error)")
            control.end(.failed(error))
        }
    }
}

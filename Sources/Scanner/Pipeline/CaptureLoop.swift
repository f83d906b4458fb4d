import ALPR
import Basics
import Capture
import Logging
import Records
import Synchronization

/// Opens the source, moves its frames into the slot, and opens it again whenever it is lost. Lives on the capture queue.
struct CaptureLoop {
    private let recipes: Scanner.Recipes
    private let settings: Scanner.Settings
    private let control: ScanControl
    private let log: Logger
    private let now: @Sendable () -> Moment
    private let onFirstFrame: @Sendable () -> Void
    /// Whether somebody watches the live picture.
    private let isWatched: @Sendable () -> Bool

    private var gate: FrameGate
    private var backoff: Backoff
    private var judge: StreamJudge
    private var health = HealthCount()
    private var decoded = 0
    private var rests = RestTally()
    private var isLive = false
    /// Whether what comes was kept while nothing happened, and is decoded faster than it came.
    private var isCatchingUp = false
    /// Whether the source has given up waiting, and hands out what it had kept.
    private var hasFallenSilent = false
    /// Whether a picture was ever decoded.
    private var hasWorked = false
    /// What was last said of why there is no source; nil while there is one.
    private var lossReason: String?

    init(
        recipes: Scanner.Recipes, settings: Scanner.Settings, control: ScanControl, log: Logger,
        now: @escaping @Sendable () -> Moment, onFirstFrame: @escaping @Sendable () -> Void,
        isWatched: @escaping @Sendable () -> Bool = { false }
    ) {
        self.recipes = recipes
        self.settings = settings
        self.control = control
        self.log = log
        self.now = now
        self.onFirstFrame = onFirstFrame
        self.isWatched = isWatched
        gate = settings.gate
        backoff = Backoff(settings.reconnect)
        judge = StreamJudge(frozenLimit: settings.frozen, stall: settings.stall, at: now().instant)
    }

    mutating func run() {
        while !control.hasStopped {
            do {
                beat()
                var source = try recipes.source()
                try pump(&source)
                return control.finish()
            } catch {
                guard !control.hasStopped else { break }
                lose(to: error)
                guard hasWorked, isLive else { return control.end(.failed(error)) }
                waitToReopen(after: error)
            }
        }
    }

    /// Shows that the capture queue is alive.
    private func beat() { control.source.beat(at: now().instant) }

    // MARK: - While it works

    /// Moves frames from the source into the slot until the source ends or throws.
    private mutating func pump(_ source: inout any VideoSource) throws {
        isLive = source.isLive
        isCatchingUp = false
        hasFallenSilent = false
        rests.reset()
        health.reset()
        control.source.update(at: now().instant) { $0.isLive = isLive }
        // What it got over before it failed counts as well.
        defer { publish(source) }
        while !control.hasStopped {
            let patience = patience
            let frame = try source.nextFrame(
                where: { time in
                    decoded += 1
                    sawWhole()
                    return gate.admits(time) { [control] in control.wantsLook(within: patience) }
                },
                wish: { wish },
                passedOver: { passed in
                    switch passed {
                    case .damaged(let health):
                        publish(health)
                        sawDamaged()
                    case .spared:
                        decoded += 1
                        gate.spared()
                        sawWhole()
                    case .rested: sawWhole(isResting: true)
                    case .fellSilent: hasFallenSilent = true
                    }
                })
            publish(source)
            guard let frame else { return }
            let lag = source.lag
            let arrival = now().instant - lag
            works(at: arrival)
            if isLive {
                try watchForFrozen(frame, at: arrival)
                isCatchingUp = lag > Self.noLag
                if isCatchingUp {
                    // Each has its turn, as if it were due now.
                    control.slot.put(frame, at: arrival, within: settings.interval)
                } else {
                    control.slot.replace(with: frame, at: arrival)
                }
            } else {
                control.slot.put(frame, at: arrival)
            }
        }
    }

    /// How long what is in hand is waited for, since it says whether another picture is wanted sooner than it is due; nil for as long as it takes.
    private var patience: Duration? {
        // A recording waits for nobody, and is to be read the same way every time.
        guard isLive else { return nil }
        // Of what was kept the next picture comes at once.
        return isCatchingUp ? settings.interval : .zero
    }

    /// A frame that is later than this was kept.
    private static let noLag = Duration.milliseconds(30)

    /// Why every picture is wanted now.
    private var wish: Wakefulness.Reason? {
        // A recording waits for nobody, and is to be read the same way every time.
        if !isLive { control.slot.waitUntilIdle() }
        if control.isUndecided { return .undecided }
        if isWatched() { return .watched }
        return judge.suspectsFreeze ? .same : nil
    }

    private mutating func works(at now: ContinuousClock.Instant) {
        if !hasWorked {
            hasWorked = true
            onFirstFrame()
        }
        let phase = control.source.value.phase
        // Frozen and opened anew: only another picture will tell whether that has helped.
        if case .lost(let cause, let since) = phase, cause != .frozen {
            log.notice("the source is back after \(since.duration(to: now).rounded)")
        }
        lossReason = nil
        backoff.reset()
        control.source.update(at: now) { if !$0.isWorking { $0.phase = .working(since: now) } }
    }

    private mutating func sawWhole(isResting: Bool = false) {
        guard isLive, !hasFallenSilent else { return }
        let now = now()
        control.pauses.withLock { $0.sawPicture(at: now) }
        judge.sawWhole(at: now.instant)
        tellJudgement(at: now.instant)
        if isResting { tell(.resting, at: now.instant) }
    }

    private func tell(_ wakefulness: Wakefulness, at now: ContinuousClock.Instant) {
        control.source.update(at: now) { $0.tell(wakefulness, at: now) }
    }

    private mutating func sawDamaged() {
        guard isLive else { return }
        let now = now().instant
        judge.sawDamaged(at: now)
        tellJudgement(at: now)
    }

    private mutating func watchForFrozen(_ frame: Frame, at now: ContinuousClock.Instant) throws {
        defer { tellJudgement(at: now) }
        if try judge.compare(frame, at: now) { log.notice("the picture changes again") }
    }

    private func tellJudgement(at now: ContinuousClock.Instant) {
        control.source.update(at: now) {
            $0.frozenSince = judge.frozenSince
            $0.damagedSince = judge.damagedSince
            $0.lastWhole = judge.lastWhole
        }
    }

    private mutating func publish(_ source: any VideoSource) {
        tell(source.wakefulness, at: now().instant)
        rests.add(source.restCount)
        publish(source.health)
    }

    private mutating func publish(_ found: SourceHealth) {
        for line in health.add(found, at: now().instant) { log.warning("\(line)") }
        control.counters.update {
            $0.decoded = decoded
            $0.rested = rests.total.rested
            $0.wakes = rests.total.wakes
            $0.tooSoon = gate.tooSoon
            $0.displaced = control.slot.displaced
            $0.brokenPackets = health.total.brokenPackets
            $0.damagedPictures = health.total.damagedPictures
            $0.losses = health.total.losses
            $0.formatChanges = health.total.formatChanges
        }
    }

    // MARK: - While it is lost

    private mutating func lose(to error: any Error) {
        let now = now()
        let loss = judge.lost(to: error)
        // While the scanner itself did not run, nothing is known of the camera.
        let resumed = control.pauses.withLock { $0.lost(at: now) }
        tellJudgement(at: now.instant)
        control.source.update(at: now.instant) {
            // The first cause counts, until the source is back.
            if case .lost = $0.phase { return }
            $0.phase = .lost(loss.cause, since: resumed.map { max($0, loss.since) } ?? loss.since)
        }
    }

    private mutating func waitToReopen(after error: any Error) {
        let wait = backoff.next(chance: .random(in: 0...1))
        let reason = "\(error)"
        if lossReason == nil {
            control.counters.update { $0.reconnects += 1 }
            log.warning("the source is lost: \(reason); trying again in \(wait.rounded)")
        } else {
            // Said again only where there is something new in it.
            let level: Logger.Level = lossReason == reason ? .debug : .info
            log.log(level: level, "still no source: \(reason); trying again in \(wait.rounded)")
        }
        lossReason = reason
        waitOut(wait)
    }

    /// Waits; less long where the camera was away and is seen to be there again.
    private mutating func waitOut(_ wait: Duration) {
        let end = now().instant + wait
        var wasAway = false
        while !control.hasStopped {
            let left = now().instant.duration(to: end)
            guard left > .zero else { return }
            control.wait(min(left, settings.presence))
            beat()
            guard left > settings.presence, !control.hasStopped else { continue }
            switch recipes.presence() {
            case false?: wasAway = true
            case true? where wasAway:
                log.info("the camera can be reached again")
                return backoff.reset()
            default: break
            }
        }
    }
}

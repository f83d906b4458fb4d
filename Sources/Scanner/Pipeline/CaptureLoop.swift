import ALPR
import Logging
import Records

/// Opens the source, moves its frames into the slot, and opens it again whenever it is lost. Lives on the capture queue.
struct CaptureLoop {
    /// A camera that sends the very same picture for too long.
    private struct Frozen: Error, CustomStringConvertible {
        var duration: Duration
        var description: String { "the picture has been the very same for \(duration.rounded)" }
    }

    private let recipes: Scanner.Recipes
    private let settings: Scanner.Settings
    private let control: ScanControl
    private let log: Logger
    private let onFirstFrame: @Sendable () -> Void

    private var gate: FrameGate
    private var backoff: Backoff
    private var still = StillPicture()
    private var damage = DamageWatch()
    private var health = HealthCount()
    private var decoded = 0
    private var isLive = false
    /// Whether a picture was ever decoded.
    private var hasWorked = false
    /// Whether opening the source anew has not helped against its one picture.
    private var isFrozenForGood = false
    private var lastPicture = ContinuousClock.now
    /// What was last said of why there is no source; nil while there is one.
    private var lossReason: String?

    init(
        recipes: Scanner.Recipes, settings: Scanner.Settings, control: ScanControl, log: Logger,
        onFirstFrame: @escaping @Sendable () -> Void
    ) {
        self.recipes = recipes
        self.settings = settings
        self.control = control
        self.log = log
        self.onFirstFrame = onFirstFrame
        gate = FrameGate(interval: settings.interval)
        backoff = Backoff(schedule: settings.reconnect)
    }

    mutating func run() {
        while !control.hasStopped {
            do {
                control.source.update { _ in }
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

    // MARK: - While it works

    /// Moves frames from the source into the slot until the source ends or throws.
    private mutating func pump(_ source: inout any VideoSource) throws {
        isLive = source.isLive
        health.reset()
        control.source.update { $0.isLive = isLive }
        // What it got over before it failed counts as well.
        defer { publish(source.health) }
        while !control.hasStopped {
            let frame = try source.nextFrame(
                where: { time in
                    decoded += 1
                    watchForDamage { $0.sawWhole(at: .now) }
                    return gate.admits(time)
                },
                passedOver: { health in
                    publish(health)
                    watchForDamage { $0.sawDamaged(at: .now) }
                })
            publish(source.health)
            guard let frame else { return }
            works()
            if isLive { try watchForFrozen(frame) }
            if isLive { control.slot.replace(with: frame) } else { control.slot.put(frame) }
        }
    }

    private mutating func works() {
        if !hasWorked {
            hasWorked = true
            onFirstFrame()
        }
        if case .lost(let cause, let since) = control.source.value.phase {
            // Frozen and opened anew: only another picture will tell whether that has helped.
            if cause != .frozen { log.notice("the source is back after \(since.duration(to: .now).rounded)") }
        }
        lastPicture = .now
        lossReason = nil
        backoff.reset()
        control.source.update { $0.phase = .working }
    }

    private mutating func watchForFrozen(_ frame: Frame) throws {
        guard let limit = settings.frozen else { return }
        let duration = still.duration(with: frame)
        if duration == .zero {
            if isFrozenForGood { log.notice("the picture changes again") }
            isFrozenForGood = false
            control.source.update { $0.frozenSince = nil }
        } else if duration >= limit {
            control.source.update { $0.frozenSince = $0.frozenSince ?? .now - duration }
            // Opened anew once: that helps where the camera's encoder hangs, and not where its sensor does.
            if !isFrozenForGood {
                isFrozenForGood = true
                throw Frozen(duration: duration)
            }
        }
    }

    private mutating func watchForDamage(_ look: (inout DamageWatch) -> Void) {
        guard isLive else { return }
        look(&damage)
        let since = damage.since
        control.source.update { $0.damagedSince = since }
    }

    private mutating func publish(_ found: SourceHealth) {
        for line in health.add(found) { log.warning("\(line)") }
        control.counters.update {
            $0.decoded = decoded
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
        let cause = cause(of: error)
        // Damaged pictures still showed that it was there; else it was lost when it fell silent.
        let lastSign = cause == .damaged ? damage.since ?? lastPicture : damage.lastSign ?? lastPicture
        // A stream that was opened anew because of its damage has still to show that it is better.
        if cause != .damaged { damage.restart() }
        let damagedSince = damage.since
        control.source.update {
            $0.damagedSince = damagedSince
            // The first cause counts, until the source is back.
            if case .lost = $0.phase { return }
            $0.phase = .lost(cause, since: $0.frozenSince ?? lastSign)
        }
    }

    private func cause(of error: any Error) -> Gap.Cause {
        if error is Frozen { return .frozen }
        guard (error as? any SourceLoss)?.isStall == true else { return .lost }
        let wasDamagedLately = damage.lastSign.map { lastPicture.duration(to: $0) > settings.stall / 2 } ?? false
        return damage.since != nil || wasDamagedLately ? .damaged : .stalled
    }

    private mutating func waitToReopen(after error: any Error) {
        var generator = SystemRandomNumberGenerator()
        let wait = backoff.next(using: &generator)
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
        let end = ContinuousClock.now + wait
        var wasAway = false
        while !control.hasStopped {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { return }
            control.wait(min(left, settings.presence))
            control.source.update { _ in }
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

/// Adds up what sources got over by themselves, over all the times they were opened.
private struct HealthCount {
    /// What happens again and again is told again only after so long without it.
    private static let quiet = Duration.seconds(600)

    private(set) var total = SourceHealth()
    private var before = SourceHealth()
    private var lastSeen: [WritableKeyPath<SourceHealth, Int>: ContinuousClock.Instant] = [:]

    /// What is new, as lines for people.
    mutating func add(_ now: SourceHealth) -> [String] {
        var news: [String] = []
        func count(_ what: WritableKeyPath<SourceHealth, Int>, _ text: String) {
            let new = now[keyPath: what] - before[keyPath: what]
            guard new > 0 else { return }
            if lastSeen[what].map({ $0.duration(to: .now) > Self.quiet }) ?? true { news.append(text) }
            lastSeen[what] = .now
            total[keyPath: what] += new
        }
        count(\.brokenPackets, "the stream has packets that cannot be decoded; they are passed over and counted")
        count(\.losses, "packets are missing on the way from the camera; they are counted")
        count(\.damagedPictures, "damaged pictures are passed over and counted")
        count(\.formatChanges, "the pictures' size or format has changed")
        before = now
        return news
    }

    /// The source was opened anew, and counts from zero.
    mutating func reset() {
        before = SourceHealth()
    }
}

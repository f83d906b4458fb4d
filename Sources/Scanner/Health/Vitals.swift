import ALPR
import Basics
import Capture
import Records

/// How a scan is doing: told about twice a second from the OCR queue.
public struct Vitals: Sendable, Equatable {
    /// Whether a watchdog may be told that all is well.
    public var isAlive: Bool
    /// One line for people.
    public var status: String
}

/// Judges whether frames really go through the whole chain, and that the chain reads.
struct Health {
    private let openingLimit: Duration
    /// A canary that was not read is tried again soon.
    private static let retry = Duration.seconds(10)
    /// Rates are counted over that long.
    private static let rateSpan = Duration.seconds(5)

    let frameLimit: Duration
    private let canaryInterval: Duration?
    private var lastAnalysed: ContinuousClock.Instant?
    private var nextCanary: ContinuousClock.Instant
    private var canaryIsWell = true
    private var rates: (since: ContinuousClock.Instant, came: Int, analysed: Int)
    private var status = "starting"

    init(settings: Scanner.Settings, at now: ContinuousClock.Instant) {
        nextCanary = now
        rates = (now, 0, 0)
        // A camera that falls silent must be found lost, which is no fault of ours, before a watchdog of 30 s barks.
        frameLimit = max(.seconds(5), settings.stall - .seconds(15), settings.interval * 3)
        canaryInterval = settings.canary
        openingLimit = settings.longestOpening
    }

    mutating func analysed(at now: ContinuousClock.Instant) { lastAnalysed = now }

    /// Sends the canary through localiser, engine and vote where it is due. Returns what to say where it was not read.
    mutating func checkCanary(
        with recogniser: Recogniser, isLive: Bool, at now: ContinuousClock.Instant
    ) -> String? {
        guard let canaryInterval, isLive, nextCanary <= now else { return nil }
        var canary = Canary(checking: recogniser)
        let complaint = canary.complaint()
        let wasWell = canaryIsWell
        canaryIsWell = complaint == nil
        nextCanary = now + (canaryIsWell ? canaryInterval : Self.retry)
        guard let complaint, wasWell else { return nil }
        return
            "self-test failed: the built-in test plate was not read (\(complaint)). Stopping the watchdog; systemd will restart the scanner"
    }

    /// - Parameter absence: of a server that reads; nil while it is there, or there is none.
    mutating func pulse(
        _ source: SourceState, counters: Counters.Values, gap: Gap?, absence: ReaderAbsence? = nil,
        at now: ContinuousClock.Instant
    ) -> Vitals {
        let status = describe(source, counters, gap: gap, at: now)
        // Whoever is started anew is no nearer to a server.
        return Vitals(
            isAlive: isAlive(source, at: now),
            status: status
                + (absence.map {
                    ", remote engine away for \($0.since.duration(to: now).rounded): \($0.reason)"
                } ?? ""))
    }

    private func isAlive(_ source: SourceState, at now: ContinuousClock.Instant) -> Bool {
        guard canaryIsWell else { return false }
        switch source.phase {
        // Hardly a frame comes through whole, but the capture queue has to see the damaged ones.
        case .working where source.damagedSince != nil:
            return source.beat.duration(to: now) < max(openingLimit, frameLimit)
        // Frames are far apart; the capture queue has to see packets.
        case .working where source.wakefulness == .resting:
            return source.beat.duration(to: now) < frameLimit
                && lastAnalysed.map { $0.duration(to: now) < frameLimit + RestJudge.longestRest } ?? true
        case .working: return lastAnalysed.map { $0.duration(to: now) < frameLimit } ?? true
        // No frame can come, but the capture queue has to keep trying.
        case .opening, .lost: return source.beat.duration(to: now) < openingLimit
        }
    }

    /// What a camera with a sub-stream does; empty where it has none.
    private func rest(of source: SourceState, at now: ContinuousClock.Instant) -> String {
        switch source.wakefulness {
        case .resting: return ", resting"
        case .awake(.off): return ""
        case .awake(let reason):
            guard let complaint = reason.complaint, let since = source.wakefulnessSince else { return ", reading" }
            return ", decodes everything for \(since.duration(to: now).rounded): \(complaint)"
        }
    }

    private mutating func describe(
        _ source: SourceState, _ counters: Counters.Values, gap: Gap?, at now: ContinuousClock.Instant
    ) -> String {
        if case .lost(let cause, let since) = source.phase {
            let who = cause == .damaged ? "pictures" : "camera"
            return "\(who) \(cause.rawValue) for \(since.duration(to: now).rounded); \(counters.accepted) plates"
        }
        let span = rates.since.duration(to: now)
        if span >= Self.rateSpan {
            func rate(_ count: Int, _ before: Int) -> String {
                JSONLine.number(Double(count - before) / span.seconds, digits: 1)
            }
            status =
                "\(rate(counters.decoded + counters.rested, rates.came)) pictures/s, \(rate(counters.analysed, rates.analysed)) analysed/s"
            rates = (now, counters.decoded + counters.rested, counters.analysed)
        }
        return status + rest(of: source, at: now) + ", \(counters.accepted) plates"
            + (gap.map { ", cannot see: \($0.cause.rawValue)" } ?? "")
    }
}

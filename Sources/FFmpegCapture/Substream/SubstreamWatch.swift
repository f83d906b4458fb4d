import ALPR
import Addresses
import Basics
import Capture
import Dispatch
import Synchronization

/// Watches a camera's sub-stream on a thread of its own, as long as the scanner runs, and tells what is seen there.
public final class SubstreamWatch: Sendable {
    private typealias Instant = ContinuousClock.Instant

    private struct State {
        var sight = SubstreamSight()
        var match = StreamMatch()
        var isDone = false
    }

    /// Between two tries to open it.
    private static let waits = [1, 2, 5, 10, 30].map { Duration.seconds($0) }
    /// More pictures a second are not looked at.
    private static let interval = Duration.milliseconds(80)

    private let address: SourceAddress
    private let settings: CaptureSettings
    private let roi: RegionOfInterest
    private let interrupt = Interrupt()
    private let tell: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "plated.substream")
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - settings: of the main stream.
    ///   - roi: the region of interest in the main stream's picture.
    ///   - tell: gets a sentence whenever something has changed for the camera's owner.
    public init(
        _ address: SourceAddress, settings: CaptureSettings, roi: RegionOfInterest,
        tell: @escaping @Sendable (String) -> Void
    ) {
        self.address = address
        self.roi = roi
        self.tell = tell
        var own = settings
        (own.interval, own.hurriedInterval, own.wantsColour, own.hardware) = (nil, nil, false, .none)
        self.settings = own
    }

    /// Why an address could never be the sub-stream of a camera's; nil where only trying can tell. Opens nothing.
    public static func problem(with address: SourceAddress, of main: SourceAddress) -> String? {
        if let problem = FFmpegSource.problem(with: address) { return problem }
        guard main.kind == .network else { return "is for a network camera, and source.url is none" }
        guard address.kind == .network else { return "is no network camera's address" }
        return address.location == main.location
            ? "is the same as source.url: it is the camera's second, small stream" : nil
    }

    /// Begins to watch.
    public func start() {
        queue.async { [self] in
            watch()
            ended.signal()
        }
    }

    /// Ends the watching, and waits until the camera was told goodbye.
    public func stop() {
        interrupt.stop()
        _ = ended.wait(timeout: .now() + 2)
    }

    /// What was seen up to now.
    public var sight: SubstreamSight { state.withLock { $0.sight } }

    /// A picture of the main stream was decoded, upright.
    public func saw(main image: LumaImage, at time: ContinuousClock.Instant) {
        state.withLock { $0.match.saw(main: image, at: time) }
    }

    /// The streams are measured against each other anew.
    public func measureAgain() {
        state.withLock {
            $0.match = StreamMatch()
            ($0.sight.match, $0.sight.matchedAt) = (.unknown, nil)
        }
    }

    // MARK: - On its own queue

    private func watch() {
        var backoff = Backoff(Self.waits)
        while !interrupt.hasStopped {
            do {
                try readOn { backoff.reset() }
            } catch {
                guard !interrupt.hasStopped else { return }
                let wait = backoff.next(chance: .random(in: 0...1))
                lose("\(error)")
                interrupt.rest(for: wait)
            }
        }
    }

    private func lose(_ reason: String) {
        let isNew = state.withLock { state in
            let isNew = state.sight.loss == nil
            state.sight = SubstreamSight()
            state.match = StreamMatch()
            state.sight.loss = reason
            return isNew
        }
        if isNew {
            tell("the sub-stream is lost: \(reason); the main stream is decoded in full until it is back")
        }
    }

    private func readOn(_ works: () -> Void) throws {
        let source = try FFmpegSource(address, settings: settings, interrupt: interrupt)
        guard source.isLive else {
            throw CaptureError(.badData, while: "watching \(address)", because: "it is a recording and no camera")
        }
        var gate = FrameGate(interval: Self.interval)
        var (scene, still) = (SceneWatch(), StillPicture())
        while let frame = try source.nextFrame(where: { gate.admits($0) }) {
            works()
            see(frame, scene: &scene, still: &still)
        }
    }

    private func see(_ frame: Frame, scene: inout SceneWatch, still: inout StillPicture) {
        let now = Instant.now
        let isSame = still.duration(with: frame) > .zero
        let box = roi.bounds(width: 1000, height: 1000)
        let area = Box(x: box.x / 1000, y: box.y / 1000, width: box.width / 1000, height: box.height / 1000)
        let (part, told) = state.withLock { state -> (Box, String?) in
            var told: String?
            if state.sight.loss != nil { told = "the sub-stream is there" }
            state.sight.loss = nil
            if let last = state.sight.lastPicture {
                let spacing = last.duration(to: now)
                state.sight.spacing = state.sight.spacing.map { $0 * 0.9 + spacing * 0.1 } ?? spacing
            }
            state.sight.lastPicture = now
            if !isSame || state.sight.lastChange == nil { state.sight.lastChange = now }
            state.match.saw(small: frame.image, at: now)
            if let verdict = state.match.verdict(roi: area) {
                if told == nil, verdict.isNews(after: state.sight.match) { told = Self.text(of: verdict) }
                (state.sight.match, state.sight.matchedAt) = (verdict, now)
            }
            return (state.match.part, told)
        }
        if let told { tell(told) }
        let isStill = scene.isStill(frame.image, at: frame.time, within: roi.seen(through: part))
        state.withLock { $0.sight.stillSince = isStill ? $0.sight.stillSince ?? now : nil }
    }

    private static func text(of verdict: StreamMatch.Verdict) -> String? {
        switch verdict {
        case .unknown: nil
        case .matches(let delay?) where delay >= .milliseconds(200):
            "the sub-stream shows what the main stream shows, \(Int(delay / .milliseconds(1))) ms later"
        case .matches: "the sub-stream shows what the main stream shows; it is watched while nothing moves"
        case .fails(let trouble): "\(trouble). The main stream is decoded in full"
        }
    }
}

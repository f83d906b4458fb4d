import ALPR
import Addresses
import Capture
import Dispatch
import FFmpegCapture
import Scanner
import Synchronization

/// Reads a source for a while on a queue of its own, and puts the pictures that are due into a slot, as `plated run` does.
final class ProbeCapture: Sendable {
    /// What is known of the stream when it is over.
    struct Report: Sendable {
        var facts: [Fact]
        /// What to change at the camera.
        var hints: [String]
        /// Whether it was one picture, and not a video.
        var isStill: Bool
    }

    let slot = FrameSlot()

    private let address: SourceAddress
    private let settings: CaptureSettings
    private let interval: Duration
    private let limit: Duration?
    private let vote: Smoother.Settings
    private let ending = Mutex<Result<Report, any Error>?>(nil)
    private let length = Mutex<Duration?>(nil)
    private let queue = DispatchQueue(label: "plated.capture")

    /// - Parameters:
    ///   - interval: shortest time between two pictures that are handed on.
    ///   - limit: how long to look; nil for all of a recording.
    ///   - vote: what is asked of the pictures of one plate.
    init(
        _ address: SourceAddress, settings: CaptureSettings, interval: Duration, limit: Duration?,
        vote: Smoother.Settings
    ) {
        self.vote = vote
        self.address = address
        self.settings = settings
        self.interval = interval
        self.limit = limit
    }

    /// How long it takes in the source's own time, where that is known.
    var duration: Duration? {
        let length = length.withLock { $0 }
        guard let limit else { return length }
        return length.map { min($0, limit) } ?? limit
    }

    /// Starts; the slot is closed when it is over.
    ///
    /// - Parameters:
    ///   - epoch: where a live stream's time line starts.
    ///   - recording: is told when the recording began.
    func start(
        epoch: ContinuousClock.Instant, recording: RecordingStart, note: @escaping @Sendable (String) -> Void
    ) {
        queue.async { [self] in
            let result = Result { try read(epoch: epoch, recording: recording, note: note) }
            ending.withLock { $0 = result }
            slot.close()
        }
    }

    /// How it ended. Only asked once the slot gives no more.
    var result: Result<Report, any Error> {
        ending.withLock { $0 } ?? .failure(CancellationError())
    }

    /// Whether all there was is one picture.
    var isOfOnePicture: Bool {
        if case .success(let report) = result { report.isStill } else { false }
    }

    private func read(
        epoch: ContinuousClock.Instant, recording: RecordingStart, note: @escaping (String) -> Void
    ) throws -> Report {
        let source = try FFmpegSource(address, settings: settings, epoch: epoch, note: note)
        if !source.isLive {
            let time = RecordingTime(
                of: address.location, recordedAt: source.stream.recordedAt, duration: source.stream.duration, given: nil
            )
            recording.set(time.start)
        }
        var stream = StreamSurvey(opened: epoch.duration(to: .now))
        let duration = source.stream.duration
        length.withLock { $0 = duration }
        var gate = FrameGate(interval: interval)
        func isOver(_ time: Timestamp) -> Bool { limit.map { time.sinceStart > $0 } ?? false }
        while let frame = try source.nextFrame(where: { time in
            if isOver(time) { return true }
            stream.count(time)
            return gate.admits(time)
        }), !isOver(frame.time) {
            // Of a camera the newest picture counts, of a recording every one.
            if source.isLive { slot.replace(with: frame, at: .now) } else { slot.put(frame, at: .now) }
        }
        let spacing = PictureSpacing(rate: stream.rate, of: "\(address)", vote: vote)
        return Report(
            facts: stream.facts(of: source),
            hints: stream.hints(for: source) + [spacing].compactMap { $0?.description },
            isStill: !source.isLive && source.decoded == 1)
    }
}

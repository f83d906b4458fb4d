import ALPR
import Basics
import Capture
import Logging
import Records

/// Looks with a second configuration at the frames of the running one, and writes down what both reported. Lives on the shadow's queue.
///
/// It gives way to everything else: a frame that comes while it is busy takes the place of the one before, and while the running
/// configuration comes late it looks at none. What goes wrong here costs the comparison and no event.
struct ShadowLoop {
    /// How long at most between two looks at everything but frames.
    private static let tick = Duration.milliseconds(500)

    private let slot: ShadowSlot
    private let control: ScanControl
    private let log: Logger
    private let now: @Sendable () -> Moment
    private var recogniser: Recogniser
    private var diary: ShadowDiary
    private var gate: FrameGate
    private var pace = ShadowPace()
    private var failures: FailureTalk
    private var displaced = 0
    private let isRecording: Bool

    init(
        _ offer: ShadowOffer, slot: ShadowSlot, control: ScanControl, log: Logger,
        now: @escaping @Sendable () -> Moment
    ) throws {
        self.slot = slot
        self.control = control
        self.log = log
        self.now = now
        // The folder first, since it is taken for this process alone.
        diary = try offer.diary()
        recogniser = try offer.recogniser()
        gate = offer.gate
        isRecording = offer.isRecording
        failures = FailureTalk(of: "frame of the shadow", verb: "analysed", at: now().instant)
    }

    mutating func run() {
        while !slot.isFinished {
            let frame = slot.take(within: Self.tick)
            hear()
            if let frame { look(at: frame) }
            diary.tend(now: now())
        }
        hear()
        for plate in recogniser.finish().accepted { diary.add(plate, by: .shadow, now: now()) }
        diary.finish(now: now())
    }

    /// What the running configuration did meanwhile.
    private mutating func hear() {
        let news = slot.takeNews()
        // Or it would report what the running configuration does not report again after a restart.
        recogniser.remember(news.reported)
        for plate in news.accepted { diary.add(plate, by: .running, now: now()) }
        let lost = slot.displaced - displaced
        displaced += lost
        diary.count {
            $0.frames += news.frames
            $0.runningMilliseconds += news.milliseconds
            $0.leftOut += lost
        }
    }

    private mutating func look(at frame: Frame) {
        guard gate.admits(frame.time, hurries: { recogniser.wantsLooks }) else { return }
        guard isRecording || pace.mayLook(displaced: control.slot.displaced, at: now().instant) else {
            return diary.count { $0.leftOut += 1 }
        }
        let start = ThreadTime.milliseconds
        do {
            let recognition = try recogniser.recognise(frame)
            diary.count {
                $0.looked += 1
                $0.shadowMilliseconds += ThreadTime.milliseconds - start
            }
            for plate in recognition.accepted { diary.add(plate, by: .shadow, now: now()) }
            if let news = failures.succeeded(at: now().instant) { log.notice("\(news)") }
        } catch {
            diary.count { $0.failed += 1 }
            if let news = failures.failed(because: "\(error)", at: now().instant) { log.error("\(news)") }
        }
    }
}

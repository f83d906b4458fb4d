import ALPR
import Basics
import Dispatch
import Synchronization

/// What the OCR queue hands over to the shadow: the frames that it has looked at, and what it made of them. All that the two share.
///
/// A camera's frame takes the place of one that the shadow has not taken: nothing waits for it. A recording does.
final class ShadowSlot: Sendable {
    /// What has come of the running configuration since somebody asked.
    struct News: Sendable {
        /// Plates that an earlier run has reported: told once, before the first frame.
        var reported: [ReportedPlate] = []
        var accepted: [AcceptedPlate] = []
        var frames = 0
        var milliseconds = 0.0
    }

    private let frames = FrameSlot()
    private let news = Mutex(News())
    private let isAwaited: Bool

    /// - Parameter isAwaited: whether a frame waits until there is room for it, as those of a recording do.
    init(isAwaited: Bool) {
        self.isAwaited = isAwaited
    }

    // MARK: - The OCR queue

    func remember(_ plates: [ReportedPlate]) { news.withLock { $0.reported += plates } }

    func accepted(_ plates: [AcceptedPlate]) {
        guard !plates.isEmpty else { return }
        news.withLock { news in
            for var plate in plates {
                // The whole pictures of those would stay in memory for as long as the shadow is busy.
                plate.evidence = nil
                news.accepted.append(plate)
            }
        }
    }

    /// - Parameter milliseconds: of processor time that the running configuration took for it.
    func offer(_ arrival: FrameSlot.Arrival, milliseconds: Double) {
        news.withLock {
            $0.frames += 1
            $0.milliseconds += milliseconds
        }
        if isAwaited {
            frames.put(arrival.frame, at: arrival.at)
        } else {
            frames.replace(with: arrival.frame, at: arrival.at)
        }
    }

    func close() { frames.close() }

    // MARK: - The shadow's queue

    /// Frames that a newer one took the place of.
    var displaced: Int { frames.displaced }

    var isFinished: Bool { frames.isFinished }

    func take(within time: Duration) -> Frame? {
        frames.take(timeout: .now() + .milliseconds(Int(time.milliseconds)))?.frame
    }

    func takeNews() -> News {
        news.withLock { news in
            defer { news = News() }
            return news
        }
    }
}

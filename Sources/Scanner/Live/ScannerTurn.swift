import Basics
import Capture
import Live
import Records
import Synchronization

/// What the OCR queue told of itself when it last turned.
struct ScannerTurn: Sendable {
    var at: ContinuousClock.Instant
    /// The gap that lasts.
    var gap: Gap?
    /// Why the log cannot be written; nil while it can.
    var trouble: String?
}

extension ScanControl {
    /// How the scan is, for whoever asks now. Both loops are judged by when they last turned: one that hangs says nothing itself.
    ///
    /// - Parameter showsPictures: to who asks for them.
    func beat(_ settings: ScanSettings, showsPictures: Bool, at now: ContinuousClock.Instant) -> ScannerBeat {
        let (source, turn) = (source.value, turn.withLock { $0 })
        let capture = source.beat.duration(to: now)
        // Before its first turn it loads what reads.
        let recognition = turn.map { $0.at.duration(to: now) } ?? .zero
        let phase: ScannerBeat.Phase =
            switch source.phase {
            case .opening: .opening
            case .working: .working
            case .lost: .lost
            }
        let isTurning =
            recognition < settings.longestTurn
            && capture < (phase == .working ? settings.longestSilence : settings.longestOpening)
        return ScannerBeat(
            phase: phase, turns: isTurning, capture: capture, recognition: recognition, showsPictures: showsPictures,
            gap: turn?.gap.map { ScannerBeat.Gap(cause: $0.cause.rawValue, start: $0.start.milliseconds) },
            trouble: turn?.trouble)
    }
}

extension ScanSettings {
    /// Longest silence of a capture queue that is opening a camera: connecting and looking at the stream have as long each.
    var longestOpening: Duration { opening * 2 + .seconds(5) }
    /// Longest silence of a capture queue that has a camera: what sends nothing is found stalled before.
    fileprivate var longestSilence: Duration { stall + .seconds(5) }
    /// Longest time that one frame takes.
    fileprivate var longestTurn: Duration { max(.seconds(8), interval * 3) }
}

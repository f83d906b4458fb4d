import ALPR
import Basics
import CameraConfiguration
import FFmpegCapture
import Logging
import Records
import Scanner

/// What is written down of places that looked like a plate and were not read, and where: final values.
struct MissedPlan {
    /// Crops are looked at, not measured.
    private static let quality = 75

    let folder: String
    let configuration: Configuration
    /// In pixels: what the configuration leaves to the engine.
    let leastTextHeight: Double
    /// The recording; nil for cameras, whose old days are removed.
    let file: String?

    private static let height = "plates.minimum_text_height_px"
    /// Keys of the configuration that decide on it.
    private static let keys = [
        "gate.interval_ms", "gate.quicken",
        height, "plates.minimum_text_height", "plates.selection",
        "plates.per_frame",
        "plates.characters", "plates.minimum_letters", "plates.minimum_digits", "plates.minimum_confidence",
        "plates.minimum_probability",
        "formats.countries", "formats.strict", "vote.minimum_reads", "vote.close_ms", "cooldown.window_ms",
    ]

    /// A ledger for use on the queue that makes it.
    func ledger(
        clock: EventOutlet.Clock, pseudonyms: Pseudonyms?, trust: ClockTrust, log: Logger
    ) throws(Failure) -> MissedLedger {
        let missed = configuration.missed
        let encoder = JPEGEncoder(quality: Self.quality)
        var limits = configuration.values(of: Self.keys)
        limits[Self.height] = "\(leastTextHeight)"
        return try MissedLedger(
            .init(
                folder: folder, camera: configuration.camera.description, file: file, cropsPerHour: missed.cropsPerHour,
                kept: file == nil ? missed.limits : nil,
                vote: configuration.recognition.smoother, limits: limits),
            clock: clock, pseudonyms: pseudonyms, encode: { try encoder.bytes(of: $0) }, trust: trust, log: log)
    }
}

extension Configuration.Missed {
    /// What may be kept of a camera's misses.
    var limits: (days: Int, bytes: Int) { (days, 1_000_000 * megabytes) }
}

import ALPR
import Basics
import CameraConfiguration
import FFmpegCapture
import Logging
import Records
import Scanner

/// What is kept of the pictures of a scan, and where: final values.
struct EvidencePlan {
    let folder: String
    let settings: Configuration.Evidence
    /// Whether old pictures are removed: those of a camera, and never what somebody made of a recording.
    let isLimited: Bool

    /// What recognition has to keep.
    var kept: Evidence.Settings { .init(keepsScene: settings.scene, sceneWidth: settings.width) }

    /// A writer for use on the queue that makes it.
    func writer(trust: ClockTrust, log: Logger) throws(Failure) -> EvidenceWriter {
        let encoder = JPEGEncoder(quality: settings.quality)
        return try EvidenceWriter(
            settings: .init(
                folder: folder, keepsCrop: settings.crop, keepsScene: settings.scene, sceneWidth: settings.width,
                limits: isLimited ? settings.limits : nil),
            encode: { try encoder.bytes(of: $0) }, trust: trust, log: log, now: .now)
    }
}

extension Configuration.Evidence {
    /// What may be kept of a camera's pictures.
    var limits: EvidenceLimits { EvidenceLimits(age: .seconds(86_400 * days), size: 1_000_000 * megabytes) }
}

import ALPR
import ArgumentParser
import Basics
import CameraConfiguration
import Capture
import Logging
import Records

/// Options for recordings that do not say when they were made, or how fast.
struct RecordingOptions: ParsableArguments {
    @Option(
        help: .init(
            "When the recording begins, such as 2026-11-21T10:32:05Z; local time where no zone is given. Default: what the "
                + "file states, else its name, else its last change.", valueName: "time"))
    var start: String?

    @Option(help: .init("Pictures a second of an image sequence; 25 where nobody says.", valueName: "rate"))
    var rate: Double?

    func validate() throws {
        if let start, WrittenTime(start) == nil {
            throw ValidationError("--start takes a time such as 2026-11-21T10:32:05Z or 2026-11-21T10:32:05+01:00")
        }
        if let rate, !(rate >= 0.001 && rate <= 1000) {
            throw ValidationError("--rate takes pictures a second, from 0.001 to 1000")
        }
    }

    func apply(to configuration: inout Configuration) {
        if let rate { configuration.capture.rate = rate }
    }

    /// When the recording begins, if somebody said so; a zone that had to be assumed is told.
    func begin(log: Logger) -> WallTime? {
        guard let start, let written = WrittenTime(start) else { return nil }
        if let zone = written.assumedZone {
            log.notice("--start \(start) names no zone and is taken for local time, \(zone): \(written.time)")
        }
        return written.time
    }
}

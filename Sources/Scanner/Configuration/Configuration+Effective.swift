import ALPR
import Logging

extension Configuration {
    /// The settings in effect, as a configuration file would have them; passwords are stars.
    ///
    /// - Parameters:
    ///   - model: the plate model that will be loaded.
    ///   - formats: the folder formats come from where none is set.
    public func effective(model: String, formats folder: String?) -> String {
        func list(_ values: [String]) -> String { "[" + values.joined(separator: ", ") + "]" }
        let recognition = recognition
        let corners = recognition.roi.corners.map { "[\($0.x), \($0.y)]" }
        var lines = ["camera: \(camera)", "source:"]
        lines += [
            "  url: \(source.map { Self.plain($0.location) } ?? "null")",
            "  user: \(source?.credentials.map { Self.plain($0.user) } ?? "null")",
            "  password: \(source?.credentials == nil ? "null" : "\"***\"")",
            "  transport: \(capture.transport.rawValue)",
            "  stall_ms: \(capture.stall.milliseconds)",
            "  reconnect_ms: \(list(scanner.reconnect.map { "\($0.milliseconds)" }))",
            "  frozen_ms: \(scanner.frozen?.milliseconds ?? 0)",
            "  device:",
            "    size: \(capture.device.size ?? "null")",
            "    rate: \(capture.device.rate.map { "\($0)" } ?? "null")",
            "    pixel_format: \(capture.device.pixelFormat ?? "null")",
            "gate:",
            "  interval_ms: \(scanner.interval.milliseconds)",
            "  motion: \(recognition.followsMotion)",
            "roi: \(list(corners))",
            "sight:",
            "  judge: \(scanner.sight != nil)",
            "  hold_ms: \((scanner.sight ?? SightWatch.Settings()).hold.milliseconds)",
            "plates:",
            "  minimum_text_height_px: \(recognition.minimumTextHeight)",
            "  minimum_text_height: \(recognition.minimumRelativeTextHeight)",
            "  selection: \(recognition.selection.rawValue)",
            "  per_frame: \(recognition.regionsPerFrame)",
            "  characters: [\(recognition.plausibility.characters.lowerBound), "
                + "\(recognition.plausibility.characters.upperBound)]",
            "  minimum_letters: \(recognition.plausibility.minimumLetters)",
            "  minimum_digits: \(recognition.plausibility.minimumDigits)",
            "  minimum_confidence: \(recognition.plausibility.minimumConfidence)",
            "formats:",
            "  countries: \(list(formats.countries))",
            "  normalise: \(list(formats.normalise))",
            "  known_layouts: \(formats.knownLayouts)",
            "  folder: \((formats.folder ?? folder).map(Self.plain) ?? "null")",
            "engine: \(engine.rawValue)",
            "tesseract:",
            "  model: \(Self.plain(model))",
            "  preprocessing: \(tesseract.preprocessing.rawValue)",
            "vote:",
            "  window_ms: \(recognition.smoother.window.milliseconds)",
            "  close_ms: \(recognition.smoother.close.milliseconds)",
            "  minimum_reads: \(recognition.smoother.minimumReads)",
            "  minimum_weight: \(recognition.smoother.minimumWeight)",
            "  lead: \(recognition.smoother.lead)",
            "  majority: \(recognition.smoother.majority)",
            "cooldown:",
            "  window_ms: \(recognition.cooldown.milliseconds)",
            "watchdog:",
            "  canary_ms: \(scanner.canary?.milliseconds ?? 0)",
            "log:",
            "  file: \(Self.plain(log.file ?? "-"))",
            "  explain: \(log.explain.map(Self.plain) ?? "null")",
            "  level: \(log.level.rawValue)",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// A text as YAML: quoted, since JSON's strings are YAML's too.
    private static func plain(_ text: String) -> String { JSONLine.quoted(text) }
}

import ALPR
import Addresses
import Basics
import Capture
import Logging
import Records

extension Configuration {
    /// The settings in effect, as a configuration file would have them; passwords are stars.
    ///
    /// - Parameters:
    ///   - model: Tesseract's plate model that will be loaded; nil where another engine reads.
    ///   - detector: the net that will find plates; nil where rows do.
    ///   - formats: the folder formats come from where none is set.
    public func effective(model: String?, detector: String? = nil, formats folder: String?) -> String {
        func list(_ values: [String]) -> String { "[" + values.joined(separator: ", ") + "]" }
        func quoted(_ values: [String]) -> String { list(values.map { Self.isWord($0) ? $0 : Self.plain($0) }) }
        let recognition = recognition
        let corners = recognition.roi.corners.map { "[\($0.x), \($0.y)]" }
        var lines = ["camera: \(Self.isWord(camera) ? camera : Self.plain(camera))", "source:"]
        lines += [
            "  url: \(source.map { Self.plain($0.printableLocation) } ?? "null")",
            "  user: \(source?.credentials.map { Self.plain($0.printableUser) } ?? "null")",
            "  password: \(source?.credentials == nil ? "null" : "\"***\"")",
            "  transport: \(capture.transport.rawValue)",
            "  stall_ms: \(capture.stall.milliseconds)",
            "  open_ms: \(capture.opening.milliseconds)",
            "  rate_fps: \(capture.rate.map { "\($0)" } ?? "null")",
            "  reconnect_ms: \(list(scanner.reconnect.map { "\($0.milliseconds)" }))",
            "  frozen_ms: \(scanner.frozen?.milliseconds ?? 0)",
            "  device:",
            "    size: \(capture.device.size ?? "null")",
            "    rate: \(capture.device.rate.map { "\($0)" } ?? "null")",
            "    pixel_format: \(capture.device.pixelFormat.map(Self.plain) ?? "null")",
            "    controls: \(Self.plain(capture.device.controls))",
            "  hardware: \(capture.hardware.rawValue)",
            "  hardware_device: \(capture.hardwareDevice.map(Self.plain) ?? "null")",
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
            "  countries: \(quoted(formats.countries))",
            "  normalise: \(quoted(formats.normalise))",
            "  strict: \(formats.strict)",
            "  known_layouts: \(formats.knownLayouts)",
            "  folder: \((formats.folder ?? folder).map(Self.plain) ?? "null")",
            "engine: \(engine.rawValue)",
            "tesseract:",
            "  model: \((model ?? tesseract.model).map(Self.plain) ?? "null")",
            "  preprocessing: \(tesseract.preprocessing.rawValue)",
            "localiser: \(localiser.rawValue)",
            "neural:",
            "  runtime: \(neural.runtime.map(Self.plain) ?? "null")",
            "  detector: \(Self.plain(detector ?? neural.detector))",
            "  reader: \(Self.plain(neural.reader))",
            "  threads: \(neural.threads)",
            "  minimum_score: \(neural.minimumScore.map { "\($0)" } ?? "null")",
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
            "  spool: \(log.spool.map(Self.plain) ?? "null")",
            "  explain: \(log.explain.map(Self.plain) ?? "null")",
            "  explain_limit_mb: \(log.explainLimit)",
            "  level: \(log.level.rawValue)",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func plain(_ controls: CaptureSettings.Device.Controls) -> String {
        switch controls {
        case .automatic: "auto"
        case .leave: "leave"
        case .values(let values):
            "{" + values.sorted { $0.key < $1.key }.map { "\(plain($0.key)): \($0.value)" }.joined(separator: ", ")
                + "}"
        }
    }

    /// Whether YAML takes it for a text as it stands: letters and digits that start with a letter, and no word for nothing.
    private static func isWord(_ text: String) -> Bool {
        text.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 } && !text.isEmpty
            && !(text.first?.isNumber ?? true) && text != "null"
    }

    /// A text as YAML: quoted as in JSON, and without what YAML takes for the end of a line or for no character at all.
    private static func plain(_ text: String) -> String {
        // An address may have landed at any key.
        JSONLine.quoted(SourceAddress(text).recordingName).unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar.value {
            case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

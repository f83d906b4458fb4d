import ALPR
import Addresses
import Capture
import Logging
import Settings
import Yams

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The keys of a configuration file, each with its limits, in the order of `config/plated.yaml`.
struct ConfigurationReading {
    let root: MappingReader
    let surroundings: ConfigurationFile.Surroundings
    /// Of the file: its name is the camera's where none is given.
    let path: String

    private static let hour = 3_600_000
    private static let day = 24 * hour

    mutating func read() -> Configuration {
        var configuration = Configuration()
        configuration.camera = defaultCamera
        root.string("camera", into: &configuration.camera)
        if !Self.isName(configuration.camera) {
            root.problem("camera", "takes letters, digits, dash, dot and underscore, and at least one of them")
        }
        root.section("source") { readSource($0, into: &configuration) }
        root.section("gate") { gate in
            gate.milliseconds("interval_ms", in: 0...60_000, into: &configuration.scanner.interval)
            gate.flag("motion", into: &configuration.recognition.followsMotion)
        }
        readROI(into: &configuration.recognition.roi)
        // Focus and exposure are for where plates are looked for.
        configuration.capture.device.region = configuration.recognition.roi
        root.section("sight") { readSight($0, into: &configuration.scanner.sight) }
        root.section("plates") { readPlates($0, into: &configuration.recognition) }
        root.section("formats") { readFormats($0, into: &configuration.formats) }
        root.choice("engine", into: &configuration.engine)
        root.section("tesseract") { tesseract in
            tesseract.string("model", into: &configuration.tesseract.model)
            tesseract.choice("preprocessing", into: &configuration.tesseract.preprocessing)
        }
        root.choice("localiser", into: &configuration.localiser)
        root.section("neural") { neural in
            neural.string("runtime", into: &configuration.neural.runtime)
            neural.string("detector", into: &configuration.neural.detector)
            neural.string("reader", into: &configuration.neural.reader)
            neural.integer("threads", in: 1...64, into: &configuration.neural.threads)
            neural.number("minimum_score", in: 0.01...1, into: &configuration.neural.minimumScore)
        }
        root.section("vote") { readVote($0, into: &configuration.recognition.smoother) }
        root.section("cooldown") { cooldown in
            cooldown.milliseconds("window_ms", in: 0...Self.day, into: &configuration.recognition.cooldown)
        }
        root.section("watchdog") { watchdog in
            watchdog.milliseconds("canary_ms", in: 1000...Self.day, into: &configuration.scanner.canary)
        }
        root.section("log") { log in
            var file: String? = nil
            log.string("file", into: &file)
            configuration.log.file = file == "-" ? nil : file
            log.string("spool", into: &configuration.log.spool)
            log.string("explain", into: &configuration.log.explain)
            log.integer("explain_limit_mb", in: 0...1_000_000, into: &configuration.log.explainLimit)
            log.choice("level", into: &configuration.log.level)
        }
        root.finish()
        return configuration
    }

    /// `gate` for `/etc/plated/gate.yaml`.
    private var defaultCamera: String {
        let file = path.split(separator: "/").last ?? "camera"
        let name = String(file.prefix { $0 != "." })
        return Self.isName(name) ? name : "camera"
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    }

    // MARK: - Source

    private func readSource(_ source: MappingReader, into configuration: inout Configuration) {
        var url: String?
        source.string("url", into: &url)
        configuration.source = url.map { SourceAddress($0) }
        source.choice("transport", into: &configuration.capture.transport)
        readCredentials(source, into: &configuration)
        source.milliseconds("stall_ms", in: 1000...Self.hour, into: &configuration.capture.stall)
        source.milliseconds("open_ms", in: 1000...600_000, into: &configuration.capture.opening)
        source.number("rate_fps", in: 0.001...1000, into: &configuration.capture.rate)
        source.milliseconds("reconnect_ms", in: 100...Self.hour, into: &configuration.scanner.reconnect)
        source.milliseconds("frozen_ms", in: 1000...Self.day, into: &configuration.scanner.frozen)
        source.section("device") { device in
            device.string("size", into: &configuration.capture.device.size)
            if let size = configuration.capture.device.size, !Self.isSize(size) {
                device.problem("size", "expects width and height in pixels, such as 1280x720")
            }
            if device.has("rate") {
                var rate = 0.0
                device.number("rate", in: 1...1000, into: &rate)
                configuration.capture.device.rate = rate
            } else {
                _ = device.node("rate")
            }
            device.string("pixel_format", into: &configuration.capture.device.pixelFormat)
            readControls(device, into: &configuration.capture.device.controls)
        }
        source.choice("hardware", into: &configuration.capture.hardware)
        source.string("hardware_device", into: &configuration.capture.hardwareDevice)
    }

    /// `auto`, `leave`, or names with whole numbers.
    private func readControls(
        _ device: MappingReader, into controls: inout CaptureSettings.Device.Controls
    ) {
        guard let node = device.node("controls") else { return }
        let wanted = "expects auto, leave, or names and whole numbers such as {exposure_time_absolute: 20}"
        if case .scalar(let scalar) = node {
            switch scalar.string {
            case "auto": controls = .automatic
            case "leave": controls = .leave
            default: device.problem(at: node, key: "controls", wanted)
            }
            return
        }
        guard case .mapping(let mapping) = node else { return device.problem(at: node, key: "controls", wanted) }
        var values: [String: Int] = [:]
        for (name, value) in mapping {
            guard let name = name.scalar?.string, let value = value.scalar.flatMap({ Int($0.string) }) else {
                return device.problem(at: value, key: "controls", wanted)
            }
            values[name] = value
        }
        controls = .values(values)
    }

    private static func isSize(_ text: String) -> Bool {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        return parts.count == 2 && parts.allSatisfy { $0.map { (1...16384).contains($0) } ?? false }
    }

    /// User and password: from the URL, from keys of their own, or from a file that holds `user:password` or just the password.
    private func readCredentials(_ source: MappingReader, into configuration: inout Configuration) {
        var user: String?
        var password: String?
        var file: String?
        source.string("user", into: &user)
        source.string("password", into: &password)
        source.string("credentials_file", into: &file)
        if let file {
            guard password == nil else {
                return source.problem("credentials_file", "and password cannot both be given")
            }
            guard let secret = readSecret(file, source: source) else { return }
            if user == nil, let colon = secret.firstIndex(of: ":") {
                user = String(secret[..<colon])
                password = String(secret[secret.index(after: colon)...])
            } else {
                password = secret
            }
        }
        guard user != nil || password != nil else { return }
        guard let address = configuration.source, address.takesCredentials else {
            return source.problem(user == nil ? "password" : "user", "is for a network camera, and source.url is none")
        }
        guard let name = user ?? address.credentials?.user else {
            return source.problem("password", "needs a user: set source.user")
        }
        configuration.source?.credentials = .init(
            user: name, password: password ?? address.credentials?.password ?? "")
    }

    /// A relative name lies in systemd's folder of credentials, where there is one, else beside the configuration.
    private func readSecret(_ name: String, source: MappingReader) -> String? {
        let beside = path.contains("/") ? String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) : ""
        let file = name.hasPrefix("/") ? name : (surroundings.credentials.map { $0 + "/" } ?? beside) + name
        do {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let line = String(text.prefix { !$0.isNewline })
            if line.isEmpty {
                let hint = "; a service's user:password stands in /etc/plated/<camera>.credentials"
                let isService = surroundings.credentials != nil
                source.problem("credentials_file", "names an empty file" + (isService ? hint : ""))
            }
            return line.isEmpty ? nil : line
        } catch {
            // Not by its name: somebody may have written the password itself there.
            let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "this folder"
            let place = name.contains("/") ? "" : " in \(folder)"
            source.problem(
                "credentials_file",
                "names a file that cannot be read\(place): \(YAMLFile.reason(error, wanted: "file"))")
            return nil
        }
    }

    // MARK: - Region of interest

    private func readROI(into roi: inout RegionOfInterest) {
        guard let node = root.node("roi") else { return }
        let wanted =
            "expects [x, y, width, height] or at least three corners [[x, y], …], in fractions of the picture from"
            + " its top-left corner"
        guard case .sequence(let sequence) = node else { return root.problem(at: node, key: "roi", wanted) }
        let corners: [Point]
        if sequence.allSatisfy({ $0.sequence != nil }) {
            let pairs = sequence.map { Self.fractions(Array($0.sequence ?? [])) }
            guard pairs.count >= 3, pairs.allSatisfy({ $0?.count == 2 }) else {
                return root.problem(at: node, key: "roi", wanted)
            }
            corners = pairs.compactMap { $0 }.map { Point(x: $0[0], y: $0[1]) }
        } else {
            guard let numbers = Self.fractions(Array(sequence)), numbers.count == 4 else {
                return root.problem(at: node, key: "roi", wanted)
            }
            guard numbers[2] > 0, numbers[3] > 0, numbers[0] + numbers[2] <= 1.0001, numbers[1] + numbers[3] <= 1.0001
            else {
                return root.problem(at: node, key: "roi", "lies partly outside the picture, or is empty")
            }
            corners = RegionOfInterest(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]).corners
        }
        roi = RegionOfInterest(corners: corners)
    }

    /// The numbers, if all are 0-1.
    private static func fractions(_ nodes: [Node]) -> [Double]? {
        let numbers = nodes.map { $0.scalar.flatMap { Double($0.string) } }
        return numbers.allSatisfy { $0.map { (0...1).contains($0) } ?? false } ? numbers.compactMap { $0 } : nil
    }

    private func readSight(_ sight: MappingReader, into settings: inout SightWatch.Settings?) {
        var judges = settings != nil
        var wanted = settings ?? SightWatch.Settings()
        sight.flag("judge", into: &judges)
        sight.milliseconds("hold_ms", in: 1000...Self.hour, into: &wanted.hold)
        settings = judges ? wanted : nil
    }

    // MARK: - Recognition

    private func readPlates(_ plates: MappingReader, into recognition: inout Recogniser.Settings) {
        plates.number("minimum_text_height_px", in: 1...1000, into: &recognition.minimumTextHeight)
        plates.number("minimum_text_height", in: 0...1, into: &recognition.minimumRelativeTextHeight)
        plates.choice("selection", into: &recognition.selection)
        plates.integer("per_frame", in: 1...50, into: &recognition.regionsPerFrame)
        plates.range("characters", in: 1...20, into: &recognition.plausibility.characters)
        plates.integer("minimum_letters", in: 0...20, into: &recognition.plausibility.minimumLetters)
        plates.integer("minimum_digits", in: 0...20, into: &recognition.plausibility.minimumDigits)
        plates.number("minimum_confidence", in: 0...1, into: &recognition.plausibility.minimumConfidence)
    }

    private func readFormats(_ formats: MappingReader, into target: inout Configuration.Formats) {
        formats.strings("countries", into: &target.countries)
        formats.strings("normalise", into: &target.normalise)
        formats.flag("strict", into: &target.strict)
        formats.flag("known_layouts", into: &target.knownLayouts)
        formats.string("folder", into: &target.folder)
        for code in target.normalise where !target.countries.contains(code) {
            formats.problem("normalise", "names \(SourceAddress(code)), which is not among formats.countries")
        }
    }

    private func readVote(_ vote: MappingReader, into smoother: inout Smoother.Settings) {
        vote.milliseconds("window_ms", in: 200...60_000, into: &smoother.window)
        vote.milliseconds("close_ms", in: 100...60_000, into: &smoother.close)
        vote.integer("minimum_reads", in: 1...100, into: &smoother.minimumReads)
        vote.number("minimum_weight", in: 0...100, into: &smoother.minimumWeight)
        vote.number("lead", in: 1...100, into: &smoother.lead)
        vote.number("majority", in: 0...1, into: &smoother.majority)
    }
}

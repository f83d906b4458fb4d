import Addresses
import Capture
import Settings
import Yams

extension ConfigurationKey {
    static var source: Self {
        section(
            "source",
            [
                value(
                    "url",
                    read: { source, reading in
                        var url: String?
                        source.string("url", into: &url)
                        reading.configuration.source = url.map { SourceAddress($0) }
                    },
                    text: { $0.source.map { YAMLText.quoted($0.printableLocation) } ?? "null" }),
                value(
                    "substream",
                    read: { source, reading in
                        var url: String?
                        source.string("substream", into: &url)
                        reading.configuration.substream = url.map { SourceAddress($0) }
                    },
                    text: { $0.substream.map { YAMLText.quoted($0.printableLocation) } ?? "null" }),
                choice("transport", \.capture.transport),
                authorities,
                choice("orientation", \.capture.orientation),
                user, password, credentialsFile,
                milliseconds("stall_ms", in: .upToAnHour(from: 1000), \.capture.stall),
                milliseconds("open_ms", in: 1000...600_000, \.capture.opening),
                number("rate_fps", in: 0.001...1000, \.capture.rate),
                milliseconds("reconnect_ms", in: .upToAnHour(from: 100), \.scanner.reconnect),
                milliseconds("frozen_ms", in: .upToADay(from: 1000), \.scanner.frozen),
                device,
                choice("hardware", \.capture.hardware),
                text("hardware_device", \.capture.hardwareDevice),
            ],
            finish: {
                $1.credentials.complete(&$1.configuration, path: $1.path, surroundings: $1.surroundings, source: $0)
            })
    }

    private static var authorities: Self {
        value(
            "authorities",
            read: { source, reading in
                var named: String?
                source.string("authorities", into: &named)
                switch named {
                case nil: break
                case ""?:
                    source.problem("authorities", "names no file: none, system, or the path of certificates in PEM")
                case "none"?: reading.configuration.capture.authorities = .none
                case "system"?: reading.configuration.capture.authorities = .system
                case let path?: reading.configuration.capture.authorities = .file(path)
                }
            },
            text: {
                switch $0.capture.authorities {
                case .none: "none"
                case .system: "system"
                case .file(let path): YAMLText.quoted(path)
                }
            })
    }

    private static var device: Self {
        section(
            "device",
            [
                text("size", \.capture.device.size) {
                    isSize($0) ? nil : "expects width and height in pixels, such as 1280x720"
                },
                number("rate", in: 1...1000, \.capture.device.rate),
                text("pixel_format", \.capture.device.pixelFormat),
                value(
                    "controls", read: { readControls($0, into: &$1.configuration.capture.device.controls) },
                    text: { controls($0.capture.device.controls) }),
            ])
    }

    private static func isSize(_ text: String) -> Bool {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        return parts.count == 2 && parts.allSatisfy { $0.map { (1...16384).contains($0) } ?? false }
    }

    // MARK: - Controls

    /// `auto`, `leave`, or names with whole numbers.
    private static func readControls(_ device: MappingReader, into controls: inout CaptureSettings.Device.Controls) {
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

    private static func controls(_ controls: CaptureSettings.Device.Controls) -> String {
        switch controls {
        case .automatic: "auto"
        case .leave: "leave"
        case .values(let values):
            "{"
                + values.sorted { $0.key < $1.key }.map { "\(YAMLText.quoted($0.key)): \($0.value)" }
                .joined(separator: ", ") + "}"
        }
    }
}

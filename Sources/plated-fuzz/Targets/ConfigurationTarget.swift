import ALPR
import Addresses
import Basics
import CameraConfiguration
import Settings

/// A camera's configuration: every problem told without its password, and the settings in effect are a configuration again.
enum ConfigurationTarget {
    /// What no message may hold.
    static let secret = "Zq9!secret%7E"

    static var target: FuzzTarget { FuzzTarget("configuration", texts: seeds, words: words, run: run) }

    private static func run(_ text: String) {
        let surroundings = ConfigurationFile.Surroundings(environment: [
            "CAMERA_PASSWORD": secret, "CREDENTIALS_DIRECTORY": "/nonexistent",
        ])
        let configuration: Configuration
        do {
            configuration = try ConfigurationFile(text: text, path: "/etc/plated/gate.yaml", surroundings: surroundings)
                .checked()
        } catch {
            require(!error.all.isEmpty, "an error without a problem")
            if standsForPassword(in: text) {
                require(!error.description.contains(secret), "a password in \(error.description)")
            }
            return
        }
        let effective = configuration.effective(model: "/model", formats: "/formats")
        let isUser = configuration.source?.credentials?.user.contains(secret) ?? false
        if standsForPassword(in: text), !isUser { require(!effective.contains(secret), "a password in \(effective)") }
        guard !effective.contains("${"), configuration.source.map({ $0.printableLocation == $0.location }) ?? true
        else {
            return
        }
        do {
            let again = try ConfigurationFile(
                text: effective, path: "/etc/plated/gate.yaml", surroundings: surroundings
            ).checked()
            require(
                again.effective(model: "/model", formats: "/formats") == effective,
                "the settings in effect change when they are read again:\n\(effective)")
        } catch {
            require(false, "the settings in effect are no configuration: \(error)\n\(effective)")
        }
    }

    /// Whether the secret stands only where a password belongs, and mutation did not put it elsewhere.
    private static func standsForPassword(in text: String) -> Bool {
        let places = ["password: \"", "password: ", "rtsp://camera:", "rtsp://u:", "&password="]
        return [secret, "${CAMERA_PASSWORD}"].flatMap { text.ranges(of: $0) }.allSatisfy { range in
            places.contains { text[..<range.lowerBound].hasSuffix($0) }
        }
    }

    private static let seeds = [
        "",
        """
        camera: gate
        source:
          url: rtsp://camera:\(secret)@192.0.2.10:554/stream?channel=1
          transport: udp
          stall_ms: 20000
          reconnect_ms: [1000, 5000, 10000, 60000]
          device: {size: 1280x720, rate: 25, pixel_format: mjpeg}
        gate: {interval_ms: 200, motion: true}
        roi: [0.1, 0.2, 0.5, 0.6]
        """,
        """
        source:
          url: rtsp://192.0.2.10/stream
          user: camera
          password: "\(secret)"
        roi: [[0, 0], [1, 0], [1, 1], [0.5, 0.9]]
        plates:
          minimum_text_height_px: 9
          minimum_text_height: 0.01
          selection: largest
          per_frame: 3
          characters: [4, 10]
          minimum_letters: 1
          minimum_digits: 2
          minimum_confidence: 0.85
        formats:
          countries: [nl, de]
          normalise: [nl]
          known_layouts: false
          folder: /usr/share/plated/formats
        engine: tesseract
        tesseract: {model: /tmp/x.traineddata, preprocessing: classic}
        vote:
          window_ms: 5000
          close_ms: 1500
          minimum_reads: 2
          minimum_weight: 1.2
          lead: 2
          majority: 0.5
        cooldown: {window_ms: 300000}
        log:
          file: "-"
          explain: /tmp/why.ndjson
          level: debug
        """,
        """
        source:
          url: rtsp://192.0.2.10/stream
          user: camera
          password: ${CAMERA_PASSWORD}
          credentials_file: null
        """,
        """
        source:
          url: rtsp://192.0.2.10/cam?user=admin&password=\(secret)
          credentials_file: camera
        """,
    ]

    private static let words = [
        "${CAMERA_PASSWORD}", "${", "}", "rtsp://u:\(secret)@h/", "null", "~", "true", "false", "[", "]",
        "{", "}", ": ", "- ", "\n", "\n  ", "|\n  ", ">-\n", "&a ", "*a", "<<: *a", "!!binary ", "!!str ", "? ",
        "%YAML 1.2\n---\n",
        "---\n", "...\n", "#", "\"", "'", "\\u0000", "\\x", "@", "`", "1e308", "-1", "9223372036854775808", "0x7f",
        "nan",
        "inf", ".inf", "1_000", "source:", "url:", "password:", "user:", "credentials_file:", "camera:", "roi:",
        "plates:",
        "characters:", "formats:", "countries:", "vote:", "log:", "file:", "device:", "size:", "rate:", "pixel_format:",
        "reconnect_ms:", "level:", "&x [*x]", "a: &a [", "\t", "\u{85}",
    ]
}

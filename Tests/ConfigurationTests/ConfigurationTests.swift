import ALPR
import Addresses
import Capture
import Foundation
import Logging
import Settings
import TestSupport
import Testing

@testable import CameraConfiguration

/// `config/plated.yaml` with its commented keys made real.
func shippedConfiguration() throws -> String {
    try String(contentsOfFile: repository + "/config/plated.yaml", encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { line in
            let spaces = line.prefix { $0 == " " }
            let rest = line.dropFirst(spaces.count)
            // A comment has a space after its #, a key has not.
            return rest.hasPrefix("#") && !rest.hasPrefix("# ") && rest != "#"
                ? String(spaces + rest.dropFirst()) : String(line)
        }.joined(separator: "\n")
}

@Suite struct ConfigurationTests {
    private func read(_ text: String, environment: [String: String] = [:]) throws -> Configuration {
        try ConfigurationFile(text: text, path: "gate.yaml", surroundings: .init(environment: environment))
            .checked()
    }

    private func problems(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch let problems as Problems {
            return problems.all.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `an empty file gives the defaults, and the camera its name`() throws {
        var expected = Configuration()
        expected.camera = "gate"
        #expect(try read("") == expected)
        #expect(try read("# nothing\nsource:\n") == expected)
    }

    @Test func `every kind of value is read`() throws {
        let configuration = try read(
            """
            title: Yard, at the back (3)
            source:
              url: rtsp://cam:pw@host/x
              transport: udp
              stall_ms: 5000
              reconnect_ms: [100, 200]
              device: {size: 640x480, rate: 15, pixel_format: mjpeg, controls: {exposure_time_absolute: 20}}
              hardware: vaapi
              hardware_device: /dev/dri/renderD128
            gate: {interval_ms: 100}
            roi: [[0, 0], [1, 0], [0.5, 1]]
            plates: {selection: largest, characters: [5, 8], minimum_text_height: 0.02}
            formats: {countries: [nl, de], normalise: [nl]}
            tesseract: {preprocessing: classic, model: /m.traineddata}
            vote: {minimum_reads: 3, lead: 1.5}
            cooldown: {window_ms: 0}
            log: {file: /var/log/x, level: warning, explain: e.ndjson, explain_limit_mb: 7}
            """)
        #expect(configuration.title == "Yard, at the back (3)")
        #expect(configuration.source?.credentials == .init(user: "cam", password: "pw"))
        #expect(configuration.capture.transport == .udp)
        #expect(configuration.capture.stall == .seconds(5))
        #expect(configuration.scanner.reconnect == [.milliseconds(100), .milliseconds(200)])
        #expect(
            configuration.capture.device
                == .init(
                    size: "640x480", rate: 15, pixelFormat: "mjpeg", controls: .values(["exposure_time_absolute": 20]),
                    roi: configuration.recognition.roi))
        #expect(configuration.capture.hardware == .vaapi)
        #expect(configuration.capture.hardwareDevice == "/dev/dri/renderD128")
        #expect(configuration.scanner.interval == .milliseconds(100))
        #expect(configuration.recognition.roi.corners.count == 3)
        #expect(configuration.recognition.selection == .largest)
        #expect(configuration.recognition.plausibility.characters == 5...8)
        #expect(configuration.recognition.minimumRelativeTextHeight == 0.02)
        #expect(configuration.formats.countries == ["nl", "de"])
        #expect(configuration.formats.normalise == ["nl"])
        #expect(configuration.tesseract == .init(model: "/m.traineddata", preprocessing: .classic))
        #expect(configuration.recognition.smoother.minimumReads == 3)
        #expect(configuration.recognition.cooldown == .zero)
        #expect(
            configuration.log
                == .init(file: "/var/log/x", explain: "e.ndjson", explainLimit: 7, level: .warning))
    }

    @Test func `every problem is told at once, each with line and key`() {
        let found = problems(
            """
            titel: x
            source:
              stall_ms: soon
              device: {size: big}
            gate:
              interval_ms: -1
            roi: [0, 0, 2, 1]
            engine: magic
            formats: {countries: [nl], normalise: [de]}
            plates: 7
            """)
        #expect(
            found == [
                "gate.yaml:1: titel: is not a key that plated knows; did you mean title?",
                "gate.yaml:3: source.stall_ms: expects a whole number",
                "gate.yaml:4: source.device.size: expects width and height in pixels, such as 1280x720",
                "gate.yaml:6: gate.interval_ms: is -1, and must be from 0 to 60000",
                "gate.yaml:7: roi: expects [x, y, width, height] or at least three corners [[x, y], …] (and at most 1000), in fractions of"
                    + " the picture from its top-left corner",
                "gate.yaml:8: engine: \"magic\" is not known; expects one of: auto, tesseract, neural",
                "gate.yaml:9: formats.normalise: names de, which is not among formats.countries",
                "gate.yaml:10: plates: expects keys and values, indented under it",
            ])
    }

    @Test(arguments: [
        "a: [", "\ttitle: x", "title: \"unfinished", "- a\n- b", "title: x\ntitle: y", "{{",
        "roi: [[0, 0], [0, 0], [0, 0]]", "roi: [[0, 0], [1, 1], [0.5, 0.5]]", "formats: {strict: true}", "camera: gate",
        "title: \"two\\nlines\"", "title: [gate]",
        "roi: [0.9, 0, 0.5, 1]",
        "source: {url: \"rtsp://${UNSET}@h/x\"}", "source: {user: me}", "source: {url: a.mp4, user: me, password: x}",
        "source: {url: \"rtsp://h/x\", password: x}", "vote: {lead: .nan}",
        "gate: {interval_ms: 99999999999999999999}",
        "source: {device: {controls: fast}}", "source: {device: {controls: {gain: much}}}", "source: {hardware: fast}",
        "vote: {majority: 1}", "vote: {close_ms: 100}\ngate: {interval_ms: 250}",
        "vote: {close_ms: 150}\ngate: {quicken: false}", "vote: {window_ms: 200, minimum_reads: 4}",
        "vote: {minimum_weight: 5, window_ms: 200}", "vote: {minimum_reads: 100}\ngate: {interval_ms: 400}",
        "plates: {minimum_text_height: 1}",
        "roi: [0, 0, 0.5, 1]\nlanes: [{name: in, area: [0.5, 0, 0.5, 1]}]",
        "source: {reconnect_ms: []}", "plates: {characters: [8, 4]}", "plates: {minimum_letters: 5, minimum_digits: 6}",
    ])
    func `bad files give a problem and no crash`(text: String) {
        let found = problems(text)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.hasPrefix("gate.yaml") })
    }

    @Test(arguments: [
        "", "vote: {close_ms: 100}", "vote: {minimum_reads: 1, close_ms: 100}\ngate: {interval_ms: 5000}",
        "vote: {window_ms: 300, minimum_reads: 4}", "vote: {minimum_weight: 3.5, window_ms: 200}",
        "gate: {interval_ms: 4000, quicken: false}", "gate: {interval_ms: 0}\nvote: {minimum_reads: 100}",
        "roi: [0, 0, 0.5, 1]\nlanes: [{name: in, area: [0.4, 0, 0.5, 1]}]", "plates: {minimum_text_height: 0.5}",
    ])
    func `settings under which a plate can be reported are taken`(text: String) {
        #expect(problems(text).isEmpty, "\(problems(text))")
    }

    @Test(arguments: [
        "source: {url: x, password: hunter2}\nsource: {password: hunter2}", "password: hunter2\n\t- [",
        "x: hunter2\u{0}",
    ])
    func `a file that is not YAML is told without its text`(text: String) {
        let found = problems(text)
        #expect(!found.isEmpty)
        #expect(!found.joined().contains("hunter2"))
    }

    @Test func `variables and credential files fill in secrets`() throws {
        let folder = try TemporaryFolder()
        let secret = try folder.write("cam:pa:ss\n", to: "credentials")
        #expect(
            try read("source: {url: \"rtsp://${WHO}:${WORD}@h/x\"}", environment: ["WHO": "me", "WORD": "pw"]).source?
                .credentials == .init(user: "me", password: "pw"))
        #expect(
            try read("source: {url: \"rtsp://h/x\", credentials_file: \(secret)}").source?.credentials
                == .init(user: "cam", password: "pa:ss"))
        #expect(
            try read(
                "source: {url: \"rtsp://h/x\", credentials_file: credentials}",
                environment: ["CREDENTIALS_DIRECTORY": folder.path]
            ).source?.credentials == .init(user: "cam", password: "pa:ss"))
    }

    @Test func `the settings in effect hold no password and can be read back`() throws {
        let configuration = try read(
            """
            title: "The gate: north"
            source: {url: "rtsp://cam:s3cret@h/x", hardware: auto, device: {controls: {gain: 4, auto_exposure: 1}}}
            roi: [0.1, 0.2, 0.5, 0.5]
            """)
        let text = configuration.effective(model: "/m", formats: "/f")
        #expect(!text.contains("s3cret"))
        var again = try read(text)
        #expect(again.source?.credentials == .init(user: "cam", password: "***"))
        again.source = configuration.source
        again.tesseract.model = nil
        again.formats.folder = nil
        #expect(again == configuration)
    }

    @Test(arguments: [
        "source: {url: \"rtsp://h/x\", user: me, password: Hunter2, Hunter2: 1}",
        "source:\n  Hunter2: 1\n  Hunter2: 2", "source: {credentials_file: \"me:Hunter2\"}",
        "source: {url: \"rtsp://h/x\", user: me, password: \"a${Hunter2}b\"}", "log: {level: \"rtsp://me:Hunter2@h/\"}",
        "source: {transport: \"rtsp://me:Hunter2@h/\"}", "title: [\"rtsp://me:Hunter2@h/\"]",
        "source: rtsp://me:Hunter2@h/",
    ])
    func `a password that stands where none belongs is not told`(text: String) {
        let found = problems(text)
        #expect(!found.isEmpty)
        #expect(!found.joined().contains("Hunter2"), "\(found)")
    }

    @Test(arguments: [
        "title: \"-\"", "title: \"1.0\"", "source: {device: {pixel_format: \"a: [b\"}}",
        "formats: {countries: [\"a, b\", \"no]\", \"1\"]}", "log: {file: \"a\\u2028b\\u0085c\\uFEFFd\\x7F\"}",
        "source: {url: \"ftp://me:pw@h/x\"}",
    ])
    func `the settings in effect are a configuration, whatever the texts are`(text: String) throws {
        let effective = try read(text).effective(model: "/m", formats: "/f")
        #expect(try read(effective).effective(model: "/m", formats: "/f") == effective)
    }

    @Test func `the settings in effect hold no password of a query, nor one at another key`() throws {
        let misplaced = try read(
            "log: {file: \"rtsp://me:s3cret@h/x\"}\nformats: {countries: [\"rtsp://me:s3cret@h/\"]}")
        #expect(!misplaced.effective(model: "/m", formats: "/f").contains("s3cret"))
        let configuration = try read("source: {url: \"rtsp://h/x?user=me&password=s3cret\"}")
        #expect(!configuration.effective(model: "/m", formats: "/f").contains("s3cret"))
        #expect(configuration.source?.withCredentials == "rtsp://h/x?user=me&password=s3cret")
    }

    // MARK: - The shipped file

    @Test func `the shipped file changes nothing as it is`() throws {
        let text = try String(contentsOfFile: repository + "/config/plated.yaml", encoding: .utf8)
        var expected = Configuration()
        expected.camera = "gate"
        #expect(try read(text) == expected)
    }

    @Test func `the shipped file states every default`() throws {
        var stated = try read(shippedConfiguration())
        #expect(stated.source?.location == "rtsp://192.0.2.10/stream")
        stated.source = nil
        var expected = Configuration()
        expected.camera = "gate"
        #expect(stated == expected)
    }
}

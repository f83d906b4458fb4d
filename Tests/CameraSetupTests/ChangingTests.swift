import Foundation
import TestSupport
import Testing

@testable import CameraSetup

/// A camera's file with other values: what nobody changed stays as it was written.
@Suite struct ChangingTests {
    private static let written = """
        # The barrier at the north gate.
        privacy: none   # no key of the console

        source:
          url: "rtsp://192.0.2.10/stream"  # the large one
          credentials_file: camera
          device: {size: 1280x720}
        gate: {interval_ms: 100, motion: true}
        # Where cars stop.
        roi:
          - [0.1, 0.2]
          - [0.9, 0.2]
          - [0.9, 1]
        # The rest is of no use here.
        log:
          level: debug

        """

    private func changed(_ text: String, _ change: (inout SetupValues) -> Void) throws -> String {
        let file = try CameraFile(text)
        var values = file.values
        change(&values)
        return try file.changed(to: values, credentials: .kept)
    }

    @Test func `a file that nothing is changed in stays byte for byte`() throws {
        for text in [Self.written, Self.written.replacing("\n", with: "\r\n"), "", "# nothing\n", "source:\n"] {
            #expect(try changed(text) { _ in } == (text.isEmpty ? try changed("") { _ in } : text))
        }
    }

    @Test func `values are put in their places, and comments stay`() throws {
        let text = try changed(Self.written) {
            $0.texts[.url] = "rtsp://192.0.2.11/second"
            $0.texts[.interval] = "200"
            $0.texts[.height] = "11"
            $0.roi = SetupRegion(form: "0 0.5, 1 0.5, 1 1, 0 1")
            $0.countries = ["nl", "no"]
        }
        #expect(
            text == """
                # The barrier at the north gate.
                privacy: none   # no key of the console

                source:
                  url: rtsp://192.0.2.11/second  # the large one
                  credentials_file: camera
                  device: {size: 1280x720}
                gate: {interval_ms: 200, motion: true}
                # Where cars stop.
                roi: [0, 0.5, 1, 0.5]
                # The rest is of no use here.
                log:
                  level: debug
                plates:
                  minimum_text_height_px: 11
                formats:
                  countries: [nl, no]

                """)
    }

    @Test func `in the shipped file each key goes below the comment that tells of it`() throws {
        let shipped = try String(contentsOfFile: repository + "/config/plated.yaml", encoding: .utf8)
        let text = try changed(shipped) {
            $0.texts[.url] = "/dev/video0"
            $0.texts[.height] = "11"
            $0.texts[.engine] = "neural"
            $0.roi = SetupRegion(form: "0 0, 0.5 0, 0.5 1, 0 1")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (comment, line) in [
            ("  #url: rtsp://192.0.2.10/stream", "  url: /dev/video0"),
            ("  #minimum_text_height_px: null", "  minimum_text_height_px: 11"), ("#engine: auto", "engine: neural"),
            ("#roi: [0, 0, 1, 1]", "roi: [0, 0, 0.5, 1]"),
        ] {
            let place = try #require(lines.firstIndex(of: Substring(comment)))
            #expect(lines[place + 1] == line)
        }
        #expect(lines.count == shipped.split(separator: "\n", omittingEmptySubsequences: false).count + 4)
    }

    @Test(arguments: [
        ("gate: {}\n", "gate: {interval_ms: 50}\n"), ("gate:\n", "gate:\n  interval_ms: 50\n"),
        (
            "gate:\n    motion: false\n\nvote: {lead: 3}\n",
            "gate:\n    motion: false\n    interval_ms: 50\n\nvote: {lead: 3}\n"
        ),
        ("{}\n", nil), ("gate: &a {motion: true}\nb: *a\n", nil),
        (
            "\"gate\": {'interval_ms': '200' , motion: true}\n",
            "\"gate\": {'interval_ms': 50 , motion: true}\n"
        ),
        ("gate:\n  interval_ms:   200 # fast\n", "gate:\n  interval_ms: 50 # fast\n"),
        ("gate:\n  ? interval_ms\n  : 200\n", nil),
        // What YAML counts as ends of lines, and others do not.
        ("gate:\n\u{2028}\n  interval_ms: 200\r\n", nil), ("gate:\r  interval_ms: 200\r", nil),
        ("# a\u{85}b\ngate:\n  interval_ms: 200\n", nil),
    ])
    func `whatever way it is written, it then says what was wanted, or is left alone`(text: String, wanted: String?)
        throws
    {
        var edit = YAMLEdit(text)
        do {
            try edit.set(["gate", "interval_ms"], to: "50")
            #expect(edit.text == wanted)
        } catch {
            #expect(wanted == nil && edit.text == text)
        }
    }

    @Test func `a user and a password leave the file for the one that systemd hands over`() throws {
        let file = try CameraFile(
            "source:\n  url: rtsp://anna:geheim@192.0.2.10/s\n  password: other\n  user: bert # of the camera\n")
        #expect(file.holdsSecret && file.values.texts[.url] == "rtsp://192.0.2.10/s")
        let text = try file.changed(to: file.values, credentials: .handedOver)
        #expect(!text.contains("geheim") && !text.contains("other") && !text.contains("bert"))
        let after = try CameraFile(text)
        #expect(after.hasCredentials && !after.holdsSecret)
        #expect(try SettingsDifference.keys(from: file.text, to: text).contains(.credentials))
    }

    @Test func `no page shows a password, wherever in the file it stands`() {
        let text = """
            source:
              url: rtsp://anna:geheim1@192.0.2.10/s?password=geheim2&a=b
              password: "geheim3"
              # old one: rtsp://anna:geheim4@192.0.2.9/s
              #password: geheim5
              user: anna
            log: {level: debug, Password: geheim6}
            """
        let shown = CameraFile.shown(text)
        #expect(!shown.contains("geheim"), "\(shown)")
        #expect(shown.contains("level: debug") && shown.contains("user: anna") && shown.contains("192.0.2.10/s"))
    }

    @Test(arguments: ["\n", "\r\n"])
    func `nor one of several lines, or one that begins on the next line`(end: String) {
        let text = """
            source:
              password: |-
                geheim1

                # geheim2
              url: rtsp://192.0.2.10/s
              passwd:
                geheim3
              user: anna
            login: {user: bert, password:
              "geheim4"}
            roi: [0, 0, 1, 1]
            cameras:
            - pass: "geheim5
                geheim6"
              name: yard
            #  password: >
            #    geheim7
            #  orientation: upright
            # password: null
              engine: auto
            """.replacing("\n", with: end)
        let shown = CameraFile.shown(text)
        #expect(!shown.contains("geheim"), "\(shown)")
        for rest in [
            "  url: rtsp://192.0.2.10/s", "  user: anna", "roi: [0, 0, 1, 1]", "  name: yard",
            "#  orientation: upright",
            "# password: null", "  engine: auto",
        ] {
            #expect(shown.contains(rest), "\(rest) in \(shown)")
        }
        func lines(_ text: String) -> Int { text.unicodeScalars.count { $0 == "\n" } }
        #expect(lines(shown) == lines(text))
    }

    @Test func `a difference has every line once`() {
        let difference = LineDifference(from: "a\nb\nc\nd\ne\nf\n", to: "a\nb\nx\nd\ne\nf\n")
        #expect(difference.lines.map(\.kind) == [.same, .same, .gone, .new, .same, .same, .same])
        #expect(difference.near(1).map { $0?.text } == [nil, "b", "c", "x", "d", nil])
        #expect(LineDifference(from: "", to: "a\n").lines == [.init(kind: .new, text: "a")])
        #expect(LineDifference(from: "a\n", to: "a\n").changes == 0)
    }
}

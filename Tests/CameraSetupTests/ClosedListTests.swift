import Testing

@testable import CameraSetup

/// What a page may change of a camera's file, and what it may not, however it is put.
@Suite struct ClosedListTests {
    private static let file = "source: {url: rtsp://192.0.2.10/s}\nlog: {file: /var/log/plated/gate.ndjson}\n"

    private func problems(_ new: String, from old: String = file) -> [String] {
        do {
            _ = try SettingsDifference.keys(from: old, to: new)
            return []
        } catch { return error.problems.map { "\($0.key ?? ""): \($0.message)" } }
    }

    @Test func `keys of the list are told, and the way they are written is none of its business`() throws {
        let new = "log:\n  file: /var/log/plated/gate.ndjson # here\nsource:\n  url: /dev/video1\nroi: [0, 0, 1, 0.5]\n"
        #expect(try SettingsDifference.keys(from: Self.file, to: new) == [.roi, .url])
        #expect(try SettingsDifference.keys(from: Self.file, to: Self.file + "# a word\n") == [])
    }

    @Test(arguments: [
        "log: {explain: /etc/cron.d/x}", "log: {level: debug}", "evidence: {days: 1}",
        "tesseract: {model: /tmp/m}",
        "neural: {runtime: /tmp/evil.so}", "neural: {detector: /tmp/evil.onnx}", "formats: {folder: /tmp}",
        "pseudonym: {key_file: /etc/shadow}", "privacy: none", "source: {hardware_device: /dev/sda}",
        "source: {device: {pixel_format: gray}}", "watchdog: {canary_ms: 0}", "unknown: 1",
        "source.url: rtsp://192.0.2.9/s",
        "<<: {log: {file: /etc/passwd}}", "log: {seal_key: /root/k}",
    ])
    func `no other key is written`(line: String) {
        #expect(!problems(line + "\n", from: "").isEmpty)
        // Nor is one taken away.
        #expect(
            !problems("source: {url: rtsp://192.0.2.10/s}\n", from: line + "\nsource: {url: rtsp://192.0.2.10/s}\n")
                .isEmpty)
    }

    @Test(arguments: [
        "title: [gate]", "title: \"two\\nlines\"", "source: {url: http://192.0.2.10/s}", "source: {url: /etc/shadow}",
        "source: {url: /dev/video0/../../etc/shadow}",
        "source: {url: /dev/sda}", "source: {url: 'file:///etc/shadow'}", "source: {url: 'rtsp://a:b@192.0.2.10/s'}",
        "source: {url: 'rtsp://192.0.2.10/s?password=x'}", "source: {url: 'rtsp://${HOME}/'}",
        "source: {url: 'rtsp:///s'}",
        "source: {url: 'concat:rtsp://192.0.2.10/s|/etc/shadow'}", "source: {url: [rtsp://192.0.2.10/s]}",
        "source: {url: \"rtsp://192.0.2.10/s\\nlog: x\"}", "source: {url: 'frames/%04d.jpg'}",
        "source: {url: 'v4l2:///etc/shadow'}",
        "source: {credentials_file: /etc/shadow}", "source: {credentials_file: ../hub.key}",
        "source: {password: geheim}",
        "source: {user: anna}", "source: {transport: '${PATH}'}", "engine: /tmp/evil.so", "gate: {interval_ms: 1e3}",
        "gate: {interval_ms: -1}", "roi: [0, 0, 1]", "roi: [[0, 0], [1, 0]]", "roi: [[0, 0], [1, 0], [.nan, 1]]",
        "roi: [[0, 0], [1, 0], ['${X}', 1]]", "lanes: [{name: a, area: [0, 0, 1, 1], model: /tmp/m}]",
        "lanes: [{name: '${HOME}', area: [0, 0, 1, 1]}]", "lanes: {name: a}", "formats: {countries: [../nl]}",
        "formats: {countries: nl}", "formats: {strict: yes}",
    ])
    func `a value that is more than a value is refused`(line: String) {
        #expect(!problems(line + "\n", from: "").isEmpty)
    }

    @Test(arguments: [
        "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c]\ne: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\n"
            + (0..<9).map {
                "g\($0): &g\($0) [\(Array(repeating: $0 == 0 ? "*d" : "*g\($0 - 1)", count: 9).joined(separator: ", "))]\n"
            }
            .joined(),
        "roi: [0, 0, 1, 1]\nroi: [0, 0, 1, 0.5]\n", "a: b\n---\nc: d\n", "- a\n", "roi: [", "? [a]\n: b\n",
        "x: *none\n",
        String(repeating: "# a\n", count: 30_000),
    ])
    func `a text that is no file of a camera is refused, soon`(text: String) {
        #expect(!problems(text, from: "").isEmpty)
    }

    @Test(arguments: [
        ("rtsp://192.0.2.10/a", "rtsp://192.0.2.10/b?c=d", true), ("rtsp://CAM.example/", "RTSP://cam.example/", true),
        ("rtsp://192.0.2.10/a", "rtsp://192.0.2.11/a", false),
        ("rtsp://192.0.2.10/a", "rtsp://192.0.2.10:8554/a", false),
        ("rtsps://192.0.2.10/a", "rtsp://192.0.2.10/a", false), ("/dev/video0", "/dev/video0", true),
        ("rtsp://192.0.2.10/a", "rtsp://192.0.2.10@evil.example/a", false), ("frames/%d.jpg", "frames/%d.jpg", true),
    ])
    func `a password belongs to one host, port and scheme`(a: String, b: String, isSame: Bool) {
        #expect(SetupAddress.isSamePlace(a, b) == isSame)
    }

    @Test func `a region is the same in a file, a form and a drawing`() throws {
        let file = try CameraFile(
            "roi: [0.1, 0.2, 0.5, 0.25]\nlanes: [{name: in, area: [[0, 0], [1, 0], [0.5, 0.33333]], directions: [leaving]}]\n"
        )
        let roi = try #require(file.values.roi)
        #expect(roi.form == "0.1 0.2, 0.6 0.2, 0.6 0.45, 0.1 0.45" && roi.yaml == "[0.1, 0.2, 0.5, 0.25]")
        #expect(SetupRegion(form: roi.form) == roi)
        #expect(
            file.values.lanes.map(\.yaml) == [
                "{name: in, area: [[0, 0], [1, 0], [0.5, 0.3333]], directions: [leaving]}"
            ])
        for text in [
            "", "0 0, 1 1", "0 0, 1 0, 1 1.1", "0 0, 1 0, 1 x", "0 0 0, 1 0, 1 1", "0 0, 1 0, nan 1", "0 0,,1 1",
        ] {
            #expect(SetupRegion(form: text) == nil, "\(text)")
        }
    }
}

import Foundation
import TestSupport
import Testing

@Suite struct CommandTests {
    @Test func `help says what to type`() throws {
        let help = try Program.run("--help")
        #expect(help.status == 0)
        for word in ["run", "read", "check", "probe", "eval", "rtsp://", "Exit codes"] {
            #expect(help.output.contains(word), "\(word) is missing")
        }
    }

    @Test(arguments: [
        ["dance"], ["run", "--magic"], ["read"], ["run"], ["run", "x.mp4", "--formats", "nl", "--normalise", "de"],
    ])
    func `a wrong command line exits with 64`(arguments: [String]) throws {
        let result = try Program.run(arguments)
        #expect(result.status == 64)
        #expect(!result.errors.isEmpty)
    }

    @Test(arguments: [
        ["rtsp://me:Hunter2@h/"], ["run", "a.mp4", "rtsp://me:Hunter2@h/"], ["run", "--source=rtsp://me:Hunter2@h/"],
        ["check", "rtsp://me:Hunter2@h/"], ["eval", "rtsp://me:Hunter2@h/"],
        ["run", "--config", "rtsp://me:Hunter2@h/"],
        ["run", "a.mp4", "--log-level", "rtsp://me:Hunter2@h/"], ["run", "a.mp4", "--formats", "rtsp://me:Hunter2@h/"],
        ["run", "a.mp4", "--normalise", "rtsp://me:Hunter2@h/"],
        ["run", "a.mp4", "--model", "rtsp://me:Hunter2@h/"], ["read", "rtsp:/me:Hunter2@h/"],
        ["run", "rtps://me:Hunter2@h/"], ["probe", "me:Hunter2@h/"], ["run", "rtsp://me:12/Hunter2@127.0.0.1:1/"],
        ["run", "http://127.0.0.1:1/x?pwd=Hunter2", "--log-level", "debug"],
    ])
    func `a password on the command line is told by no error, wherever it stands`(arguments: [String]) throws {
        let result = try Program.run(arguments)
        #expect(result.status >= 64)
        let text = result.output + result.errors
        #expect(!text.isEmpty && !text.lowercased().contains("hunter2"), "\(text)")
    }

    @Test(arguments: ["a", "3", "camera", "plated", "0"])
    func `a password of a letter or a word garbles nothing that is said`(password: String) throws {
        let url = "rtsp://camera:\(password)@127.0.0.1:1/camera"
        let result = try Program.run("run", url, "--log-level", "debug")
        let lines = result.errors.split(separator: "\n")
        let refused = "the connection was refused: nothing listens on that port"
        #expect(lines.last.map(String.init) == "plated: opening rtsp://camera:***@127.0.0.1:1/camera: \(refused)")
        let stamp = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z debug: ffmpeg: .*/#
        #expect(lines.count > 1 && lines.dropLast().allSatisfy { $0.wholeMatch(of: stamp) != nil }, "\(result.errors)")
        #expect(!result.errors.contains(":\(password)@"))
    }

    @Test func `each failure has its code and one clear line`() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write("no video", to: "text.mp4")
        let cases: [(arguments: [String], status: Int32, line: String)] = [
            (["run", "/nonexistent.mp4"], 66, "plated: opening /nonexistent.mp4: No such file or directory"),
            (
                ["run", text], 65,
                "plated: opening \(text): it is no picture or recording, or one whose beginning or end is missing"
            ),
            (["run", "/dev/video99"], 66, "plated: opening /dev/video99: No such file or directory"),
            (
                ["run", "rtsp://me:s3cret@127.0.0.1:1/x"], 69,
                "plated: opening rtsp://me:***@127.0.0.1:1/x: the connection was refused: nothing listens on that port"
            ),
            (
                ["run", "x.mp4", "--config", "/none.yaml"], 78,
                "plated: /none.yaml: cannot be read: there is no such file"
            ),
            (
                ["run", "x.mp4", "--model", "/none.traineddata"], 78,
                "plated: loading the OCR model /none.traineddata: there is no such file, or it cannot be read"
            ),
        ]
        for (arguments, status, line) in cases {
            let process = try run(arguments)
            #expect(process.status == status, "\(arguments)")
            #expect(process.errors.split(separator: "\n").map(String.init) == [line], "\(arguments)")
            #expect(process.output.isEmpty)
        }
    }

    private func run(_ arguments: [String]) throws -> Program.Result {
        switch arguments.count {
        case 2: try Program.run(arguments[0], arguments[1])
        default: try Program.run(arguments[0], arguments[1], arguments[2], arguments[3])
        }
    }

    @Test func `what answers the console says so to people`() throws {
        let result = try Program.run("setup")
        #expect(result.status == 64 && result.errors.contains("none came on standard input"), "\(result)")
        #expect(result.errors.contains("plated-probe.socket") && result.output.isEmpty, "\(result)")
    }

    @Test func `a configuration's problems are all told, with 78`() throws {
        let folder = try TemporaryFolder()
        let config = try folder.write(
            "engine: magic\nformats: {countries: [xx]}\ngate: {interval: 3}\n", to: "gate.yaml")
        for command in ["check", "run"] {
            let result =
                command == "check" ? try Program.run("check", config) : try Program.run("run", "x.mp4", "-c", config)
            #expect(result.status == 78)
            #expect(
                result.errors.contains("\(config):1: engine: \"magic\" is not known; expects one of: auto, tesseract"))
            #expect(
                result.errors.contains(
                    "\(config):3: gate.interval: is not a key that plated knows; did you mean interval_ms?"))
        }
    }

    @Test func `an unknown country is an error that names those there are`() throws {
        let result = try Program.run("run", "x.mp4", "--formats", "xx")
        #expect(result.status == 78)
        #expect(result.errors.contains("xx") && result.errors.contains("nl"))
    }

    @Test func `check prints the settings in effect without secrets`() throws {
        let folder = try TemporaryFolder()
        let config = try folder.write(
            "source: {url: \"rtsp://cam:s3cret@host/x\"}\nformats: {countries: [nl]}\n", to: "gate.yaml")
        let result = try Program.run("check", config)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("title: null\n"))
        #expect(result.output.contains("  user: \"cam\"\n  password: \"***\"\n"))
        #expect(!result.output.contains("s3cret"))
        #expect(try Program.run("check", repository + "/config/plated.yaml", "--source", "x.mp4").status == 0)
    }

    @Test func `a log that cannot be opened is an input-output error`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 0.4)
        let result = try Program.run("run", clip, "--log", "/nonexistent/folder/log")
        #expect(result.status == 74)
        #expect(result.errors.contains("opening the log /nonexistent/folder/log: No such file or directory"))
    }

    @Test func `a second scanner on a log is refused with 75`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 0.4)
        let log = try folder.handle("log")
        #expect(flock(log.fileDescriptor, LOCK_EX) == 0)
        let result = try Program.run("run", clip, "--log", folder.file("log"))
        #expect(result.status == 75)
        #expect(
            result.errors.contains(
                "plated: opening the log \(folder.file("log")): another process writes to it; give every scanner files of its own"
            ))
        #expect(try folder.text("log").isEmpty)
    }

    @Test func `where a camera has a folder for what lasts, a log that fails stops nothing and gets its events later`()
        throws
    {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let log = folder.file("logs/gate.ndjson")
        let first = try Program.run("run", clip, "--log", log, "--camera", "gate", "--state", folder.file("state"))
        #expect(first.status == 0)
        #expect(first.errors.contains("error: opening the log \(log): No such file or directory"))
        #expect(first.errors.contains("warning: 1 records wait in \(folder.file("state/gate/spool"))"))
        #expect(!first.errors.contains(PlateClip.text))
        try FileManager.default.createDirectory(atPath: folder.file("logs"), withIntermediateDirectories: true)
        let second = try Program.run("run", clip, "--log", log, "--camera", "gate", "--state", folder.file("state"))
        #expect(second.status == 0)
        #expect(second.errors.contains("notice: 1 records that waited"))
        #expect(try folder.text("logs/gate.ndjson").split(separator: "\n").count == 2)
    }

    @Test func `the shipped unit is clean`() throws {
        let folder = try TemporaryFolder()
        // The program and its folders are not installed here: verify everything else.
        let unit = try String(contentsOfFile: repository + "/systemd/plated@.service", encoding: .utf8)
            .replacingOccurrences(of: "/usr/bin/plated", with: "/bin/true")
        _ = try folder.write(unit, to: "plated@gate.service")
        let result = try Program.run(
            ["systemd-analyze", "verify", "--man=no", folder.file("plated@gate.service")], program: "/usr/bin/env")
        #expect(result.status == 0)
        // It exits with 0 on unknown keys too, and says so.
        #expect(result.output + result.errors == "")
    }
}

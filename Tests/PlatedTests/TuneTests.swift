import Foundation
import TestSupport
import Testing

@Suite struct TuneTests {
    private func json(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `it names the interval and the height that help, and is right when they are applied`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        // Two pictures of two seconds, and characters of 28 pixels.
        let file = try folder.write(
            "gate: {interval_ms: 1900, quicken: false}\nplates: {minimum_text_height_px: 40}\n", to: "gate.yaml")
        #expect(try Program.run("run", clip, "-c", file).plates.isEmpty)
        let alone = try json(Program.run("tune", clip, "-c", file, "--format", "json").output)
        // Neither helps alone.
        #expect(alone["recommended"] is NSNull, "\(alone)")
        let low = try folder.write("gate: {interval_ms: 1900, quicken: false}\n", to: "low.yaml")
        let truth = try folder.write("video,text\nclip.mp4,KX 73 PRD\n", to: "plates.csv")
        let sheet = folder.file("sheet.html")
        let result = try Program.run("tune", clip, "-c", low, "--truth", truth, "--sheet", sheet)
        #expect(result.status == 0, "\(result)")
        #expect(
            result.output.contains("  interval_ms: 200 ") && result.output.contains("# now 1900"), "\(result.output)")
        #expect(result.output.contains("With that: 1 right, 0 wrong, 0 missed"), "\(result.output)")
        #expect(try folder.text("sheet.html").contains("in addition: 1</h2>"))
        let tuned = try folder.write("gate:\n  interval_ms: 200\n", to: "tuned.yaml")
        #expect(try Program.run("run", clip, "-c", tuned).plates == [PlateClip.text])
        let high = try folder.write("engine: tesseract\nplates: {minimum_text_height_px: 40}\n", to: "high.yaml")
        let report = try json(Program.run("tune", clip, "-c", high, "--truth", truth, "--format", "json").output)
        let recommended = try #require(report["recommended"] as? [String: Any])
        #expect((recommended["yaml"] as? String)?.hasPrefix("plates:\n  minimum_text_height_px: 9") ?? false)
        #expect(recommended["right"] as? Int == 1 && recommended["wrong"] as? Int == 0)
    }

    @Test func `what cannot be replayed is told before anything is`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 0.4)
        let empty = try folder.write("", to: "empty.mp4")
        let text = try folder.write("no video", to: "text.mp4")
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let other = try folder.write("video,text\nother.mp4,AB12CDE\n", to: "other.csv")
        let still = try PlateClip.make("still.png", in: folder)
        let cases: [(arguments: [String], status: Int32, line: String)] = [
            (["rtsp://192.0.2.1/x"], 64, "it is a camera or a device, and tune takes recordings"),
            (["/dev/video9"], 64, "it is a camera or a device"),
            ([pipe], 64, "it is a pipe, and a recording is replayed more than once"),
            ([folder.path], 64, "it is a folder: name the recordings in it"),
            ([folder.file("none.mp4")], 66, "none.mp4"), ([empty], 65, "empty.mp4"), ([text], 65, "text.mp4"),
            ([still], 65, "it is one picture, and tune takes recordings"),
            (
                [clip, "--truth", other], 65,
                "none of its 1 rows is about one of these recordings; line 2 is about other.mp4"
            ),
            ([clip, "--truth", folder.file("none.csv")], 66, "none.csv: cannot be read: there is no such file"),
            ([clip, "--sheet", clip], 74, "which is read and would be lost"),
            ([clip, "--explain", "why"], 64, "--explain is for one set of settings"), ([], 64, "recording"),
        ]
        for (arguments, status, line) in cases {
            let result = try Program.run(["tune"] + arguments)
            #expect(result.status == status && result.output.isEmpty, "\(arguments): \(result)")
            #expect(result.errors.contains(line), "\(arguments): \(result.errors)")
        }
    }

    @Test func `a recording that breaks off is left out, and the others are counted`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let still = try PlateClip.make("still.png", in: folder)
        let result = try Program.run("tune", clip, still)
        #expect(result.status == 65 && result.errors.contains("still.png"), "\(result)")
        #expect(
            result.output.hasPrefix("1 recording, 2 s, 50 pictures; 1 plate that several settings"), "\(result.output)")
    }

    @Test func `Ctrl-C ends it, and nothing is written`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 60)
        let (sheet, errors) = (folder.file("sheet.html"), try folder.handle("errors"))
        let process = try Program.start(["tune", clip, "--sheet", sheet], errors: errors)
        // The clip is read once before that, which takes a debug build on a busy machine longer than other waits.
        #expect(
            eventually(within: 60) {
                (try? folder.text("errors").contains("other settings on 1 recording")) ?? false
            })
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130 && process.terminationReason == .exit)
        #expect(try folder.text("errors").contains("it was stopped before its end; nothing was changed"))
        #expect(!FileManager.default.fileExists(atPath: sheet))
    }

    @Test func `a configuration that hides plates is refused`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 0.4)
        let file = try folder.write("privacy: pseudonym\n", to: "gate.yaml")
        #expect(try Program.run("tune", clip, "-c", file).status == 78)
    }
}

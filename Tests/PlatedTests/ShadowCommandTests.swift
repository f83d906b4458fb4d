import Foundation
import Records
import TestSupport
import Testing

/// A second configuration beside the running one, and what it tells.
@Suite struct ShadowCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func report() throws -> [String: Any] {
        let result = try Program.run("shadow", folder.file("shadow"), "--format", "json")
        #expect(result.status == 0, "\(result)")
        return try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    private func plates(_ report: [String: Any], _ key: String) -> [String] {
        (report[key] as? [[String: Any]] ?? []).compactMap { $0["plate"] as? String }
    }

    @Test func `what only one of the two reads of a recording is told, and events are those of the running one`() throws
    {
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let high = try folder.write("plates: {minimum_text_height_px: 40}\n", to: "high.yaml")
        let low = try folder.write("plates: {minimum_text_height_px: 9}\n", to: "low.yaml")
        let alone = try Program.run("run", clip)
        let beside = try Program.run("run", clip, "--shadow", high, "--shadow-folder", folder.file("shadow"))
        #expect(beside.status == 0 && beside.plates == [PlateClip.text], "\(beside)")
        func plain(_ result: Program.Result) -> [String.SubSequence] {
            // Identifiers are made at random, and it takes as long as it takes.
            result.output.replacing(/"(id|latency_ms)":("[0-9A-Z]+"|[0-9]+)/, with: "").split(separator: "\n")
        }
        #expect(plain(alone) == plain(beside))
        let first = try report()
        #expect(plates(first, "only_running") == [PlateClip.text] && plates(first, "only_shadow").isEmpty)
        #expect(first["same"] as? Int == 0)
        let other = try Program.run(
            "run", clip, "-c", high, "--shadow", low, "--shadow-folder", folder.file("shadow"))
        #expect(other.status == 0 && other.output.isEmpty, "\(other)")
        // Others ran before on the same day: it tells of the last two.
        let second = try report()
        #expect(plates(second, "only_shadow") == [PlateClip.text] && plates(second, "only_running").isEmpty)
        let text = try Program.run("shadow", folder.file("shadow"))
        #expect(text.output.contains("plates.minimum_text_height_px: 9.0  # running: 40.0"), "\(text)")
        #expect(text.output.contains("Only the shadow: 1\n") && text.output.contains("other settings before"))
        let day = try #require(second["day"] as? String)
        #expect(try folder.text("shadow/\(day).txt") == text.output)
        #expect(try Program.run("shadow", folder.file("shadow"), "--day", day).output == text.output)
        #expect(try Program.run("shadow", folder.file("shadow"), "--all").output == text.output)
    }

    @Test func `a camera's shadow is set in its file, and its difference is there when the scanner stops`() throws {
        let clip = try PlateClip.make("clip.h264", in: folder, seconds: 4, blank: 1)
        let server = try Camera(clip, in: folder)
        try folder.write("plates: {minimum_text_height_px: 40}\n", to: "tried/gate.yaml")
        let file = try folder.write(
            """
            source: {url: "rtsp://127.0.0.1:\(server.port)/camera"}
            shadow: {file: "\(folder.file("tried/gate.yaml"))", folder: "\(folder.file("shadow"))"}

            """, to: "gate.yaml")
        let check = try Program.run("check", file)
        #expect(check.status == 0 && check.output.contains("  days: 14\n"), "\(check)")
        let log = folder.file("log.ndjson")
        let said = try folder.handle("said")
        let process = try Program.start(["run", "-c", file, "--log", log], errors: said)
        #expect(eventually { (try? folder.text("log.ndjson").contains(PlateClip.text)) ?? false })
        #expect(
            eventually {
                let found = try? Program.run("shadow", folder.file("shadow")).output
                return found?.contains("Only the running configuration: 1") ?? false
            })
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let report = try report()
        #expect(plates(report, "only_running") == [PlateClip.text])
        let count = try #require(report["count"] as? [String: Any])
        // The shadow has the least priority: where others take all of the processors, the scanner does not wait for it, and says so.
        if try !folder.text("said").contains("the shadow does not end within") {
            #expect((count["frames"] as? Int ?? 0) >= 2, "\(count)")
            #expect(try folder.text("shadow/\(try #require(report["day"] as? String)).txt").contains("gate, "))
        }
    }

    @Test func `what cannot run is told, and costs a camera that has it in its file nothing but the comparison`() throws
    {
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 0.4)
        let tried = try folder.write("plates: {minimum_text_height_px: 40}\n", to: "tried.yaml")
        let same = try folder.write(
            "source: {url: other.mp4}\nplates: {minimum_text_height_px: null}\n", to: "same.yaml")
        let wrong = try folder.write("plates: {minimum_hight: 9}\n", to: "wrong.yaml")
        let asking = try folder.write("engine: remote\nremote: {url: \"http://192.0.2.1/x\"}\n", to: "asking.yaml")
        let hiding = try folder.write("privacy: pseudonym\n", to: "hiding.yaml")
        let place = ["--shadow-folder", folder.file("shadow")]
        let cases: [(arguments: [String], status: Int32, line: String)] = [
            ([clip, "--shadow", tried], 64, "Name one with --shadow-folder"),
            ([clip] + place, 64, "--shadow-folder is for --shadow"),
            ([clip, "--shadow", folder.file("none.yaml")] + place, 78, "none.yaml"),
            ([clip, "--shadow", wrong] + place, 78, "wrong.yaml:1: plates.minimum_hight"),
            ([clip, "--shadow", same] + place, 78, "it says nothing that decides on what is read"),
            ([clip, "--shadow", asking] + place, 78, "a shadow asks no server"),
            ([clip, "--shadow", tried, "-c", hiding] + place, 78, "privacy: pseudonym"),
            ([clip, "--shadow", tried, "--shadow-folder", clip], 78, "is no folder"),
        ]
        for (arguments, status, line) in cases {
            let result = try Program.run(["run"] + arguments)
            #expect(result.status == status && result.output.isEmpty, "\(arguments): \(result)")
            #expect(result.errors.contains(line), "\(arguments): \(result.errors)")
        }
        let file = try folder.write(
            """
            source: {url: "rtsp://127.0.0.1:1/x"}
            shadow: {file: "\(wrong)", folder: "\(folder.file("shadow"))"}

            """, to: "gate.yaml")
        let check = try Program.run("check", file)
        #expect(check.status == 78 && check.errors.contains("wrong.yaml:1: plates.minimum_hight"), "\(check)")
        // It gets as far as the camera, which is not there.
        let run = try Program.run("run", "-c", file)
        #expect(run.status == 69 && run.errors.contains("no shadow runs"), "\(run)")
        // Of a recording the file's word is none.
        #expect(try !Program.run("run", clip, "-c", file).errors.contains("shadow"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("shadow")))
    }

    @Test func `a day that is not there is told with those that are`() throws {
        try folder.write("", to: "shadow/2026-11-20.ndjson")
        let other = try Program.run("shadow", folder.file("shadow"), "--day", "2026-11-21")
        #expect(other.status == 66 && other.errors.contains("these days are: 2026-11-20"), "\(other)")
        #expect(try Program.run("shadow", folder.file("shadow"), "--day", "yesterday").status == 64)
        #expect(try Program.run("shadow", folder.file("none")).status == 66)
        try FileManager.default.createDirectory(atPath: folder.file("empty"), withIntermediateDirectories: true)
        #expect(try Program.run("shadow", folder.file("empty")).status == 66)
    }
}

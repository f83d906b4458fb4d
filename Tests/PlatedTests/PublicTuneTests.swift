import Foundation
import TestSupport
import Testing

/// On real plates: TU Delft's clips, where they lie beside the project.
@Suite struct PublicTuneTests {
    private static let clips =
        (ProcessInfo.processInfo.environment["PLATED_DATA"] ?? repository + "/../shared/data") + "/tudelft_nl_video"
    private static let clip = clips + "/clips/cat1_Video10_2.avi"
    private static let needed = "needs the TU Delft clips in ../shared/data or $PLATED_DATA"

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: clip), Comment(rawValue: needed)),
        arguments: [
            ("gate: {interval_ms: 3000, quicken: false}", "gate:\n  interval_ms: 200 "),
            (
                "engine: tesseract\nplates: {minimum_text_height_px: 60}",
                "plates:\n  minimum_text_height_px: 9 "
            ),
        ])
    func `it names the setting that helps, and is right when that is applied`(poor: String, lines: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(poor + "\n", to: "poor.yaml")
        #expect(try Program.run("run", Self.clip, "-c", file).plates.isEmpty)
        let result = try Program.run(
            "tune", Self.clip, "-c", file, "--truth", Self.clips + "/manifest.csv", "--format", "json")
        let report = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let recommended = try #require(report["recommended"] as? [String: Any], "\(result)")
        let yaml = try #require(recommended["yaml"] as? String)
        #expect(
            yaml.hasPrefix(lines) && recommended["right"] as? Int == 1 && recommended["wrong"] as? Int == 0, "\(yaml)")
        let tuned = try folder.write(yaml, to: "tuned.yaml")
        #expect(try Program.run("run", Self.clip, "-c", tuned).plates.count == 1)
    }
}

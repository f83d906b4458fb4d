import Foundation
import Records
import TestSupport
import Testing

/// `plated run` writes down what it did not read, where somebody asks for it.
@Suite struct MissedCommandTests {
    private let folder: TemporaryFolder
    private let clip: String

    init() throws {
        folder = try TemporaryFolder()
        clip = try PlateClip.make("clip.mp4", in: folder)
    }

    private func misses(of camera: CameraID) throws -> [MissRecord] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file("kept/\(camera)/missed"))
            .filter { $0.hasSuffix(".ndjson") && !$0.contains("tally") }
            .flatMap { try folder.text("kept/\(camera)/missed/\($0)").split(separator: "\n") }.map {
                try MissRecord(line: Array($0.utf8))
            }
    }

    @Test func `a plate that is too small for the configuration is in the ledger, with its reason and its picture`()
        throws
    {
        let path = try folder.write("plates: {minimum_text_height_px: 33}\n", to: "gate.yaml")
        let result = try Program.run("run", clip, "-c", path, "--state", folder.file("kept"))
        #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
        let miss = try #require(try misses(of: "gate").first { $0.reason == "too_small" })
        #expect(
            miss.camera == "gate" && miss.file?.hasSuffix("clip.mp4") == true && miss.textHeight < 33 && miss.looks > 1)
        let crop = try #require(miss.crop)
        let picture = try Data(contentsOf: URL(fileURLWithPath: folder.file("kept/gate/missed/\(crop.path)")))
        #expect(Digest(of: picture).description == crop.sha256)
        // What was not read can be read in its crop: it was the setting.
        #expect(try Program.run("read", folder.file("kept/gate/missed/\(crop.path)")).plates == [PlateClip.text])
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: folder.file("kept/gate/missed")).first {
                $0.contains("tally")
            })
        let tally = try #require(MissedReading.tallies(Array(try folder.text("kept/gate/missed/\(name)").utf8)).first)
        #expect(tally.limits["plates.minimum_text_height_px"] == "33.0" && tally.candidates["too_small"] != nil)
    }

    @Test func `a plate that is reported is no miss, and its event has its votes`() throws {
        let result = try Program.run("run", clip, "--state", folder.file("kept"))
        guard case .plate(let event) = try Record(line: Array(result.output.utf8.dropLast())) else {
            Issue.record("no event: \(result.output)")
            return
        }
        let votes = try #require(event.votes)
        #expect(votes.count >= 2 && votes.allSatisfy { $0.plate == PlateClip.text && $0.weight ?? 0 > 0 })
        #expect(votes.map(\.offset) == votes.map(\.offset).sorted() && votes.first?.offset == 0)
        #expect(try misses(of: .unnamed).allSatisfy { $0.plate != PlateClip.text })
    }

    @Test func `a folder that can never be one is refused before anything is read`() throws {
        let result = try Program.run("run", clip, "--state", try folder.write("", to: "file"))
        #expect(result.status == 74 && result.errors.contains("is no folder"), "\(result.errors)")
        let empty = try Program.run("run", clip, "--state", "")
        #expect(empty.status == 74 && empty.errors.contains("is empty") && empty.output.isEmpty, "\(empty.errors)")
    }
}

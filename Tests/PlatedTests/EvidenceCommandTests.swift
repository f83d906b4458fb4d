import Foundation
import Glibc
import Records
import TestSupport
import Testing

/// `plated run` with pictures of what it accepts.
@Suite struct EvidenceCommandTests {
    private func event(_ text: String) throws -> PlateEvent {
        let line = try #require(text.split(separator: "\n").first)
        guard case .plate(let event) = try Record(line: Array(line.utf8)) else {
            throw Program.Failure(message: "no event: \(line)")
        }
        return event
    }

    /// Width, height and colour of a picture, as ffprobe tells them.
    private func probe(_ path: String) throws -> [String] {
        let result = try Program.run(
            [
                "ffprobe", "-v", "error", "-show_entries", "stream=codec_name,width,height,pix_fmt", "-of", "csv=p=0",
                path,
            ], program: "/usr/bin/env")
        return result.output.split { $0 == "," || $0 == "\n" }.map(String.init)
    }

    @Test func `a recording's plate has its pictures where somebody asks for them, each with its SHA-256`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let result = try Program.run("run", clip, "--state", folder.file("kept"))
        #expect(result.status == 0, "\(result.errors)")
        let evidence = try #require(try event(result.output).evidence)
        let (crop, scene) = (try #require(evidence.crop), try #require(evidence.scene))
        for file in [crop, scene] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("kept/camera/evidence/\(file.path)")))
            #expect(Digest(of: bytes).description == file.sha256 && bytes.count == file.bytes)
        }
        #expect(evidence.frame == .init(width: 640, height: 360) && scene.width == 640 && scene.height == 360)
        #expect(try probe(folder.file("kept/camera/evidence/\(scene.path)")) == ["mjpeg", "640", "360", "yuvj420p"])
        // The plate can be read in its crop by itself.
        let read = try Program.run("read", folder.file("kept/camera/evidence/\(crop.path)"))
        #expect(read.plates == [PlateClip.text])
        #expect(result.errors.contains("evidence: written 2"))
    }

    @Test func `a recording is kept only where its command says so`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let result = try Program.run("run", clip, "--log", folder.file("log"))
        #expect(try event(folder.text("log")).evidence == nil && result.status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.file("camera")))
    }

    @Test func `pictures of a recording of long ago stay, in the colours, size and quality that are set`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let settings = "evidence: {crop: false, width: 320, quality: 30, days: 1, megabytes: 1}\n"
        let path = try folder.write(settings, to: "gate.yaml")
        let result = try Program.run(
            "run", clip, "-c", path, "--state", folder.file("kept"), "--start", "2001-02-03T04:05:06Z")
        let evidence = try #require(try event(result.output).evidence)
        #expect(evidence.crop == nil && evidence.missing == nil && evidence.scene?.width == 320)
        #expect(try #require(evidence.scene).path.hasPrefix("2001/02/03/04/"))
        #expect(
            FileManager.default.fileExists(
                atPath: folder.file("kept/gate/evidence/\(try #require(evidence.scene).path)")))
    }

    @Test func `with both pictures switched off none is kept`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 1)
        let path = try folder.write("evidence: {crop: false, scene: false}\n", to: "gate.yaml")
        let result = try Program.run("run", clip, "-c", path, "--state", folder.file("kept"))
        #expect(try event(result.output).evidence == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.file("kept/gate/evidence")))
    }

    @Test func `a folder that takes no pictures costs no event`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        // Something else stands where the year's folder would.
        try FileManager.default.createDirectory(
            atPath: folder.file("kept/camera/evidence"), withIntermediateDirectories: true)
        try folder.write("", to: "kept/camera/evidence/2001")
        let result = try Program.run(
            "run", clip, "--state", folder.file("kept"), "--start", "2001-02-03T04:05:06Z")
        #expect(result.status == 0 && result.plates == [PlateClip.text])
        #expect(try event(result.output).evidence?.missing == .unwritable)
        #expect(result.errors.contains("Events are written all the same"))
        #expect(result.errors.contains("evidence: missing 2"))
    }

    @Test func `where a command names what cannot be a folder, nothing is scanned`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 1)
        try folder.write("", to: "file")
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        for (path, words) in [("file", "is no folder"), ("pipe", "is no folder"), ("not/there", "does not exist")] {
            let result = try Program.run("run", clip, "--state", folder.file(path))
            #expect(result.status == 74 && result.output.isEmpty, "\(path): \(result)")
            #expect(result.errors.contains("preparing to keep what camera keeps in") && result.errors.contains(words))
        }
    }
}

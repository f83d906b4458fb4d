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
        let result = try Program.run("run", clip, "--evidence", folder.file("pictures"))
        #expect(result.status == 0, "\(result.errors)")
        let evidence = try #require(try event(result.output).evidence)
        let (crop, scene) = (try #require(evidence.crop), try #require(evidence.scene))
        for file in [crop, scene] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("pictures/\(file.path)")))
            #expect(Digest(of: bytes).description == file.sha256 && bytes.count == file.bytes)
        }
        #expect(evidence.frame == .init(width: 640, height: 360) && scene.width == 640 && scene.height == 360)
        #expect(try probe(folder.file("pictures/\(scene.path)")) == ["mjpeg", "640", "360", "yuvj420p"])
        // The plate can be read in its crop by itself.
        let read = try Program.run("read", folder.file("pictures/\(crop.path)"))
        #expect(read.plates == [PlateClip.text])
        #expect(result.errors.contains("evidence: written 2"))
    }

    @Test func `a recording is kept only where its command says so, whatever the configuration has`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let path = try folder.write("evidence: {folder: \(folder.file("pictures"))}\n", to: "gate.yaml")
        let result = try Program.run("run", clip, "-c", path)
        #expect(try event(result.output).evidence == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.file("pictures")))
    }

    @Test func `pictures of a recording of long ago stay, in the colours, size and quality that are set`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let settings = "evidence: {crop: false, width: 320, quality: 30, days: 1, megabytes: 1}\n"
        let path = try folder.write(settings, to: "gate.yaml")
        let result = try Program.run(
            "run", clip, "-c", path, "--evidence", folder.file("pictures"), "--start", "2001-02-03T04:05:06Z")
        let evidence = try #require(try event(result.output).evidence)
        #expect(evidence.crop == nil && evidence.missing == nil && evidence.scene?.width == 320)
        #expect(try #require(evidence.scene).path.hasPrefix("2001/02/03/04/"))
        #expect(FileManager.default.fileExists(atPath: folder.file("pictures/\(try #require(evidence.scene).path)")))
    }

    @Test func `with both pictures switched off none is kept, and that is said`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 1)
        let path = try folder.write("evidence: {crop: false, scene: false}\n", to: "gate.yaml")
        let result = try Program.run("run", clip, "-c", path, "--evidence", folder.file("pictures"))
        #expect(result.errors.contains("evidence.crop and evidence.scene are false"))
        #expect(try event(result.output).evidence == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.file("pictures")))
    }

    @Test func `a folder that takes no pictures costs no event`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        // Something else stands where the year's folder would.
        try FileManager.default.createDirectory(atPath: folder.file("pictures"), withIntermediateDirectories: true)
        try folder.write("", to: "pictures/2001")
        let result = try Program.run(
            "run", clip, "--evidence", folder.file("pictures"), "--start", "2001-02-03T04:05:06Z")
        #expect(result.status == 0 && result.plates == [PlateClip.text])
        #expect(try event(result.output).evidence?.missing == .unwritable)
        #expect(result.errors.contains("Events are written all the same"))
        #expect(result.errors.contains("evidence: missing 2"))
    }

    @Test func `where a command names what cannot be a folder, nothing is scanned without pictures`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 1)
        try folder.write("", to: "file")
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        for (path, words) in [("file", "is no folder"), ("pipe", "is no folder"), ("not/there", "does not exist")] {
            let result = try Program.run("run", clip, "--evidence", folder.file(path))
            #expect(result.status == 74 && result.output.isEmpty, "\(path): \(result)")
            #expect(result.errors.contains("preparing to keep pictures in") && result.errors.contains(words))
        }
    }

    @Test func `check tells of a folder that cannot be one`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        for (path, words) in [
            (folder.file("file"), "is no folder"), (folder.file("not/there"), "does not exist"),
            ("/var/lib/plated/evidence/gate", nil), (folder.file("new"), nil),
        ] {
            let text = "source: {url: \"rtsp://192.0.2.1/x\"}\nevidence: {folder: \(path)}\n"
            let result = try Program.run("check", folder.write(text, to: "gate.yaml"))
            #expect(result.status == (words == nil ? 0 : 78), "\(path): \(result.errors)")
            if let words {
                #expect(result.errors.contains("gate.yaml:2: evidence.folder: ") && result.errors.contains(words))
            }
        }
    }
}

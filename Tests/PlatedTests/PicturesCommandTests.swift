import CameraSetup
import Foundation
import TestSupport
import Testing

@testable import plated

#if canImport(Glibc)
    import Glibc
#endif

/// `plated pictures`: what the hub hands over is read, and what is none is told. `scripts/test-console` has it read real ones.
@Suite struct PicturesCommandTests {
    @Test func `the head of a picture tells what it is and how large, before anything decodes it`() throws {
        let folder = try TemporaryFolder()
        for (name, kind) in [("a.jpg", PostedHead.Kind.jpg), ("a.png", .png)] {
            let path = folder.file(name)
            #expect(
                Command.succeeds(
                    "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=322x242", "-frames:v", "1", path))
            let bytes = Array(try Data(contentsOf: URL(filePath: path)))
            let head = try #require(PostedHead(bytes))
            #expect(head.kind == kind && head.width == 322 && head.height == 242 && !head.isTooLarge)
            for length in 0..<min(bytes.count, 700) { _ = PostedHead(Array(bytes[..<length])) }
            #expect(PostedHead(Array(bytes[..<12])) == nil)
        }
        for text in ["", "#EXTM3U\nfile:///etc/passwd\n", "GIF89a", "\u{FF}\u{D8}"] {
            #expect(PostedHead(Array(text.utf8)) == nil)
        }
        // 40 000 x 40 000, and more than a number holds.
        for size: [UInt8] in [[0, 0, 0x9C, 0x40], [0xFF, 0xFF, 0xFF, 0xFF]] {
            let png: [UInt8] =
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size + size
            #expect(try #require(PostedHead(png)).isTooLarge)
        }
    }

    @Test func `pictures are read one after the other at its socket, and nothing of one is in the next`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        #expect(
            Command.succeeds(
                "ffmpeg", "-v", "error", "-ss", "0.5", "-i", clip, "-frames:v", "1", "-q:v", "2", folder.file("a.jpg")))
        let picture = Array(try Data(contentsOf: URL(filePath: folder.file("a.jpg"))))
        let expected = try Program.run("read", folder.file("a.jpg")).plates
        let socket = SetupSocket(folder.file("s"))
        let process = try Program.start(["pictures", "--socket", socket.path], errors: folder.handle("said"))
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        #expect(try eventually { try folder.text("said").contains("waiting for pictures") })
        func answer(_ bytes: [UInt8], _ question: PictureQuestion = PictureQuestion()) throws -> PictureAnswer {
            let descriptor = try socket.connection(patience: 60)
            let channel = PartChannel(input: descriptor, output: descriptor, isOwner: true)
            try channel.send(question)
            try channel.send(Part(PartHead(.picture, bytes: bytes.count), bytes: bytes))
            return try #require(try channel.object(PictureAnswer.self))
        }
        // The same as `plated read` has, twice: no cooldown, no track is left.
        #expect(!expected.isEmpty)
        for _ in 0..<2 { #expect(try Set(answer(picture).plates.map(\.text)) == Set(expected)) }
        #expect(try answer(Array(picture[..<(picture.count / 2)])).problem == .noPicture)
        #expect(try answer(Array("no picture".utf8)).problem == .noPicture)
        // A country that has no formats here is passed over, and told.
        let foreign = try answer(picture, PictureQuestion(countries: ["xx"], isStrict: true))
        #expect(Set(foreign.plates.map(\.text)) == Set(expected) && foreign.unknown == ["xx"])
        // Whoever hangs up, or says what makes no sense, ends nothing.
        close(try socket.connection(patience: 1))
        let descriptor = try socket.connection(patience: 5)
        #expect(write(descriptor, "nonsense\n", 9) == 9)
        close(descriptor)
        #expect(try answer(picture).plates.map(\.text).sorted() == expected.sorted())
        #expect(process.isRunning)
        for plate in expected { #expect(try !folder.text("said").contains(plate)) }
    }

    @Test func `without a socket it says what hands one over`() throws {
        let result = try Program.run("pictures")
        #expect(result.status == 64 && result.errors.contains("plated-pictures.socket"), "\(result)")
    }
}

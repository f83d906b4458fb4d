import ALPR
import CameraSetup
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// `plated setup`, asked to try settings on pictures that were taken before.
@Suite struct SetupTryTests {
    private static let (plate, text) = ("FG 47 PRL", "FG47PRL")

    /// Pictures of a clip, five a second, as parts.
    private func pictures(in folder: TemporaryFolder, _ filter: String) throws -> [Part] {
        let clip = try PlateClip.make("clip.mp4", in: folder, plate: Self.plate)
        try PlateClip.run(
            "ffmpeg", ["-v", "error", "-i", clip, "-vf", "fps=5,\(filter)", "-q:v", "2", folder.file("%02d.jpg")])
        return try (1...10).compactMap { number in
            let path = folder.file("\(number < 10 ? "0" : "")\(number).jpg")
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            let bytes = Array(try Data(contentsOf: URL(filePath: path)))
            return Part(PartHead(.frame, bytes: bytes.count, at: (number - 1) * 200), bytes: bytes)
        }
    }

    private func answer(_ question: SetupQuestion, _ pictures: [Part], in folder: TemporaryFolder) throws -> [Part] {
        let sent = open(folder.file("question"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let channel = PartChannel(input: -1, output: sent)
        try channel.send(question)
        for picture in pictures { try channel.send(picture) }
        close(sent)
        let result = try Program.shell("exec \"$0\" setup <\"$1/question\" >\"$1/answer\"", folder.path)
        #expect(result.status == 0, "\(result.errors)")
        let given = PartChannel(
            input: open(folder.file("answer"), O_RDONLY | O_CLOEXEC), output: open("/dev/null", O_WRONLY), isOwner: true
        )
        var parts: [Part] = []
        while let part = try given.part() { parts.append(part) }
        return parts
    }

    /// What a picture was turned by when it was taken is undone before it is turned as the settings want it now.
    @Test(arguments: [
        ("upside_down", "null", "upside_down", true), ("turned_left", "null", "turned_left", true),
        ("upright", "hflip,vflip", "upside_down", true), ("upside_down", "hflip,vflip", "upright", true),
        ("turned_left", "transpose=1", "upright", true), ("upright", "null", "mirrored", false),
    ])
    func `pictures are read as they would lie with the settings that are tried`(
        taken: String, filter: String, wanted: String, isRead: Bool
    ) throws {
        let folder = try TemporaryFolder()
        let yaml = "source: {url: \"rtsp://127.0.0.1:9/camera\", orientation: \(wanted)}\n"
        let question = SetupQuestion(.retry, camera: "gate", yaml: yaml, orientation: taken)
        let parts = try answer(question, try pictures(in: folder, filter), in: folder)
        #expect(parts.last?.head.part == .end, "\(parts.map { String(decoding: $0.bytes.prefix(300), as: UTF8.self) })")
        let found = try #require(parts.first { $0.head.part == .findings })
        let findings = try PartChannel.decoded(SetupFindings.self, found.bytes)
        #expect(findings.frames == 10)
        #expect(findings.plates.map(\.text).contains(Self.text) == isRead)
    }

    /// Nothing leaves the machine from here. Nobody listens where the server would be.
    @Test func `where a server reads beside the engine, the engine reads here without it`() throws {
        let folder = try TemporaryFolder()
        let yaml = """
            source: {url: "rtsp://127.0.0.1:9/camera"}
            engine: tesseract
            remote: {protocol: codeproject, url: "http://127.0.0.1:9/v1/vision/alpr"}

            """
        let question = SetupQuestion(.retry, camera: "gate", yaml: yaml)
        let parts = try answer(question, try pictures(in: folder, "null"), in: folder)
        let found = try #require(parts.first { $0.head.part == .findings })
        let findings = try PartChannel.decoded(SetupFindings.self, found.bytes)
        #expect(findings.plates.map(\.text) == [Self.text])
        #expect(findings.facts.first { $0.name == "plates" }?.value == "1 read in 10 pictures")
    }
}

import ALPR
import FFmpegCapture
import Foundation
import PlateDrawing
import TestSupport
import Testing

/// The way from the program to a server that speaks the real protocols.
@Suite(.serialized) struct RemoteCommandTests {
    private static let key = "Hunter2-Hunter3"
    private static let plate = "KX73PRD"
    private let folder: TemporaryFolder
    private let server: PlateServer

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.key + "\n", to: "key")
        server = try PlateServer(reading: Program.path, keyFile: folder.file("key"), in: folder)
    }

    private func photo() throws -> String {
        let plate = RenderedPlate("KX 73 PRD", characterHeight: 32).image()
        var image = LumaImage(width: 480, height: 270, filledWith: 90)
        for y in 0..<plate.height { for x in 0..<plate.width { image[120 + x, 90 + y] = plate[x, y] } }
        let path = folder.file("photo.png")
        try Data(PictureEncoder.png(image)).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func configuration(
        _ service: String = "google_vision", key: String = "key", deadline: Int = 30000, _ others: String = ""
    ) throws -> String {
        let paths = [
            "google_vision": "/v1/images:annotate", "plate_recognizer": "/v1/plate-reader/",
            "codeproject": "/v1/vision/alpr",
        ]
        try folder.write(
            "engine: tesseract\nremote:\n  protocol: \(service)\n  url: http://127.0.0.1:\(server.port)\(paths[service] ?? "")\n"
                + "  key_file: \(folder.file(key))\n  deadline_ms: \(deadline)\n\(others)",
            to: "remote.yaml")
        return folder.file("remote.yaml")
    }

    private func read(_ configuration: String, _ arguments: String...) throws -> Program.Result {
        let result = try Program.run(
            ["read", try photo(), "-c", configuration, "--log-level", "debug"] + arguments,
            environment: ["no_proxy": "127.0.0.1"])
        #expect(!result.errors.contains(Self.key) && !result.errors.contains(Self.plate), "\(result.errors)")
        return result
    }

    /// Reads a clip with Tesseract and the server.
    private func run(_ configuration: String) throws -> Program.Result {
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let result = try Program.run(
            ["run", clip, "-c", configuration, "--log-level", "debug"], environment: ["no_proxy": "127.0.0.1"])
        #expect(!result.errors.contains(Self.key) && !result.errors.contains(PlateClip.text), "\(result.errors)")
        return result
    }

    @Test(arguments: ["google_vision", "plate_recognizer", "codeproject"])
    func `a server alone reads a picture`(service: String) throws {
        let result = try read(try configuration(service), "--engine", "remote")
        #expect(result.status == 0 && result.plates == [Self.plate], "\(result.errors)")
        #expect(result.output.contains("\"engine\":\"remote\""))
        #expect(result.errors.contains("crops of every place that looks like a plate are sent to http://127.0.0.1:"))
        let counts = server.counts
        #expect(counts["requests"] == 1 && counts["pictures"] == 1 && counts["strays"] == 0)
        let bytes = try #require(counts["bytes"])
        #expect(result.errors.contains("1 requests with 1 crops (\(bytes) bytes)"), "\(result.errors)")
    }

    @Test func `its outlines are those of the whole picture`() throws {
        struct Line: Decodable {
            struct Find: Decodable {
                var plate: String?
                var outlines: [[[Double]]]
            }
            var found: [Find]
        }
        let result = try read(try configuration(), "--engine", "remote", "--polygons")
        let line = try JSONDecoder().decode(Line.self, from: Data(result.output.utf8))
        let find = try #require(line.found.first { $0.plate == Self.plate })
        let corner = try #require(find.outlines.first?.first)
        #expect((120...160).contains(corner[0]) && (90...110).contains(corner[1]), "\(corner)")
    }

    @Test(arguments: [
        ("hang 5", "no answer in time"), ("cut", "the connection was cut"),
        ("401", "the server does not let this scanner in (401: UNAUTHENTICATED)"),
        ("quota", "the server's quota is used up (403: PERMISSION_DENIED, RATE_LIMIT_EXCEEDED)"),
        ("413", "the server takes no request of this size (413)"), ("500", "the server has a problem of its own"),
        ("redirect", "the server sends on to another address (307)"), ("garbage", "the server's answer cannot be read"),
        ("half", "the server's answer ends too soon"), ("few", "the server answers 0 of 1 pictures"),
    ])
    func `whatever a server does wrong, it is told, and the engine reads`(fault: String, reason: String) throws {
        server.misbehave(fault)
        // A busy machine answers late, and that is another fault.
        let result = try run(try configuration(deadline: fault.hasPrefix("hang") ? 1500 : 20_000))
        #expect(result.status == 0 && result.plates == [PlateClip.text], "\(result.errors)")
        #expect(result.errors.contains("the remote engine is away: \(reason)"), "\(result.errors)")
        #expect(server.counts["strays"] == 0)
    }

    @Test func `a key that is not taken is told, and is not said`() throws {
        try folder.write("Another-Key\n", to: "other")
        let result = try read(try configuration(key: "other"), "--engine", "remote")
        #expect(result.status == 1 && result.plates.isEmpty)
        #expect(result.errors.contains("the server does not take the key (400: INVALID_ARGUMENT, API_KEY_INVALID)"))
        #expect(!result.errors.contains("Another-Key"))
    }

    @Test func `beside an engine it is asked about what that does not decide, and by nobody who is to ask none`() throws
    {
        let path = try configuration()
        let run = try run(path)
        #expect(run.status == 0 && run.plates == [PlateClip.text], "\(run)")
        #expect(run.errors.contains("crops of places that tesseract cannot decide are sent to"), "\(run.errors)")
        let asked = try #require(server.counts["pictures"])
        #expect(asked > 0 && asked < 10, "ten pictures show the plate")
        for command in [
            ["check", path, "--source", folder.file("clip.mp4")], ["eval", folder.path, "-c", path, "--boxes"],
            ["eval", folder.path, "-c", path, "--bare"],
        ] {
            #expect(try !Program.run(command).errors.contains("are sent to"), "\(command)")
        }
        #expect(server.counts["pictures"] == asked)
    }

    @Test func `a server alone reads single pictures, and nothing else`() throws {
        let path = try configuration()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let wrong: [(arguments: [String], says: String)] = [
            (["read", clip, "-c", path], "it has more than one picture"),
            (["run", clip, "-c", path], "single pictures"),
            (["probe", clip, "-c", path], "single pictures"), (["read", clip], "no configuration names the server"),
        ]
        for (arguments, says) in wrong {
            let result = try Program.run(arguments + ["--engine", "remote"])
            #expect(result.status == 64 && result.errors.contains(says), "\(arguments): \(result)")
        }
        #expect(server.counts["requests"] == 0)
    }
}

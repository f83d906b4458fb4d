import ALPR
import FFmpegCapture
import Foundation
import PlateDrawing
import TestSupport
import Testing

/// `engine: remote`, from the program to a server that speaks the real protocols.
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
        _ service: String = "google_vision", local: String = "none", key: String = "key", _ others: String = ""
    ) throws -> String {
        let paths = [
            "google_vision": "/v1/images:annotate", "plate_recognizer": "/v1/plate-reader/",
            "codeproject": "/v1/vision/alpr",
        ]
        try folder.write(
            "engine: remote\nremote:\n  protocol: \(service)\n  url: http://127.0.0.1:\(server.port)\(paths[service] ?? "")\n"
                + "  key_file: \(folder.file(key))\n  local: \(local)\n  when: all\n  deadline_ms: 30000\n\(others)",
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

    @Test(arguments: ["google_vision", "plate_recognizer", "codeproject"])
    func `a server alone reads a picture`(service: String) throws {
        let result = try read(try configuration(service))
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
        let result = try read(try configuration(), "--polygons")
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
    func `whatever a server does wrong, it is told, and the local engine reads`(fault: String, reason: String) throws {
        server.misbehave(fault)
        let file = try configuration(local: "tesseract")
        try folder.write(
            try folder.text("remote.yaml").replacing("deadline_ms: 30000", with: "deadline_ms: 1500"), to: "remote.yaml"
        )
        let result = try read(file)
        #expect(result.status == 0 && result.plates == [Self.plate], "\(result.errors)")
        #expect(result.errors.contains("the remote engine is away: \(reason)"), "\(result.errors)")
        #expect(server.counts["strays"] == 0)
    }

    @Test func `a key that is not taken is told, and alone nothing is read`() throws {
        try folder.write("Another-Key\n", to: "other")
        let result = try read(try configuration(key: "other"))
        #expect(result.status == 1 && result.plates.isEmpty)
        #expect(result.errors.contains("the server does not take the key (400: INVALID_ARGUMENT, API_KEY_INVALID)"))
        #expect(!result.errors.contains("Another-Key"))
    }

    @Test func `who asks no server says so where one reads alone, and announces none`() throws {
        let path = try configuration()
        for command in [
            ["pictures", "-c", path, "--socket", folder.file("s")], ["eval", folder.path, "-c", path, "--boxes"],
            ["eval", folder.path, "-c", path, "--bare"],
        ] {
            let result = try Program.run(command)
            #expect(result.status == 78 && result.errors.contains("a server reads alone, and"), "\(command): \(result)")
            #expect(!result.errors.contains("are sent to"), "\(result)")
        }
        #expect(server.counts["requests"] == 0)
    }

    @Test func `a photo is probed by the server that reads alone, and where it does not read, that is told`() throws {
        let path = try configuration()
        func probe() throws -> Program.Result {
            try Program.run(["probe", try photo(), "-c", path], environment: ["no_proxy": "127.0.0.1"])
        }
        let read = try probe()
        #expect(read.status == 0 && read.output.contains("plates       1 read in 1 picture\n"), "\(read)")
        #expect(read.output.contains("plate        \(Self.plate): read once") && server.counts["pictures"] == 1)
        server.misbehave("401")
        let unread = try probe()
        #expect(unread.output.contains("plates       not read in 1 picture\n"), "\(unread)")
        #expect(unread.output.contains("it is away: the server does not let this scanner in (401"), "\(unread)")
        #expect(!unread.output.contains("hold a plate"), "\(unread)")
    }
}

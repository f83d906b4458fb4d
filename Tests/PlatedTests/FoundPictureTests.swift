import ALPR
import Addresses
import Capture
import FFmpegCapture
import Foundation
import PlateDrawing
import TestSupport
import Testing

/// What `plated read --polygons` and `--draw` show of a picture.
@Suite struct FoundPictureTests {
    private let folder: TemporaryFolder
    private static let place = (x: 120, y: 90)

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let plate = RenderedPlate("KX 73 PRD", characterHeight: 32).image()

    /// A grey picture with one plate in it.
    private func picture(withPlate: Bool = true) throws -> String {
        var image = LumaImage(width: 480, height: 270, filledWith: 90)
        if withPlate {
            for y in 0..<Self.plate.height {
                for x in 0..<Self.plate.width { image[Self.place.x + x, Self.place.y + y] = Self.plate[x, y] }
            }
        }
        let path = folder.file("photo.png")
        try Data(PictureEncoder.png(image)).write(to: URL(fileURLWithPath: path))
        return path
    }

    private struct Line: Decodable {
        struct Find: Decodable {
            struct Character: Decodable {
                var text: String
                var confidence: Double
            }
            var outcome: String
            var reason: String?
            var plate: String?
            var box: [Double]
            var outlines: [[[Double]]]
            var characters: [Character]
        }
        var picture: String
        var width: Int
        var height: Int
        var found: [Find]
    }

    private func line(_ result: Program.Result) throws -> Line {
        try JSONDecoder().decode(Line.self, from: Data(result.output.utf8))
    }

    @Test func `each find has its outline in pixels of the picture and its characters`() throws {
        let result = try Program.run("read", try picture(), "--polygons")
        #expect(result.status == 0, "\(result.errors)")
        let line = try line(result)
        #expect((line.width, line.height) == (480, 270) && line.picture.hasSuffix("photo.png"))
        let plate = try #require(line.found.first { $0.outcome == "accepted" })
        #expect(plate.plate == "KX73PRD" && plate.reason == nil)
        #expect(plate.characters.map(\.text).joined() == "KX73PRD")
        #expect(plate.characters.allSatisfy { (0.9...1).contains($0.confidence) })
        let outline = try #require(plate.outlines.first)
        #expect(plate.outlines.count == 1 && outline.count == 4)
        // Round the characters, and inside the plate.
        for corner in outline {
            #expect((Double(Self.place.x)...Double(Self.place.x + Self.plate.width)).contains(corner[0]))
            #expect((Double(Self.place.y)...Double(Self.place.y + Self.plate.height)).contains(corner[1]))
        }
        let height = outline[3][1] - outline[0][1]
        #expect((26...38).contains(height), "\(height)")
    }

    @Test func `a picture without a plate is told as one with nothing found, and exits with 1`() throws {
        let result = try Program.run("read", try picture(withPlate: false), "--polygons")
        #expect(result.status == 1)
        #expect(try line(result).found.isEmpty)
    }

    @Test func `what was found is drawn into a copy of the picture, and nowhere else`() throws {
        let photo = try picture()
        let drawn = folder.file("drawn.png")
        let result = try Program.run("read", photo, "--draw", drawn)
        #expect(result.status == 0 && result.plates == ["KX73PRD"], "\(result.errors)")
        func pixels(_ path: String) throws -> RGBImage {
            var settings = CaptureSettings()
            settings.wantsColour = true
            let source = try FFmpegSource(SourceAddress(path), settings: settings)
            return try #require(try source.nextFrame(where: { _ in true })).anyColour.rgb
        }
        let (before, after) = (try pixels(photo), try pixels(drawn))
        var green = 0
        var outside = 0
        let near = Box(x: 100, y: 40, width: 300, height: 140)
        for y in 0..<after.height {
            for x in 0..<after.width
            where after.green[x, y] != before.green[x, y] || after.red[x, y] != before.red[x, y] {
                if after.green[x, y] > 200, after.red[x, y] < 80 { green += 1 }
                if near.intersection(Box(x: Double(x), y: Double(y), width: 1, height: 1)).area == 0 { outside += 1 }
            }
        }
        #expect(green > 300 && outside == 0, "\(green) pixels drawn, \(outside) of them elsewhere")
    }

    @Test func `nothing is drawn or written over what is read, whatever name it has`() throws {
        let photo = try picture()
        let link = folder.file("link.png")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: photo)
        let twin = folder.file("twin.png")
        try FileManager.default.linkItem(atPath: photo, toPath: twin)
        let before = try Data(contentsOf: URL(fileURLWithPath: photo))
        for name in [photo, folder.path + "/./" + photo.split(separator: "/").last!, link, twin] {
            let drawn = try Program.run("read", photo, "--draw", name)
            #expect(drawn.status == 74 && drawn.errors.contains("which is read and would be lost"), "\(drawn.errors)")
            let probe = try Program.run("probe", photo, "--picture", name)
            #expect(probe.status == 74 && probe.errors.contains("which is read and would be lost"), "\(probe.errors)")
            let sheet = try Program.run("probe", photo, "--sheet", name)
            #expect(sheet.status == 74 && sheet.errors.contains("which is read and would be lost"), "\(sheet.errors)")
        }
        for command in [
            ["read", photo, "--explain", link], ["run", photo, "--explain", twin], ["run", photo, "--log", photo],
            ["eval", photo, "--explain", photo],
        ] {
            let appended = try Program.run(command)
            #expect(
                appended.status == 78 && appended.errors.contains("which is read"), "\(command): \(appended.errors)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: photo)) == before)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == photo)
    }

    @Test func `a drawing is a JPEG where its name says so, and a recording or two pictures are refused`() throws {
        let photo = try picture()
        let drawn = folder.file("drawn.jpg")
        #expect(try Program.run("read", photo, "--draw", drawn).status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: drawn)).starts(with: [0xFF, 0xD8]))
        #expect(try Program.run("read", photo, photo, "--draw", drawn).status == 64)
        #expect(try Program.run("read", photo, "--draw", folder.file("drawn.gif")).status == 64)
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let refused = try Program.run("read", clip, "--polygons")
        #expect(refused.status == 64 && refused.errors.contains("more than one picture"), "\(refused.errors)")
    }
}

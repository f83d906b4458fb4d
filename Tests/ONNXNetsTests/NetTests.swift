import ALPR
import CameraConfiguration
import Foundation
import Plates
import TestSupport
import Testing

@testable import ONNXNets

@Suite(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
struct DetectorTests {
    private func frame(width: Int = 96, height: Int = 64, red: UInt8 = 255, other: UInt8 = 0) -> Frame {
        func plane(_ value: UInt8) -> LumaImage { LumaImage(width: width, height: height, filledWith: value) }
        return Frame(
            image: plane(red), colour: ColourImage(RGBImage(red: plane(red), green: plane(other), blue: plane(other))),
            time: Timestamp(.zero))
    }

    private func detector(_ name: String = "detector.onnx") throws -> PlateDetector {
        try PlateDetector(TestNets.path(name), runtime: try ONNXRuntime(libraries: TestNets.libraries))
    }

    @Test func `finds are regions, the surest first, and what is not sure enough is none`() throws {
        let frame = frame()
        let regions = try detector().regions(in: frame, area: frame.image.bounds)
        #expect(
            regions.map(\.plate) == [Box(x: 24, y: 16, width: 48, height: 24), Box(x: 0, y: 0, width: 48, height: 12)])
        #expect(abs(regions[0].score - 1) < 1e-6 && abs(regions[1].score - 0.5) < 1e-6)
        #expect(regions[0].box == regions[0].plate)
        #expect(regions.allSatisfy { $0.textBox.overlap($0.box) > 0.99 * $0.textBox.area })
    }

    @Test func `what can hold only characters that are too small to be reported is none`() throws {
        let frame = frame()
        // The second find, 48 x 12, holds characters 8.4 pixels high at most; the first, 48 x 24, 9.6.
        let net = try PlateDetector(
            TestNets.path("detector.onnx"), runtime: try ONNXRuntime(libraries: TestNets.libraries),
            minimumTextHeight: 9)
        #expect(try net.regions(in: frame, area: frame.image.bounds).map(\.plate?.height) == [24])
    }

    @Test func `red, green and blue go where the net expects them`() throws {
        let blue = frame(red: 0, other: 255)
        #expect(try detector().regions(in: blue, area: blue.image.bounds).isEmpty)
    }

    @Test func `a net that sees in grey gets the grey picture`() throws {
        let detector = try detector("grey-detector.onnx")
        #expect(!detector.wantsColour)
        let frame = frame()
        #expect(try detector.regions(in: frame, area: frame.image.bounds).count == 2)
    }

    @Test func `places in a part of a larger picture are told in pixels of the whole`() throws {
        let frame = frame(width: 960, height: 640)
        // A part of 192 x 128 is halved to fit.
        let regions = try detector().regions(in: frame, area: Box(x: 100, y: 50, width: 192, height: 128))
        #expect(regions.first?.plate == Box(x: 148, y: 82, width: 96, height: 48))
    }

    @Test func `a picture of another shape is put into the middle, with grey beside it`() throws {
        // 64 x 64 fits at its size, with 16 columns of grey (114) on either side: the mean red is lower by that.
        let frame = frame(width: 64, height: 64)
        let regions = try detector().regions(in: frame, area: frame.image.bounds)
        #expect(regions.first?.plate == Box(x: 8, y: 16, width: 48, height: 24))
        let mean = (64 * 255 + 32 * 114) / 96.0 / 255
        #expect(abs((regions.first?.score ?? 0) - mean) < 1e-4)
    }

    @Test func `our own form takes the grey picture shrunk, with grey at the right and below`() throws {
        let detector = try detector("own-detector.onnx")
        #expect(!detector.wantsColour)
        // Of 1152 x 700 the net sees 480 x 288, and its find is half of that.
        let frame = frame(width: 1152, height: 700)
        let regions = try detector.regions(in: frame, area: frame.image.bounds)
        let scale = 288.0 / 700
        #expect(abs((regions.first?.plate?.width ?? 0) - 480 / 2 / scale) < 1e-3, "\(regions)")
        #expect(abs((regions.first?.plate?.height ?? 0) - 288 / 2 / scale) < 1e-3)
        // A small picture is not enlarged: 100 x 40 lies in 96 x 32, scaled to fit.
        let small = self.frame(width: 100, height: 40)
        #expect(try detector.regions(in: small, area: small.image.bounds).first?.plate?.height == 32 / 2 / (32.0 / 40))
    }

    @Test func `a small part of a large picture is seen no larger than what is low enough to be read needs`() throws {
        let detector = try detector("own-detector.onnx")
        let frame = frame(width: 1920, height: 1080)
        // Its find is half of what it is shown: 480 x 320 at 0.6 is 288 x 192.
        let part = try detector.regions(in: frame, area: Box(x: 100, y: 200, width: 480, height: 320))
        #expect(part.first?.plate == Box(x: 100, y: 200, width: 240, height: 160))
        #expect(
            ShrunkPicture(frame.image.cropped(to: Box(x: 0, y: 0, width: 480, height: 320)), of: frame.image).width
                == 288)
        // A large part is shown as small as it has to be.
        let large = frame.image.cropped(to: Box(x: 0, y: 0, width: 1600, height: 900))
        #expect(ShrunkPicture(large, of: frame.image).width == 512)
        // A part of a small picture is shown twice as large as the whole, where that is not larger than it is.
        let small = LumaImage(width: 640, height: 480, filledWith: 0)
        let medium = LumaImage(width: 1280, height: 720, filledWith: 0)
        let quarter = Box(x: 0, y: 0, width: 320, height: 240)
        #expect(ShrunkPicture(small, of: small).width == 448)
        #expect(ShrunkPicture(small.cropped(to: quarter), of: small).width == 320)
        #expect(ShrunkPicture(medium.cropped(to: quarter), of: medium).width == 256)
    }

    @Test(arguments: ["reader.onnx", "other.onnx"])
    func `a net that finds no plates is refused, with what was expected`(name: String) throws {
        let error = #expect(throws: ONNXError.self) { try detector(name) }
        #expect(
            error?.reason.contains("it is not a net that finds plates: that takes one picture, float32 1x3xHxW") == true
        )
    }
}

@Suite(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
struct PlateNetTests {
    private static let region = Region(plate: Box(x: 10, y: 10, width: 40, height: 20), score: 1)

    private func frame(red: UInt8, green: UInt8 = 0, from x: Int = 0) -> Frame {
        func plane(_ value: UInt8) -> LumaImage {
            LumaImage(width: 80, height: 60) { out in
                for index in 0..<80 * 60 { out[index] = index % 80 >= x ? value : 0 }
            }
        }
        let colour = ColourImage(RGBImage(red: plane(red), green: plane(green), blue: plane(0)))
        return Frame(image: plane(red), colour: colour, time: Timestamp(.zero))
    }

    private func net(further: String? = nil, views: [PlateView]? = nil) throws -> PlateNet {
        try PlateNet(
            TestNets.path("reader.onnx"), further: further.map(TestNets.path),
            description: try PlateNetFile.read(TestNets.path("reader.yaml")),
            runtime: try ONNXRuntime(libraries: TestNets.libraries), views: views)
    }

    @Test func `slots become symbols with their alternatives, and padding none`() throws {
        let reading = try #require(try net().read([Self.region], of: frame(red: 204), effort: .first).first?.first)
        #expect(reading.symbols.text == "AB1")
        #expect(reading.symbols[1].alternatives.map(\.character) == ["B", "A"])
        #expect(reading.symbols[0].confidence == 1)
        #expect(reading.symbols[1].confidence < 0.95 && reading.symbols[1].confidence > 0.9)
    }

    @Test func `it sees the plate's colours`() throws {
        #expect(try net().read([Self.region], of: frame(red: 0), effort: .first)[0][0].symbols.text == "AA1")
    }

    @Test func `the country that the net tells is the origin, and a name that is no country none`() throws {
        let dutch = try net().read([Self.region], of: frame(red: 255, green: 230), effort: .first)[0][0]
        #expect(dutch.origin?.country == "nl")
        #expect(abs((dutch.origin?.confidence ?? 0) - 230.0 / 255) < 0.01)
        #expect(try net().read([Self.region], of: frame(red: 255, green: 20), effort: .first)[0][0].origin == nil)
    }

    @Test func `all regions of a frame are read at once, each in its own place, in all further views`() throws {
        // The left half of the picture is black.
        let left = Region(plate: Box(x: 0, y: 0, width: 30, height: 20), score: 1)
        let right = Region(plate: Box(x: 45, y: 0, width: 30, height: 20), score: 1)
        let outside = Region(plate: Box(x: 500, y: 500, width: 30, height: 20), score: 1)
        let readings = try net().read([left, outside, right], of: frame(red: 255, from: 40), effort: .further)
        #expect(readings.map { $0.map(\.symbols.text) } == [["AA1"], [""], ["AB1"]])
    }

    @Test func `of two nets the first looks first, and both further looks are the second's`() throws {
        let (one, two) = (try net(), try net(further: "further-reader.onnx"))
        func texts(_ net: PlateNet, _ effort: ReadingEffort) throws -> [String] {
            try net.read([Self.region], of: frame(red: 204), effort: effort)[0].map(\.symbols.text)
        }
        let efforts = [ReadingEffort.first, .further, .another, .deciding]
        #expect(try efforts.map { try texts(one, $0) } == [["AB1"], ["AB1"], [], ["AB1"]])
        #expect(try efforts.map { try texts(two, $0) } == [["AB1"], ["AA1"], ["AA1"], []])
    }

    @Test func `a further net of another form is refused`() throws {
        let error = #expect(throws: ONNXError.self) { try net(further: "outline.onnx") }
        #expect(error?.reason.contains("takes and gives something else than") == true, "\(error as Any)")
        #expect(error?.action.contains("outline.onnx") == true)
    }

    @Test func `the bare outline is cut as the nets' makers cut it, other cuts take in all that they touch`() throws {
        // The outline reaches three tenths into a white column, behind its last whole one.
        let picture = ColourImage(
            grey: LumaImage(width: 80, height: 60) { out in
                for index in 0..<80 * 60 { out[index] = index % 80 == 30 ? 255 : 0 }
            })
        let region = Region(plate: Box(x: 19.5, y: 10, width: 10.8, height: 20), score: 1)
        let description = try PlateNetFile.read(TestNets.path("reader.yaml"))
        func brightest(_ view: PlateView) throws -> UInt8 {
            try #require(view.crop(region, of: picture, for: description)).red.pixels.max() ?? 0
        }
        #expect(try brightest(PlateView.bare[0]) == 0)
        #expect(try brightest(PlateView(margin: 0.001)) > 100)
    }

    @Test func `a plate at the edge of the picture is cut as one that is not, its border repeated`() throws {
        func redness(margin: Double) throws -> Double {
            let red = LumaImage(width: 80, height: 60) { out in
                for index in 0..<80 * 60 { out[index] = index % 80 < 4 ? 255 : 0 }
            }
            let black = LumaImage(width: 80, height: 60)
            let frame = Frame(
                image: red, colour: ColourImage(RGBImage(red: red, green: black, blue: black)), time: Timestamp(.zero))
            let region = Region(plate: Box(x: 0, y: 10, width: 10, height: 20), score: 1)
            let net = try net(views: [PlateView(margin: margin)])
            let symbols = try net.read([region], of: frame, effort: .first)[0][0].symbols
            return symbols[1].alternatives.first { $0.character == "B" }?.confidence ?? 0
        }
        // Four of ten columns are red, and with a tenth more on each side five of twelve.
        let (bare, bordered) = (try redness(margin: 0), try redness(margin: 0.1))
        #expect(bordered > bare + 0.001, "\(bare) \(bordered)")
    }

    @Test func `a description of another net is refused, with what was expected`() throws {
        var description = try PlateNetFile.read(TestNets.path("reader.yaml"))
        description.slots = 7
        let runtime = try ONNXRuntime(libraries: TestNets.libraries)
        let error = #expect(throws: ONNXError.self) {
            try PlateNet(TestNets.path("reader.onnx"), description: description, runtime: runtime)
        }
        #expect(error?.reason.contains("gives float32 Nx7x4; this takes") == true)
    }
}

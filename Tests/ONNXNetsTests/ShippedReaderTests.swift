import ALPR
import CameraConfiguration
import ONNXNets
import PlateDrawing
import TestSupport
import Testing

@testable import Scanner

/// models/reader.onnx, shown what models/detector.onnx finds.
@Suite(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
struct ShippedReaderTests {
    private func recogniser(_ settings: Recogniser.Settings = .init()) throws -> Recogniser {
        let runtime = try ONNXRuntime(libraries: TestNets.libraries)
        let description = TestNets.shippedReader.replacing(".onnx", with: "_plate_config.yaml")
        let reader = try PlateNet(
            TestNets.shippedReader, further: TestNets.shippedReader.replacing(".onnx", with: "_further.onnx"),
            description: try PlateNetFile.read(description), runtime: runtime)
        #expect(!reader.wantsColour)
        return Recogniser(
            localiser: try PlateDetector(TestNets.shippedDetector, runtime: runtime), engine: reader,
            settings: settings)
    }

    private func accepted(_ plate: RenderedPlate) throws -> [AcceptedPlate] {
        var recogniser = try recogniser(Recogniser.Settings().forStills)
        let drawn = plate.image()
        var picture = LumaImage(width: 640, height: 360, filledWith: 90)
        for y in 0..<drawn.height {
            for x in 0..<drawn.width { picture[200 + x, 150 + y] = drawn[x, y] }
        }
        return try recogniser.recognise(Frame(image: picture, time: Timestamp(.zero))).accepted
    }

    @Test func `it reads the canary`() throws {
        var canary = Canary(checking: try recogniser())
        #expect(canary.complaint() == nil)
    }

    @Test func `a plate is read, and said to be of a country`() throws {
        let found = try accepted(RenderedPlate("KX73PRD", characterHeight: 24))
        #expect(found.map(\.text) == ["KX73PRD"] && found.first?.country != nil, "\(found)")
    }
}

import ALPR
import ONNXNets
import PlateDrawing
import TesseractOCR
import TestSupport
import Testing

@testable import Scanner

/// models/detector.onnx.
@Suite(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
struct ShippedDetectorTests {
    private func found(_ scene: Scene) throws -> [Region] {
        let detector = try PlateDetector(
            TestNets.shippedDetector, runtime: try ONNXRuntime(libraries: TestNets.libraries))
        #expect(!detector.wantsColour)
        let frame = Frame(image: scene.image(), time: Timestamp(.zero))
        return try detector.regions(in: frame, area: frame.image.bounds)
    }

    @Test(arguments: [16.0, 32, 90]) func `a plate is found where it is`(textHeight: Double) throws {
        var scene = Scene(width: 1280, height: 720)
        scene.placements = [
            Placement(
                RenderedPlate("4-TKD-82"), centre: Point(x: 700, y: 400), textHeight: textHeight, slope: 0.05, taper: 0)
        ]
        scene.blur = 0.5
        scene.noise = 2
        let best = try #require(try found(scene).first)
        let text = scene.placements[0].rowQuads[0].bounds
        #expect(best.box.overlap(text) > 0.9 * text.area, "\(best)")
        #expect(best.box.area < 4 * text.area, "\(best)")
    }

    @Test func `Tesseract reads the canary in what it finds`() throws {
        let detector = try PlateDetector(
            TestNets.shippedDetector, runtime: try ONNXRuntime(libraries: TestNets.libraries))
        let engine = try TesseractEngine(model: TesseractEngine.Model(path: TestNets.plateModel))
        var canary = Canary(checking: Recogniser(localiser: RowedLocaliser(detector), engine: engine))
        #expect(canary.complaint() == nil)
    }

    @Test(arguments: [1, 2, 8, 31, 32, 33, 40, 47, 48, 64, 65])
    func `a picture may be as small as it likes`(side: Int) throws {
        let detector = try PlateDetector(
            TestNets.shippedDetector, runtime: try ONNXRuntime(libraries: TestNets.libraries))
        for (width, height) in [(side, side), (side, 1), (1, side), (side, 500), (500, side)] {
            let frame = Frame(image: LumaImage(width: width, height: height, filledWith: 90), time: Timestamp(.zero))
            #expect(try detector.regions(in: frame, area: frame.image.bounds).isEmpty, "\(width) x \(height)")
        }
    }

    @Test func `where there is nothing, nothing is found`() throws {
        var scene = Scene(width: 1280, height: 720)
        scene.noise = 2
        #expect(try found(scene).isEmpty)
    }
}

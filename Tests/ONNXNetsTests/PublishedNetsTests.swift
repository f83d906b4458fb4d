import ALPR
import CameraConfiguration
import ONNXNets
import PlateDrawing
import TestSupport
import Testing

@testable import Scanner

/// The published nets, where they lie beside the project.
@Suite(
    .enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)),
    .enabled(if: TestNets.hasPublished, "needs the published nets in ../shared/models or $PLATED_MODELS"))
struct PublishedNetsTests {
    /// Theirs, and the one that comes with plated.
    private static let detectors = [
        TestNets.published + "yolo-v9-t-416-license-plates-end2end-f32.onnx", TestNets.shippedDetector,
    ]

    private func recogniser(_ detector: String, settings: Recogniser.Settings = .init()) throws -> Recogniser {
        let runtime = try ONNXRuntime(libraries: TestNets.libraries)
        let detector = try PlateDetector(detector, runtime: runtime)
        let reader = try PlateNet(
            TestNets.published + "cct_xs_v2_global.onnx",
            description: try PlateNetFile.read(TestNets.published + "cct_xs_v2_global_plate_config.yaml"),
            runtime: runtime)
        return Recogniser(localiser: detector, engine: reader, settings: settings)
    }

    @Test(arguments: detectors) func `they read the canary`(detector: String) throws {
        var canary = Canary(checking: try recogniser(detector))
        #expect(canary.complaint() == nil)
    }

    @Test(arguments: detectors)
    func `a plate in a picture is found, read and said to be of a country`(detector: String) throws {
        var recogniser = try recogniser(detector, settings: Recogniser.Settings().forStills)
        let plate = RenderedPlate("KX73PRD", characterHeight: 24).image()
        var picture = LumaImage(width: 640, height: 360, filledWith: 90)
        for y in 0..<plate.height {
            for x in 0..<plate.width { picture[200 + x, 150 + y] = plate[x, y] }
        }
        let accepted = try recogniser.recognise(Frame(image: picture, time: Timestamp(.zero))).accepted
        #expect(accepted.map(\.text) == ["KX73PRD"])
        let place = Box(x: 200, y: 150, width: Double(plate.width), height: Double(plate.height))
        #expect((accepted.first?.box.iou(place) ?? 0) > 0.6)
        #expect(accepted.first?.country != nil)
    }
}

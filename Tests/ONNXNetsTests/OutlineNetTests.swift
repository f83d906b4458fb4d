import ALPR
import PlateDrawing
import TestSupport
import Testing

@testable import ONNXNets

@Suite(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
struct OutlineNetTests {
    private func net(_ path: String = TestNets.path("outline.onnx")) throws -> OutlineNet {
        try OutlineNet(path, runtime: try ONNXRuntime(libraries: TestNets.libraries))
    }

    private func picture(bright: Box? = nil) -> LumaImage {
        var picture = LumaImage(width: 400, height: 300)
        guard let bright else { return picture }
        for y in Int(bright.y)..<Int(bright.maxY) {
            for x in Int(bright.x)..<Int(bright.maxX) { picture[x, y] = 255 }
        }
        return picture
    }

    @Test(arguments: [
        Box(x: 100, y: 80, width: 80, height: 20),
        // Beyond the picture's border.
        Box(x: -10, y: 290, width: 60, height: 20),
    ]) func `corners are told in pixels of the picture`(find: Box) throws {
        // The middle half of what is shown, which is twice as wide and high.
        let outline = try #require(try net().outline(of: find, in: picture()))
        for (found, corner) in zip(outline.corners, Quad(find).corners) { #expect(found.distance(to: corner) < 1e-3) }
    }

    @Test func `what lies outside of the picture has no corners`() throws {
        #expect(try net().outline(of: Box(x: 900, y: 80, width: 80, height: 20), in: picture()) == nil)
    }

    @Test func `corners that the net is not sure of are none`() throws {
        let find = Box(x: 100, y: 80, width: 80, height: 32)
        // The upper row of what is shown, an eighth of its height, is bright over so much of its width.
        func corners(brightOver part: Double) throws -> Quad? {
            try net().outline(
                of: find, in: picture(bright: Box(x: 60, y: 60, width: 160 * part, height: 12)))
        }
        #expect(try corners(brightOver: 0.1) != nil)
        #expect(try corners(brightOver: 0.4) == nil)
    }

    @Test func `a parallelogram's corners are its own`() {
        let corners = [Point(x: 10, y: 20), Point(x: 90, y: 26), Point(x: 94, y: 50), Point(x: 14, y: 44)]
        let quad = OutlineNet.parallelogram(near: corners, spreads: [0.05, 0.06, 0.1, 0.05])
        for (found, corner) in zip(quad.corners, corners) { #expect(found.distance(to: corner) < 1e-9) }
    }

    @Test func `a corner that the net is not sure of follows from the others`() {
        let corners = [Point(x: 10, y: 20), Point(x: 90, y: 20), Point(x: 90, y: 44), Point(x: 2, y: 60)]
        let quad = OutlineNet.parallelogram(near: corners, spreads: [0.04, 0.04, 0.04, 0.4])
        #expect(quad.bottomLeft.distance(to: Point(x: 10, y: 44)) < 1, "\(quad)")
        #expect(quad.topRight.distance(to: corners[1]) < 1, "\(quad)")
        // Equally sure ones all give way.
        let even = OutlineNet.parallelogram(near: corners, spreads: [0.04, 0.04, 0.04, 0.04])
        #expect(even.bottomLeft.distance(to: Point(x: 10, y: 44)) > 5, "\(even)")
    }

    @Test func `a net of another form is refused`() throws {
        #expect {
            _ = try net(TestNets.path("other.onnx"))
        } throws: { error in
            "\(error)".contains("not a net that finds the corners of plates")
        }
    }

    @Test func `the one that comes with plated says where a plate's corners are`() throws {
        var scene = Scene(width: 640, height: 360)
        scene.placements = [
            Placement(
                RenderedPlate("4-TKD-82"), centre: Point(x: 320, y: 180), textHeight: 24, slope: 0.12, taper: 0)
        ]
        scene.blur = 0.5
        scene.noise = 2
        let image = scene.image()
        let text = scene.placements[0].rowQuads[0]
        // Found with half of its height too much at the right, and cut at the left.
        let around = text.bounds.expanded(x: 12, y: 8)
        let find = Box(x: around.x + 10, y: around.y - 6, width: around.width + 20, height: around.height + 10)
        let outline = try #require(try net(TestNets.shippedOutline).outline(of: find, in: image))
        // It leans as the characters do, and lies round them.
        let slope = (outline.topRight.y - outline.topLeft.y) / (outline.topRight.x - outline.topLeft.x)
        #expect(abs(slope - 0.12) < 0.04, "\(outline)")
        #expect(outline.topLeft.x < text.topLeft.x + 2 && outline.topRight.x > text.topRight.x - 2, "\(outline)")
        #expect(outline.topLeft.x > text.topLeft.x - 26 && outline.topRight.x < text.topRight.x + 26, "\(outline)")
    }
}

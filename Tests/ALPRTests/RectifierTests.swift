import ALPR
import PlateDrawing
import TestSupport
import Testing

@Suite struct RectifierTests {
    /// Brightness grows to the right by 4 a pixel and downwards by 2.
    private let ramp = LumaImage(width: 40, height: 30) { x, y in 4 * x + 2 * y }

    @Test func `an upright box at its own size is a crop`() {
        let box = Box(x: 5, y: 7, width: 12, height: 9)
        #expect(Rectifier.rectify(Quad(box), of: ramp, width: 12, height: 9) == ramp.cropped(to: box))
    }

    @Test func `a sheared quad comes out upright`() {
        // 20 right and 10 down, brightness falls back by what it rose.
        let quad = Quad(
            topLeft: Point(x: 4, y: 4), topRight: Point(x: 24, y: 14), bottomRight: Point(x: 24, y: 24),
            bottomLeft: Point(x: 4, y: 14))
        let upright = Rectifier.rectify(quad, of: ramp, width: 20, height: 10)
        // Where the pixel's centre lies in the ramp: 4 (x - 0.5) + 2 (y - 0.5).
        for (x, y) in [(0, 0), (10, 5), (19, 9)] {
            let u = Double(x) + 0.5
            let v = Double(y) + 0.5
            let expected = 4 * (4 + u - 0.5) + 2 * (4 + u / 2 + v - 0.5)
            #expect(abs(Double(upright[x, y]) - expected) <= 1)
        }
    }

    @Test func `what lies outside the picture repeats its edge`() {
        let quad = Quad(Box(x: -10, y: -10, width: 20, height: 20))
        let picture = Rectifier.rectify(quad, of: ramp, width: 20, height: 20)
        #expect(picture[0, 0] == 0 && picture[9, 9] == 0)
        #expect(picture[19, 19] == ramp[9, 9])
    }

    @Test func `what is much larger is averaged and not skipped`() {
        // Every third column is white: of four columns one or two are, but two that lie side by side may both be black.
        let stripes = LumaImage(width: 96, height: 96) { x, _ in x % 3 == 0 ? 200 : 0 }
        let small = Rectifier.rectify(Quad(stripes.bounds), of: stripes, width: 24, height: 24)
        #expect(small.pixels.allSatisfy { (45...105).contains($0) })
    }

    @Test(arguments: [(0, 0), (1, 1), (1, 9), (9, 1)])
    func `a picture without an inside gives black of the size asked for`(width: Int, height: Int) {
        let picture = LumaImage(width: width, height: height, filledWith: 90)
        let result = Rectifier.rectify(Quad(Box(x: 0, y: 0, width: 4, height: 4)), of: picture, width: 5, height: 3)
        #expect(result == LumaImage(width: 5, height: 3))
    }

    @Test func `a plate seen aslant comes out best where it was drawn`() {
        let flat = RenderedPlate("KX29HTM", characterHeight: 32).image()
        let placement = Placement(RenderedPlate("KX29HTM"), centre: Point(x: 150, y: 70), textHeight: 40, slope: 0.15)
        let seen = Scene(
            background: LumaImage(width: 300, height: 140, filledWith: 100), placements: [placement]
        ).image()
        func difference(_ quad: Quad) -> Double {
            let back = Rectifier.rectify(quad, of: seen, width: flat.width, height: flat.height)
            let sum = zip(flat.pixels, back.pixels).map { abs(Int($0) - Int($1)) }.reduce(0, +)
            return Double(sum) / Double(flat.pixels.count)
        }
        let here = difference(placement.quad)
        #expect(here < 10)
        for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
            let corners = placement.quad.corners.map { Point(x: $0.x + x, y: $0.y + y) }
            let beside = Quad(
                topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
            #expect(difference(beside) > 1.3 * here)
        }
    }
}

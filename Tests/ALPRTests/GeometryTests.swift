import ALPR
import Testing

@Suite struct GeometryTests {
    private let box = Box(x: 10, y: 20, width: 30, height: 40)

    // MARK: - Box

    @Test func `the overlap of two boxes over what they cover together`() {
        #expect(box.iou(box) == 1)
        #expect(box.iou(Box(x: 25, y: 20, width: 30, height: 40)) == 1.0 / 3)
        #expect(box.iou(Box(x: 40, y: 20, width: 30, height: 40)) == 0)
        #expect(Box(x: 1, y: 1, width: 0, height: 0).iou(Box(x: 1, y: 1, width: 0, height: 0)) == 0)
    }

    @Test func `the box around two boxes holds both`() {
        #expect(box.union(Box(x: 0, y: 50, width: 5, height: 30)) == Box(x: 0, y: 20, width: 40, height: 60))
    }

    @Test func `a box grows to every side, and shrinks by less than nothing`() {
        #expect(box.expanded(x: 5, y: 2) == Box(x: 5, y: 18, width: 40, height: 44))
        #expect(box.expanded(x: -5, y: 0) == Box(x: 15, y: 20, width: 20, height: 40))
        #expect(box.expanded(x: -20, y: 0).area == 0)
    }

    @Test func `a box scales with its picture`() {
        #expect(box.scaled(by: 0.5) == Box(x: 5, y: 10, width: 15, height: 20))
        #expect(box.centre == Point(x: 25, y: 40))
    }

    // MARK: - Quad

    /// 40 wide, 20 high, 10 down on its way to the right.
    private let quad = Quad(
        topLeft: Point(x: 0, y: 0), topRight: Point(x: 40, y: 10), bottomRight: Point(x: 40, y: 30),
        bottomLeft: Point(x: 0, y: 20))

    @Test func `a quad's sides are measured along themselves`() {
        #expect(quad.height == 20)
        #expect(abs(quad.width - 1700.0.squareRoot()) < 1e-9)
        #expect(quad.bounds == Box(x: 0, y: 0, width: 40, height: 30))
    }

    @Test func `a point is found by its share of width and height`() {
        #expect(quad.point(0, 0) == quad.topLeft)
        #expect(quad.point(1, 1) == quad.bottomRight)
        #expect(quad.point(0.5, 0.5) == Point(x: 20, y: 15))
    }

    @Test func `a quad grows along its own lines`() {
        let grown = quad.expanded(left: 0, right: quad.width / 2, ends: 5)
        #expect(abs(grown.topRight.x - 60) < 1e-9 && abs(grown.topRight.y - 10) < 1e-9)
        #expect(grown.bottomLeft == Point(x: 0, y: 25))
    }

    @Test func `a quad without a size stays where it is`() {
        let point = Quad(Box(x: 3, y: 4, width: 0, height: 0))
        #expect(point.expanded(left: 5, right: 5, ends: 5) == point)
    }

    // MARK: - Region

    @Test func `a region of two rows has a box around both and the taller one's height`() {
        let region = Region(
            rows: [
                TextRow(quad: Quad(Box(x: 10, y: 10, width: 60, height: 20)), characters: 3),
                TextRow(quad: Quad(Box(x: 5, y: 40, width: 60, height: 18)), characters: 4),
            ], score: 1)
        #expect(region.textBox == Box(x: 5, y: 10, width: 65, height: 48))
        #expect(region.textHeight == 20)
        #expect(region.box == Box(x: -3, y: 2, width: 81, height: 64))
    }
}

import ALPR
import PlateDrawing
import TestSupport
import Testing

@Suite struct LocaliserTests {
    /// A scene just large enough for one plate and some road around it.
    private func scene(
        _ plate: RenderedPlate, textHeight: Double, slope: Double = 0, taper: Double = 0,
        size: (width: Double, height: Double)? = nil
    ) -> Scene {
        let wide = plate.width / plate.characterHeight * textHeight
        let high = plate.height / plate.characterHeight * textHeight
        let size = size ?? (max(96, 1.3 * wide), max(64, 2 * high + abs(slope) * wide))
        var scene = Scene(width: Int(size.width), height: Int(size.height))
        scene.placements = [
            Placement(
                plate, centre: Point(x: size.width / 2, y: size.height / 2), textHeight: textHeight, slope: slope,
                taper: taper)
        ]
        scene.blur = 0.5
        scene.noise = 2
        return scene
    }

    private func regions(in image: LumaImage) -> [Region] {
        var localiser = RowLocaliser()
        return localiser.regions(in: image)
    }

    /// The region that covers all rows of the scene's first plate; only the best three count.
    private func region(of scene: Scene) -> Region? {
        let rows = scene.placements[0].rowQuads
        let truth = rows.dropFirst().reduce(rows[0].bounds) { $0.union($1.bounds) }
        return regions(in: scene.image()).prefix(3).first {
            $0.rows.count == rows.count && $0.textBox.iou(truth) > 0.7
        }
    }

    /// The greatest distance of a corner from where it should be, in heights of the text.
    private func cornerError(_ found: Quad, _ truth: Quad) -> Double {
        zip(found.corners, truth.corners).map { a, b in
            ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
        }.reduce(0, max) / truth.height
    }

    // MARK: - One row

    @Test(arguments: [10.0, 16, 24, 40, 80], [PlateStyle.white, .dark])
    func `a plate is found at any height of its characters, dark on light and light on dark`(
        textHeight: Double, style: PlateStyle
    ) throws {
        let scene = scene(RenderedPlate("KX 29 HTM", style: style), textHeight: textHeight)
        let row = try #require(region(of: scene)).rows[0]
        #expect(row.characters == 7)
        #expect(row.isDarkOnLight == (style == .white))
        #expect(cornerError(row.quad, scene.placements[0].rowQuads[0]) < 0.15)
    }

    @Test(arguments: [-12.0, 0, 12], [16.0, 40])
    func `a plate that rises or falls is found with its slope`(degrees: Double, textHeight: Double) throws {
        // The tangent, near enough for these angles.
        let slope = degrees * .pi / 180 * 1.0146
        let scene = scene(RenderedPlate("4-TKD-82"), textHeight: textHeight, slope: slope)
        let quad = try #require(region(of: scene)).rows[0].quad
        let found = (quad.topRight.y - quad.topLeft.y) / (quad.topRight.x - quad.topLeft.x)
        #expect(abs(found - slope) < 0.03)
        #expect(cornerError(quad, scene.placements[0].rowQuads[0]) < 0.15)
    }

    @Test func `a plate seen from the side is found, its lines between the two ends`() throws {
        let scene = scene(RenderedPlate("FN64 WKZ"), textHeight: 30, taper: 0.15)
        let row = try #require(region(of: scene)).rows[0]
        #expect(abs(row.height - 30) < 4)
    }

    @Test(arguments: [(200, 120), (641, 363), (900, 301), (2500, 160)])
    func `a plate is found in a picture of any size`(width: Int, height: Int) throws {
        let scene = scene(RenderedPlate("HB 5839 T"), textHeight: 20, size: (Double(width), Double(height)))
        let quad = try #require(region(of: scene)).rows[0].quad
        #expect(cornerError(quad, scene.placements[0].rowQuads[0]) < 0.15)
    }

    @Test func `characters that nearly touch are kept apart in a small picture`() throws {
        var scene = scene(RenderedPlate("NHM8KBW"), textHeight: 11)
        scene.blur = 1
        #expect(try #require(region(of: scene)).rows[0].characters == 7)
    }

    @Test func `the groups on both sides of a seal are one row`() throws {
        let scene = scene(RenderedPlate("HB•TK 583", style: .white.with(band: "D")), textHeight: 24)
        let row = try #require(region(of: scene)).rows[0]
        #expect(cornerError(row.quad, scene.placements[0].rowQuads[0]) < 0.15)
    }

    @Test func `groups across an empty gap as wide as two characters are one row`() throws {
        let scene = scene(RenderedPlate("HB     583"), textHeight: 24)
        #expect(try #require(region(of: scene)).rows[0].characters == 5)
    }

    @Test func `every plate in a picture is found, the larger ones first`() {
        var scene = Scene(width: 420, height: 160)
        scene.placements = [
            Placement(RenderedPlate("KX29HTM"), centre: Point(x: 110, y: 50), textHeight: 16),
            Placement(RenderedPlate("4TKD82", style: .dark), centre: Point(x: 290, y: 100), textHeight: 30),
        ]
        let found = regions(in: scene.image())
        for placement in scene.placements {
            #expect(found.contains { $0.textBox.iou(placement.rowQuads[0].bounds) > 0.7 })
        }
        #expect(found.map(\.score) == found.map(\.score).sorted(by: >))
    }

    // MARK: - Two rows

    @Test(arguments: [PlateStyle.white, .dark])
    func `two rows that stand above one another are one region`(style: PlateStyle) throws {
        let scene = scene(RenderedPlate("HBTK\n583", style: style), textHeight: 28)
        let rows = try #require(region(of: scene)).rows
        #expect(rows.map(\.characters) == [4, 3])
        for (row, truth) in zip(rows, scene.placements[0].rowQuads) { #expect(cornerError(row.quad, truth) < 0.15) }
    }

    /// Plates of two rows of the countries whose formats are shipped, such as motorcycles and lorries have.
    private static let layouts = [
        "AB 123\nCD", "12-AB\n34", "AB12\nCDE", "M-AB\n123", "ABC\n123", "AB\n1234", "B 123\n4567", "59-X3\n123.45",
        "KA 01\nAB 1234", "AB\n12 CD", "AA 12\n34 BB", "12\nABC 34", "1-AB\nC 234", "W 12\n345A", "ABC\n1D23",
    ].map { $0.replacing(".", with: "") }

    @Test(arguments: layouts, [14.0, 24, 44])
    func `a row of two is never a region by itself, whatever its length, upright and tilted`(
        text: String, textHeight: Double
    ) throws {
        for slope in [0.0, 0.12] {
            let scene = scene(RenderedPlate(text), textHeight: textHeight, slope: slope)
            let found = regions(in: scene.image())
            #expect(
                found.contains { $0.rows.count == 2 }, "\(text), \(slope): \(found.map { $0.rows.map(\.characters) })")
            let parts = found.filter { region in
                region.rows.count == 1 && scene.placements[0].rowQuads.contains { $0.bounds.iou(region.textBox) > 0.4 }
            }
            #expect(parts.isEmpty, "\(text), \(slope): \(parts.map { $0.rows[0].characters })")
        }
    }

    @Test(arguments: ["KX 29 HTM", "4-TKD-82", "M•AB 123", "ABC 1234"], [12.0, 24, 44])
    func `a row that stands alone stays alone, also beside another plate`(text: String, textHeight: Double) {
        let scene = scene(RenderedPlate(text, style: .white.with(band: "D")), textHeight: textHeight)
        #expect(regions(in: scene.image()).first?.rows.count == 1)
        var two = Scene(width: Int(20 * textHeight), height: Int(8 * textHeight))
        two.placements = [2.0, 5.5].map {
            Placement(
                RenderedPlate(text), centre: Point(x: 10 * textHeight, y: $0 * textHeight), textHeight: textHeight)
        }
        let found = regions(in: two.image())
        #expect(found.prefix(2).map(\.rows.count) == [1, 1], "\(found.map { $0.rows.map(\.characters) })")
    }

    // MARK: - Nothing

    @Test func `nothing is found where no plate is`() {
        var road = Scene(width: 320, height: 200)
        road.noise = 6
        #expect(regions(in: road.image()).isEmpty)
        #expect(regions(in: LumaImage(width: 200, height: 100, filledWith: 128)).isEmpty)
    }

    @Test(arguments: [(0, 0), (1, 1), (31, 15), (15, 31), (32, 16), (65, 25), (1, 400), (400, 1), (3000, 20)])
    func `a picture too small for a plate is no error`(width: Int, height: Int) {
        let scene = Scene(width: width, height: height)
        #expect(regions(in: scene.image()).isEmpty)
    }

    @Test func `characters lower than asked for are not reported`() {
        let scene = scene(RenderedPlate("KX29HTM"), textHeight: 12)
        var localiser = RowLocaliser(settings: .init(minimumTextHeight: 20))
        let found = localiser.regions(in: scene.image())
        #expect(found.isEmpty)
    }

    @Test func `no more regions are reported than asked for`() {
        let plates = (0..<6).map { number in
            Placement(
                RenderedPlate("KX2\(number)HTM"), centre: Point(x: 100, y: 30 + 40 * Double(number)), textHeight: 16)
        }
        let scene = Scene(width: 200, height: 260, placements: plates)
        var localiser = RowLocaliser(settings: .init(limit: 4))
        let found = localiser.regions(in: scene.image())
        #expect(found.count == 4)
    }

    @Test func `the ground beyond the last character is measured to the plate's end`() throws {
        var style = PlateStyle.white
        style.hasBorder = false
        style.sides = 0.8
        let scene = scene(RenderedPlate("KX29HTM", style: style), textHeight: 30)
        let row = try #require(region(of: scene)).rows[0]
        #expect(abs(try #require(row.leftMargin) - 0.8) < 0.1)
        #expect(abs(try #require(row.rightMargin) - 0.8) < 0.1)
    }
}

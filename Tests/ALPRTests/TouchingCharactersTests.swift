import PlateDrawing
import TestSupport
import Testing

@testable import ALPR

/// Characters that touch what is around them: dealers' frames, bolts, stickers, each other.
@Suite struct TouchingCharactersTests {
    private static let height = 24.0
    private let scene: Scene
    private let text: Box

    init() {
        let plate = RenderedPlate("KX29HTM")
        var scene = Scene(width: 320, height: 120)
        scene.placements = [Placement(plate, centre: Point(x: 160, y: 60), textHeight: Self.height)]
        scene.blur = 0.5
        scene.noise = 2
        self.scene = scene
        text = scene.placements[0].rowQuads[0].bounds
    }

    /// The scene with dark boxes painted into it.
    private func picture(with boxes: [Box]) -> LumaImage {
        var image = scene.image()
        for box in boxes {
            let (x0, y0, x1, y1) = box.pixelRange(width: image.width, height: image.height)
            for y in y0..<y1 { for x in x0..<x1 { image[x, y] = 30 } }
        }
        return image
    }

    private func best(in image: LumaImage) throws -> Region {
        var localiser = RowLocaliser()
        return try #require(localiser.regions(in: image).first)
    }

    @Test func `characters that stand on a frame are found`() throws {
        let plate = scene.placements[0].quad.bounds
        let found = try best(
            in: picture(with: [
                Box(x: plate.x - 6, y: text.maxY - 2, width: plate.width + 12, height: 12),
                Box(x: plate.x - 6, y: plate.y - 6, width: plate.width + 12, height: 8),
                Box(x: plate.x - 6, y: plate.y, width: 8, height: plate.height),
                Box(x: plate.maxX - 2, y: plate.y, width: 8, height: plate.height),
            ]))
        #expect(found.textBox.iou(text) > 0.75)
        #expect(found.rows[0].characters == 7)
    }

    @Test func `characters that touch each other are told apart`() throws {
        let bridge = Box(
            x: text.x + 0.4 * text.width, y: text.y + 0.45 * text.height, width: 0.2 * text.width, height: 2)
        let found = try best(in: picture(with: [bridge]))
        #expect(found.textBox.iou(text) > 0.75)
        #expect(found.rows[0].characters == 7)
    }

    @Test(arguments: [true, false])
    func `an outer character that touches a bolt belongs to the row`(isFirst: Bool) throws {
        let bolt = Box(x: isFirst ? text.x + 1 : text.maxX - 4, y: text.y - 9, width: 3, height: 11)
        let found = try best(in: picture(with: [bolt]))
        #expect(abs(found.textBox.x - text.x) < 0.2 * Self.height)
        #expect(abs(found.textBox.maxX - text.maxX) < 0.2 * Self.height)
        #expect(found.rows[0].characters == 7)
    }

    @Test func `a bar beside the row is no character`() throws {
        let bar = Box(x: text.maxX + 6, y: text.y - 20, width: 5, height: text.height + 40)
        let found = try best(in: picture(with: [bar]))
        #expect(abs(found.textBox.maxX - text.maxX) < 0.2 * Self.height)
        #expect(found.rows[0].characters == 7)
    }

    @Test func `the ground of a plate is cut into more runs than other patches are`() {
        #expect(GroundShape.accepts(width: 120, height: 30, area: 1700, runs: 180))
        #expect(!GroundShape.accepts(width: 120, height: 30, area: 3400, runs: 30))
        #expect(!GroundShape.accepts(width: 120, height: 30, area: 900, runs: 75))
    }

    @Test func `even print between two ends ranks above shapes of chance`() {
        let print = RowEvidence(
            characters: 7, regularity: 0.85, separation: 0.8, ink: 0.43, closedEnds: 2, unevenSurroundings: 0.15,
            unevenWidths: 0.1, isDarkOnLight: false)
        let foliage = RowEvidence(
            characters: 10, regularity: 0.65, separation: 0.66, ink: 0.5, closedEnds: 1, unevenSurroundings: 0.3,
            unevenWidths: 0.2, isDarkOnLight: true)
        #expect(print.logOdds > foliage.logOdds + 2)
        #expect(RowEvidence.score(logOdds: print.logOdds) > 0.5)
        #expect(RowEvidence.score(logOdds: foliage.logOdds) < 0.5)
    }
}

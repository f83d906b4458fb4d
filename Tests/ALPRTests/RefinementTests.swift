import ALPR
import PlateDrawing
import Plates
import TestSupport
import Testing

/// What is read of a plate of which only the outline was found.
@Suite struct RefinementTests {
    /// Remembers what it was shown.
    private final class Witness: OCREngine {
        private(set) var shown: [ReadingEffort: [Region]] = [:]

        func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]] {
            shown[effort, default: []] += regions
            return regions.map { _ in [ViewReading("KX29HTM".map { Symbol($0, 0.95) })] }
        }
    }

    private struct Outliner: PlateLocaliser {
        let plate: Box

        func regions(in frame: Frame, area: Box) -> [Region] { [Region(plate: plate, score: 1)] }
    }

    /// What an engine is shown of a plate 24 pixels high whose outline is given.
    private func shown(_ outline: (Quad) -> Box) throws -> (shown: [ReadingEffort: [Region]], row: Quad) {
        var scene = Scene(width: 320, height: 160)
        scene.placements = [
            Placement(RenderedPlate("KX 29 HTM"), centre: Point(x: 160, y: 80), textHeight: 24, slope: 0, taper: 0)
        ]
        let row = scene.placements[0].rowQuads[0]
        let witness = Witness()
        var settings = Recogniser.Settings.everyFrame
        settings.readsCarefullyAtOnce = true
        var recogniser = Recogniser(localiser: Outliner(plate: outline(row)), engine: witness, settings: settings)
        _ = try recogniser.recognise(Frame(image: scene.image(), time: Timestamp(.zero)))
        return (witness.shown, row)
    }

    @Test func `a further view is of the rows that stand inside the outline`() throws {
        // Found a third of a character too far to the left.
        let (shown, row) = try shown { row in
            let plate = row.bounds.expanded(x: 12, y: 8)
            return Box(x: plate.x - 8, y: plate.y, width: plate.width, height: plate.height)
        }
        #expect(shown[.first]?.first?.rows[0].characters == 0)
        let region = try #require(shown[.further]?.first)
        #expect(region.rows[0].characters == 7)
        #expect(region.textBox.iou(row.bounds) > 0.85)
        #expect(abs(region.box.centre.x - row.bounds.centre.x) < 3)
    }

    @Test func `where no row stands inside, it is at the outline`() throws {
        let (shown, _) = try shown { _ in Box(x: 10, y: 5, width: 100, height: 20) }
        #expect(shown[.further]?.first?.plate == Box(x: 10, y: 5, width: 100, height: 20))
    }
}

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

    /// Says which places it was asked for, and reads a plate in all of them.
    private final class Counter: OCREngine {
        let certainty = 0.9
        let texts: [String]
        private(set) var asked: [Double] = []

        init(_ texts: [String]) { self.texts = texts }

        func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]] {
            if effort == .first { asked += regions.map(\.score) }
            return regions.map { region in
                [ViewReading(texts[region.score > 0.5 ? 0 : 1].map { Symbol($0, 0.98) })]
            }
        }
    }

    /// Looks for corners, and reads with some sureness by them and with another one in the upright box.
    private final class Outlining: OCREngine {
        let byCorners: Double
        let inBox: Double
        private(set) var first: [Bool] = []
        private(set) var deciding: [Bool] = []
        let certainty = 0.97

        init(byCorners: Double, inBox: Double) {
            self.byCorners = byCorners
            self.inBox = inBox
        }

        func outlined(_ regions: [Region], of frame: Frame) throws -> [Region] {
            regions.map { region in
                var region = region
                region.outline = Quad(region.box.expanded(x: -4, y: -4))
                return region
            }
        }

        func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]] {
            if effort == .first { first += regions.map { $0.outline != nil } }
            if effort == .deciding { deciding += regions.map { $0.outline != nil } }
            return regions.map { region in
                let (text, sureness) = region.outline == nil ? ("KX29HTM", inBox) : ("HX29HTM", byCorners)
                return [ViewReading((effort == .first ? text : "KX29HTM").map { Symbol($0, sureness) })]
            }
        }
    }

    @Test(arguments: [
        // As sure as can be by its corners, or hopeless: the box is not looked at.
        (0.98, 0.98, [true], "HX29HTM"), (0.7, 0.98, [true], nil),
        // Nearly a plate by its corners: the box is, and counts where it shows one.
        (0.83, 0.98, [true, false], "KX29HTM"), (0.83, 0.7, [true, false], nil),
    ]) func `where corners mislead, the box is read`(
        byCorners: Double, inBox: Double, looks: [Bool], read: String?
    ) throws {
        let engine = Outlining(byCorners: byCorners, inBox: inBox)
        var recogniser = Recogniser(
            localiser: Outliner(plate: Box(x: 60, y: 60, width: 120, height: 30)), engine: engine,
            settings: Recogniser.Settings.everyFrame.forStills)
        let frame = Frame(image: LumaImage(width: 320, height: 160), time: Timestamp(.zero))
        let recognition = try recogniser.recognise(frame)
        #expect(recognition.accepted.map(\.text) == (read.map { [$0] } ?? []))
        #expect(engine.first == looks)
        // Whatever was read by, the place is told as it was found.
        #expect(recognition.accepted.allSatisfy { $0.box == Box(x: 60, y: 60, width: 120, height: 30) })
    }

    @Test func `where looks by corners differ, the engine may decide`() throws {
        let engine = Outlining(byCorners: 0.95, inBox: 0.95)
        var recogniser = Recogniser(
            localiser: Outliner(plate: Box(x: 60, y: 60, width: 120, height: 30)), engine: engine,
            settings: Recogniser.Settings.everyFrame.forStills)
        let frame = Frame(image: LumaImage(width: 320, height: 160), time: Timestamp(.zero))
        let recognition = try recogniser.recognise(frame)
        #expect(engine.deciding == [true])
        #expect(recognition.accepted.map(\.text) == ["KX29HTM"])
    }

    private struct Pair: PlateLocaliser {
        func regions(in frame: Frame, area: Box) -> [Region] {
            var other = Region(plate: Box(x: 40, y: 200, width: 120, height: 30), score: 0.3)
            other.isDoubtful = true
            return [Region(plate: Box(x: 60, y: 60, width: 120, height: 30), score: 0.9), other]
        }
    }

    @Test(arguments: [("KX29HTM", [0.9], ["KX29HTM"]), ("", [0.9, 0.3], ["AB12CDE"])])
    func `a doubtful place is read where nothing else is`(text: String, asked: [Double], read: [String]) throws {
        let counter = Counter([text, "AB12CDE"])
        var recogniser = Recogniser(
            localiser: Pair(), engine: counter, settings: Recogniser.Settings.everyFrame.forStills)
        let frame = Frame(image: LumaImage(width: 320, height: 320), time: Timestamp(.zero))
        let recognition = try recogniser.recognise(frame)
        #expect(recognition.accepted.map(\.text) == read)
        #expect(counter.asked == asked)
        // Each place has one outcome, in any case.
        #expect(recognition.reports.count + recogniser.finish().reports.count == 2)
    }

    /// Finds a place that is worth less, and says how often it was asked.
    private final class Second: PlateLocaliser {
        private(set) var asked = 0

        func regions(in frame: Frame, area: Box) -> [Region] {
            asked += 1
            return [Region(plate: Box(x: 40, y: 200, width: 120, height: 30), score: 0.3)]
        }
    }

    @Test(arguments: [
        ("KX29HTM", [1.0], ["KX29HTM"]), ("", [1.0, 0.3], ["AB12CDE"]), ("KX", [1.0, 0.3], ["AB12CDE"]),
    ])
    func `where nothing was read that was found, it is looked for in another way`(
        text: String, asked: [Double], read: [String]
    ) throws {
        let (counter, second) = (Counter([text, "AB12CDE"]), Second())
        var recogniser = Recogniser(
            localiser: PairedLocaliser(
                Outliner(plate: Box(x: 60, y: 60, width: 120, height: 30)), then: second),
            engine: counter, settings: Recogniser.Settings.everyFrame.forStills)
        let frame = Frame(image: LumaImage(width: 320, height: 320), time: Timestamp(.zero))
        let recognition = try recogniser.recognise(frame)
        #expect(recognition.accepted.map(\.text) == read)
        #expect(counter.asked == asked && second.asked == asked.count - 1)
        #expect(recognition.reports.count + recogniser.finish().reports.count == asked.count)
    }

    @Test
    func `in a still picture it is looked for in another way every six seconds, and at once where something moves`()
        throws
    {
        let second = Second()
        var recogniser = Recogniser(
            localiser: PairedLocaliser(ScriptedLocaliser { _, _ in [] }, then: second), engine: ScriptedEngine([]),
            settings: Recogniser.Settings())
        var asked: [Int] = []
        for time in stride(from: 0, to: 17_000, by: 200) {
            let before = second.asked
            // A part of another grey comes and stays.
            var image = LumaImage(width: 320, height: 320, filledWith: 128)
            for y in 60..<90 { for x in 60..<180 where time >= 15_000 { image[x, y] = 60 } }
            _ = try recogniser.recognise(Frame(image: image, time: Timestamp(.milliseconds(time))))
            if second.asked > before { asked.append(time) }
        }
        #expect(asked == [0, 6000, 12_000, 15_000])
    }

    @Test(arguments: [("KX29HTM", 0), ("KX29HTN", 1)])
    func `another view decides where the others do not agree`(other: String, times: Int) throws {
        /// Says one text in the first view and another in the further one.
        final class Doubter: OCREngine {
            let other: String
            private(set) var asked: [ReadingEffort] = []

            init(_ other: String) { self.other = other }

            func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]] {
                asked += regions.map { _ in effort }
                return regions.map { _ in
                    [ViewReading((effort == .further ? other : "KX29HTM").map { Symbol($0, 0.95) })]
                }
            }
        }
        let doubter = Doubter(other)
        var settings = Recogniser.Settings.everyFrame
        settings.readsCarefullyAtOnce = true
        var recogniser = Recogniser(
            localiser: Outliner(plate: Box(x: 60, y: 60, width: 120, height: 30)), engine: doubter,
            settings: settings.forStills)
        let frame = Frame(image: LumaImage(width: 320, height: 160), time: Timestamp(.zero))
        let accepted = try recogniser.recognise(frame).accepted
        #expect(accepted.map(\.text) == ["KX29HTM"])
        #expect(doubter.asked.count { $0 == .deciding } == times)
    }

    @Test(arguments: [("KX29HTM", 0), ("KX29HTN", 1)])
    func `where two views do not agree another one votes, of the same place as the second`(
        _ other: String, _ times: Int
    ) throws {
        final class Voter: OCREngine {
            private let other: String
            private(set) var asked: [ReadingEffort: [Region]] = [:]

            init(_ other: String) { self.other = other }

            func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]] {
                asked[effort, default: []] += regions
                guard effort != .deciding, effort != .wide else { return regions.map { _ in [] } }
                return regions.map { _ in
                    [ViewReading((effort == .first ? "KX29HTM" : other).map { Symbol($0, 0.95) })]
                }
            }
        }
        let voter = Voter(other)
        var settings = Recogniser.Settings.everyFrame
        settings.readsCarefullyAtOnce = true
        var recogniser = Recogniser(
            localiser: Outliner(plate: Box(x: 60, y: 60, width: 120, height: 30)), engine: voter,
            settings: settings.forStills)
        let frame = Frame(image: LumaImage(width: 320, height: 160), time: Timestamp(.zero))
        // Two of three say it.
        #expect(try recogniser.recognise(frame).accepted.map(\.text) == [other])
        #expect(voter.asked[.another, default: []] == Array((voter.asked[.further] ?? []).prefix(times)))
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

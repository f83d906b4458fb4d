import Plates
import TestSupport
import Testing

@testable import ALPR

/// Parts of the picture with names and rules of their own.
@Suite struct LaneTests {
    private static let left = RegionOfInterest(x: 0, y: 0, width: 0.5, height: 1)
    private static let right = RegionOfInterest(x: 0.5, y: 0, width: 0.5, height: 1)

    private enum Way { case coming, going, standing }

    /// What is accepted and what is refused of a vehicle that is seen so many times, a fifth of a second apart.
    private func outcome(
        _ way: Way, lanes: [Lane], x: Double = 160, frames: Int = 8, height: Double = 20,
        change: (inout Recogniser.Settings) -> Void = { _ in }
    ) throws -> Recognition {
        var settings = Recogniser.Settings.everyFrame
        settings.lanes = lanes
        change(&settings)
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { number, _ in
                let growth =
                    switch way {
                    case .coming: 1.08
                    case .going: 0.92
                    case .standing: 1.0
                    }
                let height = (0..<number).reduce(height) { height, _ in height * growth }
                return [region(x: x, height: height)]
            }, engine: ScriptedEngine(["AB12CD"]), settings: settings)
        return try recogniser.outcome(ofFrames: frames)
    }

    private func region(x: Double, y: Double = 240, height: Double = 20) -> Region {
        let box = Box(x: x - 2.5 * height, y: y - height / 2, width: 5 * height, height: height)
        return Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1)
    }

    private func frame(_ number: Int) -> Frame {
        Frame(image: LumaImage(width: 640, height: 480), time: Timestamp(.milliseconds(200 * number)))
    }

    private func reasons(_ recognition: Recognition) -> Set<Rejection> {
        Set(
            recognition.reports.compactMap { report in
                if case .rejected(let reason) = report.outcome { reason } else { nil }
            })
    }

    private func lane(
        _ name: String, _ area: RegionOfInterest = left, _ movements: Set<Direction.Movement> = []
    ) -> Lane { Lane(name: name, area: area, movements: movements) }

    // MARK: - Where it is

    @Test func `a plate has the name of the lane it is in`() throws {
        let lanes = [lane("in", Self.left), lane("out", Self.right)]
        #expect(try outcome(.standing, lanes: lanes).accepted.map(\.lane) == ["in"])
        #expect(try outcome(.standing, lanes: lanes, x: 480).accepted.map(\.lane) == ["out"])
        #expect(try outcome(.standing, lanes: []).accepted.map(\.lane) == [nil])
    }

    @Test func `where there are lanes, what lies in none does not count`() throws {
        let recognition = try outcome(.standing, lanes: [lane("in", Self.left)], x: 480) { $0.roi = Self.right }
        #expect(recognition.accepted.isEmpty && reasons(recognition) == [.outsideROI])
    }

    @Test func `only the rectangle around all lanes is looked at, where no region of interest is set`() {
        var settings = Recogniser.Settings()
        #expect(settings.attention == .wholePicture)
        settings.lanes = [
            lane("a", RegionOfInterest(x: 0.1, y: 0.2, width: 0.3, height: 0.4)),
            lane(
                "b", RegionOfInterest(corners: [Point(x: 0.5, y: 0.1), Point(x: 0.75, y: 0.5), Point(x: 0.25, y: 0.5)])),
        ]
        let bounds = settings.attention.bounds(width: 1000, height: 1000)
        #expect(bounds == Box(x: 100, y: 100, width: 650, height: 500))
        settings.roi = Self.left
        #expect(settings.attention == Self.left)
    }

    @Test func `a lane's own least height of characters counts in it alone`() throws {
        var near = lane("near")
        near.minimumTextHeight = 25
        #expect(reasons(try outcome(.standing, lanes: [near])) == [.tooSmall])
        #expect(try outcome(.standing, lanes: [near, lane("far", Self.right)], x: 480).accepted.count == 1)
        // Where both lie, the lower one decides, and lower characters are looked for than elsewhere.
        var far = lane("far")
        far.minimumTextHeight = 10
        #expect(try outcome(.standing, lanes: [near, far]).accepted.map(\.lane) == ["near"])
        var settings = Recogniser.Settings()
        settings.minimumTextHeight = 30
        settings.lanes = [near, far]
        #expect(settings.foundTextHeight == 8)
        // Elsewhere what is set counts, or else what suits the engine.
        settings.lanes = [near]
        #expect(settings.foundTextHeight == 20)
        (settings.lanes, settings.suitedTextHeight) = ([lane("whole")], 20)
        #expect(settings.foundTextHeight == 24)
        settings.minimumTextHeight = nil
        #expect(settings.foundTextHeight == 16 && settings.leastTextHeight == 20)
    }

    @Test func `the largest plate is that of each lane`() throws {
        var settings = Recogniser.Settings.everyFrame
        settings.selection = .largest
        settings.lanes = [lane("in", Self.left), lane("out", Self.right)]
        let places = [region(x: 90, height: 20), region(x: 200, y: 100, height: 24), region(x: 480, height: 16)]
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in places },
            engine: ScriptedEngine { number, _ in
                ["AB12CD", "XY98ZW", "KL55MN"][number % 3].map { Symbol($0, 0.98) }
            }, settings: settings)
        let recognition = try recogniser.recognise(frame(0))
        #expect(Set(recognition.readings.map(\.region.box.centre.x)) == [200, 480])
        #expect(reasons(recognition) == [.notLargest])
    }

    // MARK: - Where it goes

    @Test func `a lane counts the directions it names and refuses the others`() throws {
        let lanes = [lane("in", Self.left, [.approaching])]
        let coming = try outcome(.coming, lanes: lanes)
        #expect(coming.accepted.map(\.lane) == ["in"] && coming.accepted.first?.direction?.movement == .approaching)
        for way in [Way.going, .standing] {
            let refused = try outcome(way, lanes: lanes)
            #expect(refused.accepted.isEmpty && reasons(refused) == [.direction])
            #expect(refused.reports.count == 8)
        }
    }

    @Test func `one place may be two lanes, told apart by direction`() throws {
        let lanes = [lane("in", Self.left, [.approaching]), lane("out", Self.left, [.leaving])]
        #expect(try outcome(.coming, lanes: lanes).accepted.map(\.lane) == ["in"])
        #expect(try outcome(.going, lanes: lanes).accepted.map(\.lane) == ["out"])
    }

    @Test func `of lanes that overlap the first one in the list that counts the direction has the plate`() throws {
        let all = lane("road", .wholePicture)
        #expect(try outcome(.going, lanes: [lane("in"), all]).accepted.map(\.lane) == ["in"])
        #expect(
            try outcome(.going, lanes: [lane("in", Self.left, [.approaching]), all]).accepted.map(\.lane) == ["road"])
        #expect(
            try outcome(.coming, lanes: [lane("in", Self.left, [.approaching]), all]).accepted.map(\.lane) == ["in"])
    }

    @Test func `a plate whose direction nobody knows at its end counts`() throws {
        let filtered = [lane("in", Self.left, [.approaching])]
        // Two looks are enough for the text, and too few to stand.
        let once = try outcome(.standing, lanes: filtered, frames: 2)
        #expect(once.accepted.map(\.lane) == ["in"] && once.accepted.first?.direction == nil)
        #expect(once.reports.count { $0.outcome == .accepted } == 2)
        // Which of two it was in nobody knows.
        let both = [lane("in", Self.left, [.approaching]), lane("out", Self.left, [.leaving])]
        #expect(try outcome(.standing, lanes: both, frames: 2).accepted.map(\.lane) == [nil])
    }

    @Test func `a vehicle that was refused while it stood counts when it comes on`() throws {
        var settings = Recogniser.Settings.everyFrame
        settings.lanes = [lane("in", Self.left, [.approaching])]
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { number, _ in
                [region(x: 160, height: (10..<max(11, number)).reduce(20.0) { height, _ in height * 1.06 })]
            }, engine: ScriptedEngine(["AB12CD"]), settings: settings)
        var acceptedAt: [Int] = []
        for number in 0..<30 {
            if try !recogniser.recognise(frame(number)).accepted.isEmpty { acceptedAt.append(number) }
        }
        #expect(acceptedAt.count == 1 && acceptedAt[0] > 10)
    }

    @Test func `a parked vehicle that its lane does not count is not read all the time`() throws {
        // A picture in which nothing changes is looked at as a whole every two seconds.
        var settings = Recogniser.Settings()
        settings.lanes = [lane("in", Self.left, [.approaching])]
        settings.learnsOverlays = false
        let engine = ScriptedEngine(["AB12CD"])
        var recogniser = Recogniser(
            localiser: PlacedLocaliser(region: region(x: 160)), engine: engine, settings: settings)
        var accepted = 0
        for number in 0..<300 { accepted += try recogniser.recognise(frame(number)).accepted.count }
        let calls = engine.calls
        for number in 300..<400 { accepted += try recogniser.recognise(frame(number)).accepted.count }
        #expect(accepted == 0 && engine.calls - calls <= 40, "\(engine.calls - calls) of 100 frames")
    }

    // MARK: - What follows

    @Test func `what went in may come out at once: each lane has visits of its own`() {
        let lanes = [
            Lane(name: "in", area: RegionOfInterest(x: 0, y: 0, width: 0.5, height: 1)),
            Lane(name: "out", area: RegionOfInterest(x: 0.5, y: 0, width: 0.5, height: 1)),
        ]
        var smoother = Smoother(lanes: lanes, cooldown: .seconds(300))
        let image = LumaImage(width: 1280, height: 720, filledWith: 90)
        /// Stands there for a second.
        func told(_ second: Int, at x: Double) -> [String?] {
            (0..<5).flatMap { step in
                let time = Timestamp(.milliseconds(1000 * second + 200 * step))
                let read = reading("AB12CD", at: 1000 * second + 200 * step, x: x)
                return smoother.add([read], at: time, in: Frame(image: image, time: time)).accepted.map(\.lane)
            }
        }
        #expect(told(0, at: 200) == ["in"])
        #expect(told(10, at: 300).isEmpty)
        #expect(told(20, at: 900) == ["out"])
        #expect(told(25, at: 200).isEmpty)
    }

    @Test func `a plate may wait for its direction where no lane asks for it, and no longer than is said`() throws {
        let wait: (inout Recogniser.Settings) -> Void = { $0.smoother.directionWait = .milliseconds(600) }
        let plate = try #require(try outcome(.standing, lanes: [], change: wait).accepted.first)
        #expect(plate.direction == nil && plate.lastSeen == Timestamp(.milliseconds(800)))
        let known = try #require(try outcome(.coming, lanes: [], change: wait).accepted.first)
        #expect(known.direction?.movement == .approaching && known.lastSeen == Timestamp(.milliseconds(200)))
    }

    @Test func `a plate that waits for its direction is told when the camera is lost, and not when it is back`() throws
    {
        var settings = Recogniser.Settings.everyFrame
        settings.smoother.directionWait = .seconds(60)
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in [region(x: 160)] }, engine: ScriptedEngine(["AB12CD"]),
            settings: settings)
        for number in 0..<4 { #expect(try recogniser.recognise(frame(number)).accepted.isEmpty) }
        // Frames that are a moment late are no loss, and a recording's clock stands still without any.
        #expect(recogniser.hear(at: Timestamp(.milliseconds(2000))).accepted.isEmpty)
        #expect(recogniser.hear().accepted.isEmpty)
        #expect(recogniser.hear(at: Timestamp(.milliseconds(2200))).accepted.map(\.text) == ["AB12CD"])
        #expect(recogniser.hear(at: Timestamp(.milliseconds(2700))).accepted.isEmpty)
        #expect(try recogniser.recognise(frame(200)).accepted.isEmpty)
        #expect(recogniser.finish().accepted.isEmpty)
    }

    @Test func `a single picture goes nowhere, and no lane asks it to`() throws {
        var settings = Recogniser.Settings()
        settings.lanes = [lane("in", Self.left, [.approaching])]
        settings = settings.forStills
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in [region(x: 160)] }, engine: ScriptedEngine(["AB12CD"]),
            settings: settings)
        #expect(try recogniser.recognise(frame(0)).accepted.map(\.lane) == ["in"])
    }
}

/// Finds one region wherever it lies in what is looked at.
private struct PlacedLocaliser: PlateLocaliser {
    let region: Region

    func regions(in frame: Frame, area: Box) -> [Region] {
        region.textBox.overlap(area) == region.textBox.area ? [region] : []
    }
}

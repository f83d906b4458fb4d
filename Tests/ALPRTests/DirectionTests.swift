import PlateDrawing
import Plates
import TestSupport
import Testing

@testable import ALPR

/// Where a vehicle goes, told from its plate alone.
@Suite struct DirectionTests {
    /// A row of text somewhere: so many times as wide as high.
    private struct Seen {
        var seconds: Double
        var x: Double
        var y: Double
        var height: Double
        var width: Double
        var characters = 6

        init(_ seconds: Double, _ x: Double, _ y: Double, height: Double, width: Double? = nil, characters: Int = 6) {
            (self.seconds, self.x, self.y, self.height) = (seconds, x, y, height)
            self.width = width ?? 5 * height
            self.characters = characters
        }
    }

    private func direction(_ seen: [Seen]) -> Direction? {
        var course = Course()
        for one in seen {
            let box = Box(x: one.x - one.width / 2, y: one.y - one.height / 2, width: one.width, height: one.height)
            course.add(
                Region(rows: [TextRow(quad: Quad(box), characters: one.characters)], score: 1),
                characters: one.characters, at: Timestamp(.milliseconds(Int(1000 * one.seconds))))
        }
        return course.direction(ofPlateWith: 6, pictureWidth: 1280)
    }

    @Test func `a plate that grows comes nearer, and one that shrinks goes away`() {
        let growing = [0.0, 0.2, 0.4].map { Seen($0, 600, 400 + 60 * $0, height: 20 * (1 + 0.5 * $0)) }
        #expect(direction(growing)?.movement == .approaching)
        #expect(direction(Array(growing.prefix(2)))?.movement == .approaching)
        let shrinking = [0.0, 0.2, 0.4].map { Seen($0, 600, 400 - 60 * $0, height: 30 / (1 + 0.5 * $0)) }
        #expect(direction(shrinking)?.movement == .leaving)
    }

    @Test(arguments: [(1000.0, 0.0, 0), (0, 1000, 90), (-1000, 0, 180), (0, -1000, 270), (1000, -1000, 315)])
    func `a plate that crosses the picture is passing, and its way is told`(x: Double, y: Double, degrees: Int) throws {
        let seen = [0.0, 0.2].map { Seen($0, 640 + x * $0, 360 + y * $0, height: 20) }
        let found = try #require(direction(seen))
        #expect(found.movement == .passing)
        #expect(Int(try #require(found.degrees).rounded()) == degrees)
    }

    @Test func `a vehicle that crosses and comes slightly nearer is passing, one that comes nearer at a slant is not`()
    {
        // 10 m/s across at 8 m: 133 heights a second. A tenth of that towards the camera, or as much.
        let across = [0.0, 0.2].map { Seen($0, 200 + 2600 * $0, 400, height: 20 * (1 + 0.12 * $0)) }
        #expect(direction(across)?.movement == .passing)
        let slanted = [0.0, 0.2].map { Seen($0, 200 + 900 * $0, 400 + 300 * $0, height: 20 * (1 + 0.9 * $0)) }
        #expect(direction(slanted)?.movement == .approaching)
        #expect(direction(slanted)?.degrees.map { $0 > 10 && $0 < 30 } == true)
    }

    @Test func `what stays for a second stands, and has no way`() {
        let seen = [0.0, 0.2, 0.6, 1.0].map { Seen($0, 600 + 2 * $0, 400, height: 20) }
        #expect(direction(seen) == Direction(degrees: nil, movement: .standing))
        #expect(direction(Array(seen.prefix(3))) == nil)
    }

    @Test func `too little says nothing`() {
        #expect(direction([]) == nil)
        #expect(direction([Seen(0, 600, 400, height: 20)]) == nil)
        // Two at the same time, and one of another text.
        #expect(direction([Seen(0, 600, 400, height: 20), Seen(0, 600, 400, height: 40)]) == nil)
        #expect(direction([Seen(0, 600, 400, height: 20), Seen(0.2, 600, 400, height: 30, characters: 5)]) == nil)
        // It moves by two heights, which may be a slow one across or a fast one from afar.
        #expect(direction([Seen(0, 600, 400, height: 20), Seen(0.2, 650, 400, height: 20.4)]) == nil)
    }

    @Test(arguments: [
        (26.0, 27.7, 130.0, 129.8), (23, 23.5, 120, 130.8), (72, 73.8, 360, 378.8), (18.3, 17.2, 92, 91.9),
    ])
    func `what measuring alone makes of a plate that hardly moves is no direction`(
        before: Double, after: Double, width: Double, later: Double
    ) {
        // Heights and widths as they were measured, a quarter of a second apart, on the clips of TU Delft.
        let seen = [Seen(0, 600, 400, height: before, width: width), Seen(0.25, 604, 402, height: after, width: later)]
        #expect(direction(seen) == nil)
    }

    @Test func `one sighting that is quite wrong does not turn a vehicle round`() {
        var seen = stride(from: 0.0, to: 1.4, by: 0.2).map { Seen($0, 600, 400, height: 20 * (1 + 0.4 * $0)) }
        seen[3].width *= 1.22
        seen[5].height *= 0.8
        #expect(direction(seen)?.movement == .approaching)
    }

    @Test func `a vehicle that has come and stands is standing after three seconds`() {
        let coming = stride(from: 0.0, to: 1, by: 0.2).map { Seen($0, 600, 400, height: 20 + 10 * $0) }
        let standing = stride(from: 1.0, to: 4.4, by: 0.2).map { Seen($0, 600, 400, height: 30) }
        #expect(direction(coming)?.movement == .approaching)
        #expect(direction(coming + standing)?.movement == .standing)
    }

    // MARK: - Rendered vehicles

    /// What is accepted of a vehicle on a rendered road, five pictures a second, found and measured by the localiser that is shipped.
    private func accepted(
        wait: Duration = .seconds(2), _ pose: (Double) -> (x: Double, y: Double, height: Double)
    ) throws -> AcceptedPlate? {
        var settings = Recogniser.Settings()
        settings.smoother.directionWait = wait
        settings.learnsOverlays = false
        var recogniser = Recogniser(
            localiser: RowLocaliser(), engine: ScriptedEngine(["KX29HTM"]), settings: settings)
        for number in 0..<11 {
            let seconds = 0.2 * Double(number)
            let pose = pose(seconds)
            var scene = Scene(width: 960, height: 540)
            scene.placements = [
                Placement(
                    RenderedPlate("KX29 HTM"), centre: Point(x: pose.x, y: pose.y), textHeight: pose.height,
                    slope: 0.02,
                    vehicle: Vehicle(paint: 90))
            ]
            (scene.blur, scene.noise, scene.seed) = (0.6, 3, UInt64(number + 1))
            let frame = Frame(image: scene.image(), time: Timestamp(.milliseconds(200 * number)))
            if let plate = try recogniser.recognise(frame).accepted.first { return plate }
        }
        return recogniser.finish().accepted.first
    }

    @Test func `rendered: a vehicle coming nearer is approaching, and known as that with the second picture`() throws {
        // 8 m/s from 16 m on.
        let plate = try #require(
            try accepted { (480 + 30 * $0, 250 + 60 * $0, 14 * 16 / (16 - 8 * min($0, 1.6))) })
        #expect(plate.direction?.movement == .approaching)
        #expect(plate.framesSeen <= 3)
    }

    @Test func `rendered: a vehicle going away is leaving`() throws {
        let plate = try #require(try accepted { (520 - 20 * $0, 400 - 60 * $0, 28 * 8 / (8 + 6 * $0)) })
        #expect(plate.direction?.movement == .leaving)
    }

    @Test func `rendered: a vehicle crossing is passing, to the side it goes to`() throws {
        let plate = try #require(try accepted { (150 + 330 * $0, 330, 18) })
        #expect(plate.direction?.movement == .passing)
        let degrees = try #require(plate.direction?.degrees)
        #expect(degrees < 5 || degrees > 355)
    }

    @Test func `rendered: a vehicle that stands is standing after a second`() throws {
        let plate = try #require(try accepted { _ in (480, 330, 18) })
        #expect(plate.direction == Direction(degrees: nil, movement: .standing))
        #expect(plate.lastSeen - plate.firstSeen >= .seconds(1))
        // Who does not wait is not told.
        #expect(try #require(try accepted(wait: .zero) { _ in (480, 330, 18) }).direction == nil)
    }
}

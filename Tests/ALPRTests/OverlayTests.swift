import ALPR
import PlateDrawing
import TestSupport
import Testing

@Suite struct OverlayTests {
    /// White letters with their top left corner at `x`, 300, as a camera draws its name into the picture.
    private static func frame(_ number: Int, x: Double) -> Frame {
        let text = RenderedPlate(
            "CAM 01 77", style: PlateStyle(ground: 60, ink: 242, hasBorder: false), characterHeight: 20)
        let drawn = text.image()
        var image = LumaImage(width: 640, height: 480, filledWith: 60)
        for row in 0..<drawn.height {
            for column in 0..<drawn.width { image[Int(x) + column, 300 + row] = drawn[column, row] }
        }
        return Frame(image: image, time: Timestamp(.milliseconds(200 * number)))
    }

    private static func row(x: Double) -> Region {
        let text = RenderedPlate(
            "CAM 01 77", style: PlateStyle(ground: 60, ink: 242, hasBorder: false), characterHeight: 20)
        let box = text.rowBoxes[0]
        let moved = Box(x: box.x + x, y: box.y + 300, width: box.width, height: box.height)
        return Region(rows: [TextRow(quad: Quad(moved), characters: 7, isDarkOnLight: false)], score: 1)
    }

    /// What becomes of white letters that stand at the given places, one a frame.
    private func outcome(
        at places: [Double], settings: Recogniser.Settings = .everyFrame
    ) throws -> (accepted: [String], reasons: Set<Rejection>, calls: Int) {
        let engine = ScriptedEngine(["CAM0177"])
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { call, _ in [Self.row(x: places[call])] }, engine: engine, settings: settings)
        var accepted: [String] = []
        var reports: [CandidateReport] = []
        for (number, x) in places.enumerated() {
            let recognition = try recogniser.recognise(Self.frame(number, x: x))
            accepted += recognition.accepted.map(\.text)
            reports += recognition.reports
        }
        let reasons = reports.compactMap { report in
            if case .rejected(let reason) = report.outcome { reason } else { nil }
        }
        return (accepted, Set(reasons), engine.calls)
    }

    @Test func `white text that never moves is the camera's own, and soon not read any more`() throws {
        let minute = try outcome(at: [Double](repeating: 40, count: 300))
        #expect(minute.accepted.isEmpty)
        #expect(minute.reasons == [.overlay])
        // Twenty seconds of looking, five times a second.
        #expect(minute.calls <= 101)
    }

    @Test func `white text that moves is a plate`() throws {
        let passing = try outcome(at: (0..<6).map { 40 + 12 * Double($0) })
        #expect(passing.accepted == ["CAM0177"])
    }

    @Test func `a white plate that arrives and stops is a plate`() throws {
        let stopping = try outcome(at: [40, 60] + [Double](repeating: 66, count: 8))
        #expect(stopping.accepted == ["CAM0177"])
    }

    @Test func `a picture alone has no overlay`() throws {
        let still = try outcome(at: [40], settings: Recogniser.Settings().forStills)
        #expect(still.accepted == ["CAM0177"])
    }
}

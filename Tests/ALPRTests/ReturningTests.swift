import PlateDrawing
import Plates
import TestSupport
import Testing

@testable import ALPR

/// A plate that has left is not taken for one that stands there, however long nothing else moves at its place.
@Suite struct ReturningTests {
    private let plate = RenderedPlate("KX 73 PRD", characterHeight: 20).image()

    /// - Parameter x: the plate's left edge; nil where there is none.
    private func picture(_ x: Int?) -> LumaImage {
        var image = LumaImage(width: 480, height: 160, filledWith: 90)
        guard let x else { return image }
        for row in 0..<plate.height {
            for column in 0..<plate.width where 0..<480 ~= x + column {
                image[x + column, 60 + row] = plate[column, row]
            }
        }
        return image
    }

    private func frame(_ number: Int, _ x: Int?) -> Frame {
        Frame(image: picture(x), time: Timestamp(.milliseconds(200 * number)))
    }

    /// When a car is told that is seen twice, so many pictures apart.
    private func told(apart: Int, _ x: (_ picture: Int) -> Int?) throws -> [Int] {
        var recogniser = Recogniser(localiser: RowLocaliser(), engine: ScriptedEngine(["KX73PRD"]))
        var told: [Int] = []
        for number in 0..<(2 * apart) {
            // Not to the pixel where it was before.
            let place = x(number % apart).map { number < apart ? $0 : $0 + 30 }
            let recognition = try recogniser.recognise(frame(number, place))
            if !recognition.accepted.isEmpty { told.append(number) }
        }
        return told
    }

    @Test func `a car that passes is told again when it comes back after the cooldown`() throws {
        // Six minutes apart; nothing else moves meanwhile.
        let told = try told(apart: 1800) { $0 < 20 ? 10 + 16 * $0 : nil }
        #expect(told.count == 2)
        #expect(told.last.map { $0 >= 1800 } == true)
    }

    @Test func `so is one that stood there`() throws {
        #expect(try told(apart: 1900) { $0 < 100 ? 150 : nil }.count == 2)
    }

    @Test func `one that vanished and comes back within the cooldown is not, and one that was seen to leave is`() throws
    {
        #expect(try told(apart: 1000) { $0 < 20 ? 100 + 4 * $0 : nil }.count == 1)
        #expect(try told(apart: 1000) { $0 < 20 ? 10 + 16 * $0 : nil }.count == 2)
    }

    @Test func `one that stands there is told once, also where it is seldom found`() throws {
        var settings = Recogniser.Settings()
        settings.cooldown = .seconds(5)
        // Found in its first second, and in one look at the whole picture of ten.
        let box = Box(x: 150, y: 60, width: Double(plate.width), height: Double(plate.height))
        let localiser = ScriptedLocaliser { look, _ in
            look < 5 || look % 10 == 0 ? [Region(rows: [TextRow(quad: Quad(box), characters: 7)], score: 1)] : []
        }
        var recogniser = Recogniser(localiser: localiser, engine: ScriptedEngine(["KX73PRD"]), settings: settings)
        var accepted = 0
        for number in 0..<1500 { accepted += try recogniser.recognise(frame(number, 150)).accepted.count }
        #expect(accepted == 1)
    }
}

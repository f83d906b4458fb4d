import ALPR
import Plates
import Testing

@Suite struct LegibilityWeightTests {
    /// Upright bars of the given greys, as high as characters, their edges that many pixels wide.
    private func weight(height: Double, ink: UInt8, ground: UInt8, edge: Int) throws -> Double {
        let width = Int(6 * height)
        let image = LumaImage(width: width + 20, height: Int(height) + 20) { pixels in
            for y in 0..<(Int(height) + 20) {
                for x in 0..<(width + 20) {
                    // A bar every height, smoothed over the edge.
                    let period = max(6, Int(height))
                    let at = x % period
                    let distance = min(at, period - at)
                    let share = min(1, max(0, Double(distance) / Double(max(1, edge)) - 0.5))
                    pixels[y * (width + 20) + x] = UInt8(Double(ink) + share * (Double(ground) - Double(ink)))
                }
            }
        }
        let row = TextRow(quad: Quad(Box(x: 10, y: 10, width: Double(width), height: height)), characters: 7)
        return try #require(Legibility(of: row, in: image)).weight
    }

    @Test func `a near, sharp, light plate counts in full`() throws {
        #expect(try weight(height: 24, ink: 30, ground: 210, edge: 1) == 1)
    }

    @Test func `a far, dark or blurred one counts less, and never nothing`() throws {
        for bad in [
            try weight(height: 9, ink: 30, ground: 210, edge: 1), try weight(height: 24, ink: 40, ground: 60, edge: 1),
            try weight(height: 24, ink: 30, ground: 210, edge: 9),
        ] {
            #expect(bad >= 0.6)
            #expect(bad < 0.9)
        }
    }

    @Test func `two frames that are hard to see are not enough, four are`() {
        func accepted(_ frames: Int) -> Int {
            var smoother = Smoother()
            var count = 0
            for number in 0..<frames {
                let time = Timestamp(.milliseconds(200 * number))
                let row = TextRow(quad: Quad(Box(x: 100, y: 100, width: 60, height: 9)), characters: 6)
                let reading = PlateReading(
                    region: Region(rows: [row], score: 1), time: time,
                    views: [ViewReading("AB12CD".map { Symbol($0, 0.95) })],
                    formats: FormatSet(),
                    legibility: Legibility(textHeight: 8, contrast: 200, edgeWidth: 1, ground: 210))
                count += smoother.add([reading], at: time).accepted.count
            }
            return count
        }
        #expect(accepted(2) == 0)
        #expect(accepted(4) == 1)
    }
}

import ALPR
import Testing

@testable import Capture

@Suite struct StreamMatchTests {
    private let start = ContinuousClock.now
    private let whole = Box(x: 0, y: 0, width: 1, height: 1)

    /// A scene of two stripes and a bright square that goes from left to right in five seconds.
    private func scene(
        at seconds: Double, width: Int, height: Int, part: Box = Box(x: 0, y: 0, width: 1, height: 1),
        moves: Bool = true
    ) -> LumaImage {
        var image = LumaImage(width: width, height: height)
        let place = moves ? (seconds / 5).truncatingRemainder(dividingBy: 1) : 0.5
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (
                    part.x + part.width * Double(x) / Double(width), part.y + part.height * Double(y) / Double(height)
                )
                let isSquare = abs(u - place) < 0.08 && abs(v - 0.5) < 0.15
                image[x, y] = isSquare ? 240 : u < 0.3 ? 60 : v < 0.4 ? 120 : 90
            }
        }
        return image
    }

    /// Compares two streams for ten seconds.
    private func verdict(
        delay: Double = 0, moves: Bool = true, roi: Box? = nil, small: (Double) -> LumaImage
    ) -> StreamMatch.Verdict? {
        var (match, found) = (StreamMatch(), StreamMatch.Verdict?.none)
        for tick in 0..<100 {
            let time = Double(tick) / 10
            let now = start + .milliseconds(100 * tick)
            if tick % 2 == 0 { match.saw(main: scene(at: time, width: 320, height: 180, moves: moves), at: now) }
            match.saw(small: small(max(0, time - delay)), at: now)
            found = match.verdict(roi: roi ?? whole) ?? found
        }
        return found
    }

    @Test(arguments: [0, 0.4, 1.2, 2])
    func `streams of one scene match, and the small one's delay is measured`(delay: Double) throws {
        guard case .matches(let found?) = verdict(delay: delay, small: { scene(at: $0, width: 64, height: 36) }) else {
            return #expect(Bool(false), "no delay was found")
        }
        #expect(abs(found / .seconds(1) - delay) <= 0.3, "\(found)")
    }

    @Test func `where nothing moves no delay is told, and the streams match all the same`() {
        #expect(
            verdict(moves: false) { scene(at: $0, width: 64, height: 36, moves: false) } == .matches(delay: nil))
    }

    @Test func `a picture that is squeezed into another shape is the same`() {
        guard case .matches = verdict(small: { scene(at: $0, width: 64, height: 48) }) else {
            return #expect(Bool(false), "it does not match")
        }
    }

    @Test func `of a small picture that shows the middle alone it counts whether the region of interest lies in it`() {
        let part = Box(x: 0.125, y: 0, width: 0.75, height: 1)
        let small = { (time: Double) in scene(at: time, width: 64, height: 48, part: part) }
        #expect(verdict(small: small) == .fails(.cropped))
        guard case .matches = verdict(roi: Box(x: 0.2, y: 0.1, width: 0.6, height: 0.8), small: small) else {
            return #expect(Bool(false), "it does not match")
        }
    }

    @Test func `another scene does not match`() {
        let other = { (time: Double) in
            var image = scene(at: time, width: 64, height: 36)
            for y in 0..<36 { for x in 0..<64 { image[x, y] = UInt8(255 * y / 36) } }
            return image
        }
        #expect(verdict(small: other) == .fails(.differs))
    }

    @Test func `two dark pictures are alike`() {
        var match = StreamMatch()
        var found: StreamMatch.Verdict?
        for tick in 0..<20 {
            let now = start + .milliseconds(100 * tick)
            match.saw(main: LumaImage(width: 320, height: 180, filledWith: 16), at: now)
            match.saw(small: LumaImage(width: 64, height: 36, filledWith: 18), at: now)
            found = match.verdict(roi: whole) ?? found
        }
        #expect(found == .matches(delay: nil))
    }
}

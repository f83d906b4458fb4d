import ALPR
import Testing

@Suite struct ShrunkTests {
    private func picture(_ width: Int, _ height: Int, _ value: (Int, Int) -> Int) -> LumaImage {
        LumaImage(width: width, height: height) { out in
            for y in 0..<height {
                for x in 0..<width { out[y * width + x] = UInt8(value(x, y)) }
            }
        }
    }

    @Test func `each pixel is the mean of what it covers`() {
        let image = picture(6, 4) { x, y in 10 * x + 40 * y }
        #expect(image.shrunk(width: 3, height: 2) == image.halved())
        // Of three columns a pixel and a half each: weights 2 and 1, or 1 and 2.
        let thirds = picture(3, 1) { x, _ in [0, 90, 240][x] }
        #expect(thirds.shrunk(width: 2, height: 1).pixels == [30, 190])
    }

    @Test func `a picture keeps its mean, whatever its size becomes`() {
        let image = picture(97, 53) { x, y in (x * 7 + y * 13) % 256 }
        func mean(_ image: LumaImage) -> Double {
            image.pixels.reduce(0) { $0 + Double($1) } / Double(image.pixels.count)
        }
        for (width, height) in [(96, 52), (40, 31), (13, 5), (1, 1), (97, 53)] {
            #expect(abs(mean(image.shrunk(width: width, height: height)) - mean(image)) < 1, "\(width) x \(height)")
        }
    }
}

import ALPR

/// A sensor's noise out of a table that was drawn once, so that two megapixels take a millisecond. `Canvas.expose` draws each pixel's own.
struct Grain: Sendable {
    private static let count = 1 << 20
    private let table: [Int16]

    /// - Parameter deviation: standard deviation in grey levels.
    init(deviation: Double, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        // The ones in 64 random bits: mean 32, standard deviation 4. What is left over is rounded at random, so that little noise is noise too.
        table = (0..<Self.count).map { _ in
            let ones = Double(generator.next().nonzeroBitCount - 32) / 4
            return Int16((ones * deviation + Double.random(in: 0..<1, using: &generator)).rounded(.down))
        }
    }

    /// The picture with noise on it: another noise for each seed, and the same for the same.
    func on(_ image: LumaImage, seed: UInt64) -> LumaImage {
        var generator = SplitMix64(seed: seed)
        let (width, height) = (image.width, image.height)
        let places = Self.count - width
        precondition(places > 0, "a picture is narrower than the table is long")
        return LumaImage(width: width, height: height) { out in
            image.withPixels { source in
                table.withUnsafeBufferPointer { table in
                    for y in 0..<height {
                        let start = Int(truncatingIfNeeded: generator.next() % UInt64(places))
                        for x in 0..<width {
                            let grey = Int16(source[y &* width &+ x]) &+ table[start &+ x]
                            out[y &* width &+ x] = UInt8(truncatingIfNeeded: max(0, min(255, grey)))
                        }
                    }
                }
            }
        }
    }
}

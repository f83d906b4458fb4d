import ALPR

/// A grey picture that is being drawn, in pixels from the top-left corner.
struct Canvas {
    let width: Int
    let height: Int
    private var pixels: [UInt8]

    init(_ image: LumaImage) {
        width = image.width
        height = image.height
        pixels = image.pixels
    }

    var image: LumaImage { LumaImage(width: width, height: height, pixels: pixels) }

    /// Fills a convex outline with one grey; edges are smoothed over one pixel.
    mutating func fill(_ quad: Quad, grey: UInt8) {
        let outline = ConvexOutline(quad)
        paint(within: quad.bounds) { x, y in (Double(grey), outline.coverage(x, y)) }
    }

    /// Draws a whole picture so that its corners come to lie on the corners of `quad`.
    ///
    /// Each pixel is the mean of four places in the picture, so that the picture may be up to twice as large as it will be seen.
    mutating func draw(_ picture: LumaImage, on quad: Quad) {
        guard picture.width > 1, picture.height > 1 else { return }
        let outline = ConvexOutline(quad)
        let back = Homography(unitSquareTo: quad).inverse
        let source = picture.pixels
        let wide = Double(picture.width)
        let high = Double(picture.height)
        source.withUnsafeBufferPointer { source in
            func sample(_ x: Double, _ y: Double) -> Double {
                let at = back(x, y)
                let px = min(wide - 1, max(0, at.x * wide - 0.5))
                let py = min(high - 1, max(0, at.y * high - 0.5))
                let ix = min(picture.width - 2, Int(px))
                let iy = min(picture.height - 2, Int(py))
                let i = iy * picture.width + ix
                let fx = px - Double(ix)
                let fy = py - Double(iy)
                let above = Double(source[i]) * (1 - fx) + Double(source[i + 1]) * fx
                let below = Double(source[i + picture.width]) * (1 - fx) + Double(source[i + picture.width + 1]) * fx
                return above * (1 - fy) + below * fy
            }
            paint(within: quad.bounds) { x, y in
                let coverage = outline.coverage(x, y)
                guard coverage > 0 else { return (0, 0) }
                let sum =
                    sample(x - 0.25, y - 0.25) + sample(x + 0.25, y - 0.25) + sample(x - 0.25, y + 0.25)
                    + sample(x + 0.25, y + 0.25)
                return (sum / 4, coverage)
            }
        }
    }

    /// Brightness times `gain` and, on every pixel, noise of standard deviation `noise` in grey levels.
    mutating func expose(gain: Double, noise: Double, seed: UInt64) {
        guard gain != 1 || noise > 0 else { return }
        var generator = SplitMix64(seed: seed)
        // The ones in 64 random bits: mean 32, standard deviation 4, and near enough a normal distribution.
        let grain = (0...64).map { Int((Double($0 - 32) / 4 * noise * 256).rounded()) }
        let factor = Int((gain * 256).rounded())
        pixels.withUnsafeMutableBufferPointer { pixels in
            grain.withUnsafeBufferPointer { grain in
                for i in pixels.indices {
                    let value = (Int(pixels[i]) &* factor &+ grain[generator.next().nonzeroBitCount] &+ 128) >> 8
                    pixels[i] = UInt8(truncatingIfNeeded: max(0, min(255, value)))
                }
            }
        }
    }

    /// Replaces what lies inside `box`, in whole pixels, with what `filter` makes of it.
    mutating func refine(_ box: Box, with filter: (LumaImage) -> LumaImage) {
        let part = filter(image.cropped(to: box))
        let left = max(0, Int(box.x.rounded(.down)))
        let top = max(0, Int(box.y.rounded(.down)))
        let source = part.pixels
        for y in 0..<part.height {
            for x in 0..<part.width { pixels[(top + y) * width + left + x] = source[y * part.width + x] }
        }
    }

    /// Adds to every pixel of `box` as many grey levels as `light` gives at its centre.
    mutating func lighten(within box: Box, by light: (Double, Double) -> Double) {
        let rows = Self.range(box.y, box.maxY, limit: height)
        for x in Self.range(box.x, box.maxX, limit: width) {
            for y in rows {
                let sum = Double(pixels[y * width + x]) + light(Double(x) + 0.5, Double(y) + 0.5)
                pixels[y * width + x] = UInt8(min(255, sum + 0.5))
            }
        }
    }

    /// Mixes a grey into every pixel of `box`; `ink` gives grey and coverage (0-1) at a pixel's centre.
    private mutating func paint(within box: Box, _ ink: (Double, Double) -> (grey: Double, coverage: Double)) {
        let columns = Self.range(box.x - 1, box.maxX + 1, limit: width)
        let rows = Self.range(box.y - 1, box.maxY + 1, limit: height)
        let width = width
        pixels.withUnsafeMutableBufferPointer { pixels in
            for y in rows {
                for x in columns {
                    let (grey, coverage) = ink(Double(x) + 0.5, Double(y) + 0.5)
                    guard coverage > 0 else { continue }
                    let under = Double(pixels[y * width + x])
                    pixels[y * width + x] = UInt8(under + (grey - under) * coverage + 0.5)
                }
            }
        }
    }

    private static func range(_ low: Double, _ high: Double, limit: Int) -> Range<Int> {
        let start = Int(min(Double(limit), max(0, low.rounded(.down))))
        return start..<max(start, Int(min(Double(limit), max(0, high.rounded(.up)))))
    }
}

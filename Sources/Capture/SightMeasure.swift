import ALPR

/// How much can be seen in a part of a picture, whatever is in it.
public struct SightMeasure: Sendable, Equatable {
    /// Grey levels, 0-255, below which 5, 50 and 99 % of the pixels lie.
    public var dark: Double
    public var middle: Double
    public var bright: Double
    /// Share of small stretches of a row, 0-1, with a step in them that stands out from the noise.
    public var detail: Double
    /// Pixels that the sharpest tenth of those steps take: about 2 in a sharp picture; nil where there are too few.
    public var edgeWidth: Double?

    /// Pixels of a row that are looked at together.
    private static let stretch = 16
    /// Every so many rows are looked at.
    private static let rowStep = 8
    /// Least difference of grey that is a step.
    private static let leastStep = 24
    /// Steps are this many times what the quietest fifth of the stretches has by noise.
    private static let noiseFactor = 3
    /// Fewer steps than that tell nothing about the focus.
    private static let leastSteps = 12

    /// Nil for a part too small to tell.
    public init?(of image: LumaImage, within bounds: Box) {
        let (x0, y0, x1, y1) = bounds.pixelRange(width: image.width, height: image.height)
        guard x1 - x0 > 2 * Self.stretch, y1 - y0 > 2 * Self.rowStep else { return nil }
        var histogram = [Int](repeating: 0, count: 256)
        var stretches: [(range: Int, step: Int)] = []
        image.withPixels { pixels in
            for y in stride(from: y0, to: y1, by: Self.rowStep) {
                for x in stride(from: x0 + 1, to: x1 - Self.stretch - 1, by: Self.stretch) {
                    let start = y * image.width + x
                    histogram[Int(pixels[start])] += 1
                    histogram[Int(pixels[start + Self.stretch / 2])] += 1
                    stretches.append(Self.measure(pixels, from: start))
                }
            }
        }
        (dark, middle, bright) = (
            Self.level(of: histogram, below: 0.05), Self.level(of: histogram, below: 0.5),
            Self.level(of: histogram, below: 0.99)
        )
        let noise = stretches.map(\.range).sorted()[stretches.count / 5]
        let steps = stretches.filter { $0.range >= max(Self.leastStep, Self.noiseFactor * noise) }
        detail = Double(steps.count) / Double(stretches.count)
        if steps.count >= Self.leastSteps {
            let widths = steps.map { Double($0.range) / Double(max(1, $0.step)) }.sorted()
            edgeWidth = widths[widths.count / 10]
        }
    }

    /// The range of greys and the steepest step in a stretch, both after a little smoothing, which halves the noise.
    private static func measure(_ pixels: UnsafeBufferPointer<UInt8>, from start: Int) -> (range: Int, step: Int) {
        var (low, high, steepest, before) = (Int.max, 0, 0, -1)
        for x in start..<start + stretch {
            let smooth = (Int(pixels[x - 1]) + 2 * Int(pixels[x]) + Int(pixels[x + 1])) / 4
            low = min(low, smooth)
            high = max(high, smooth)
            if before >= 0 { steepest = max(steepest, abs(smooth - before)) }
            before = smooth
        }
        return (high - low, steepest)
    }

    private static func level(of histogram: [Int], below share: Double) -> Double {
        let wanted = share * Double(histogram.reduce(0, +))
        var count = 0
        for (grey, number) in histogram.enumerated() {
            count += number
            if Double(count) >= wanted { return Double(grey) }
        }
        return 255
    }
}

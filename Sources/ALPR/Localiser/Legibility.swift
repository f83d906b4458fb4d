import Basics

/// How well a row of text can be seen, whatever it says.
public struct Legibility: Sendable, Equatable {
    /// Height of the characters, in pixels.
    public var textHeight: Double
    /// Difference between ink and ground, in grey levels.
    public var contrast: Double
    /// How many pixels the step from ink to ground takes: 1-2 is sharp, a quarter of the text's height is not legible.
    public var edgeWidth: Double
    /// Mean grey of the ground, 0-255.
    public var ground: Double

    public init(textHeight: Double, contrast: Double, edgeWidth: Double, ground: Double) {
        self.textHeight = textHeight
        self.contrast = contrast
        self.edgeWidth = edgeWidth
        self.ground = ground
    }

    /// Nil for a picture without a step in it.
    public init?(of row: TextRow, in image: LumaImage) {
        let height = max(8, Int(row.height.rounded()))
        let width = max(16, Int(row.quad.width.rounded()))
        let crop = Rectifier.rectify(row.quad, of: image, width: width, height: height)
        let levels = GreyLevels(of: crop)
        // The tenth of the pixels at either end, so that a speck does not count.
        let low = Double(levels[levels.count / 10])
        let high = Double(levels[levels.count - 1 - levels.count / 10])
        var steps: [Double] = []
        crop.withPixels { pixels in
            for y in 0..<height {
                var steepest = 0
                for at in y * width + 1..<(y + 1) * width {
                    steepest = max(steepest, abs(Int(pixels[at]) - Int(pixels[at - 1])))
                }
                steps.append(Double(steepest))
            }
        }
        guard let step = steps.median(), step > 0, high > low else { return nil }
        textHeight = row.height
        contrast = high - low
        edgeWidth = max(1, (high - low) / step)
        ground = row.isDarkOnLight ? high : low
    }

    /// Weight of a vote on such a text, 0.6-1: the worst of height, contrast and sharpness counts.
    ///
    /// A far, dark or blurred reading is often wrong and sure of itself; a near one should outvote two of them. Readable all the
    /// same, so that it is worth something.
    public var weight: Double {
        let factors = [
            (textHeight - 8) / 8,
            (contrast - 15) / 25,
            (0.3 - edgeWidth / textHeight) / 0.15,
        ]
        return 0.6 + 0.4 * min(1, max(0, factors.min() ?? 1))
    }
}

import Basics

/// A row of components with lines fitted through the characters' tops and bottoms, in pixels of one pyramid level.
struct MeasuredRow {
    let components: [Component]
    let isDarkOnLight: Bool
    /// Rise of the row, pixels down per pixel to the right.
    let slope: Double
    /// Where the top and the bottom line cross x = 0.
    let top: Double
    let bottom: Double
    /// Difference between the ink's extreme and the paper around it, grey levels, averaged over the characters.
    let contrast: Double

    /// Nil where the components do not lie on a line that a plate could have.
    init?(components: [Component], isDarkOnLight: Bool, image: LumaImage) {
        guard components.count >= 2 else { return nil }
        let slope = Self.slope(of: components)
        guard abs(slope) <= 0.35 else { return nil }
        self.components = components
        self.isDarkOnLight = isDarkOnLight
        self.slope = slope
        top = components.map { $0.y - slope * $0.centreX }.median() ?? 0
        bottom = components.map { $0.maxY - slope * $0.centreX }.median() ?? 0
        contrast = components.map { Self.contrast(of: $0, isDark: isDarkOnLight, in: image) }.mean() ?? 0
    }

    var left: Double { components[0].x }
    var right: Double { components.map(\.maxX).max() ?? 0 }
    var height: Double { bottom - top }

    /// The median of the slopes between all pairs of tops and of bottoms (Theil and Sen), which a third of wrong heights does not move.
    private static func slope(of components: [Component]) -> Double {
        var slopes: [Double] = []
        for (i, a) in components.enumerated() {
            for b in components[(i + 1)...] where b.centreX - a.centreX > 0.5 * a.height {
                let dx = b.centreX - a.centreX
                slopes.append((b.y - a.y) / dx)
                slopes.append((b.maxY - a.maxY) / dx)
            }
        }
        slopes.sort()
        let middle = slopes.count / 2
        // An even number always (two a pair), so the median is the mean of the two in the middle.
        return slopes.isEmpty ? 0 : (slopes[middle - 1] + slopes[middle]) / 2
    }

    private static func contrast(of component: Component, isDark: Bool, in image: LumaImage) -> Double {
        let (x0, y0, x1, y1) = Box(
            x: component.x, y: component.y, width: component.width, height: component.height
        ).pixelRange(width: image.width, height: image.height)
        let margin = 2
        var extreme: UInt8 = isDark ? 255 : 0
        var sum = 0
        var count = 0
        image.withPixels { pixels in
            for y in max(0, y0 - margin)..<min(image.height, y1 + margin) {
                for x in max(0, x0 - margin)..<min(image.width, x1 + margin) {
                    let value = pixels[y * image.width + x]
                    sum += Int(value)
                    count += 1
                    extreme = isDark ? min(extreme, value) : max(extreme, value)
                }
            }
        }
        guard count > 0 else { return 0 }
        return abs(Double(sum) / Double(count) - Double(extreme))
    }

    /// How plate-like the row is, or nil where it is not: more characters, one height, one line, even spacing, contrast and size count.
    ///
    /// - Parameter pixelScale: pixels of this level per pixel of the frame.
    func score(pixelScale: Double) -> Double? {
        score(heightInFrame: height / pixelScale)
    }

    /// - Parameter heightInFrame: height of the characters in pixels of the frame.
    func score(heightInFrame: Double) -> Double? {
        let count = components.count
        guard (4...11).contains(count) else { return nil }
        let relativeWidth = (right - left) / height
        guard relativeWidth > 2, relativeWidth < 11 else { return nil }
        let score = Double(min(count, 7)) * regularity * (naturalLogarithm(heightInFrame) / 3)
        return score > 0 ? score : nil
    }

    /// 0-1: how much the characters look like one line of print.
    var regularity: Double {
        let centre = (top + bottom) / 2
        let offLine = (components.map { abs($0.centreY - slope * $0.centreX - centre) }.mean() ?? 0) / height
        let unevenHeight = components.map(\.height).standardDeviation() / height
        let steps = zip(components, components.dropFirst()).map { $1.centreX - $0.centreX }
        let unevenStep = steps.standardDeviation() / max(1, steps.mean() ?? 1)
        return max(0, 1 - 2 * offLine) * max(0, 1 - 1.5 * unevenHeight) * exponential(-0.5 * unevenStep)
            * min(1, contrast / 40) * (isDarkOnLight ? 1 : 0.85)
    }

    /// The row's outline in pixels of the frame.
    func textRow(scale: Double) -> TextRow {
        func point(_ x: Double, _ line: Double) -> Point { Point(x: x, y: line + slope * x) }
        let quad = Quad(
            topLeft: point(left, top), topRight: point(right, top), bottomRight: point(right, bottom),
            bottomLeft: point(left, bottom))
        return TextRow(quad: quad.scaled(by: scale), characters: components.count, isDarkOnLight: isDarkOnLight)
    }

    func region(score: Double, scale: Double) -> Region {
        Region(rows: [textRow(scale: scale)], score: score)
    }
}

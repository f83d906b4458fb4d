/// A small upright picture of one line of text, split into ink and paper by thresholds of its own.
///
/// Where the picture's ink is labelled as a whole, a character that touches the frame, a bolt or its neighbour is lost in one
/// large component. In a strip everything has a known height, so ink can be cut at the lines of the text and between characters.
struct InkStrip {
    /// Where the strip lies in the picture it was cut from.
    let quad: Quad
    let picture: LumaImage
    /// 1 for ink.
    private(set) var mask: [UInt8]

    /// - Parameters:
    ///   - height: of the strip, in pixels; its width follows.
    ///   - known: part of the strip that ink and paper are learnt from, of its width and of its height.
    init(
        _ quad: Quad, of image: LumaImage, height: Int, isDarkOnLight: Bool, knownColumns: ClosedRange<Double>,
        knownRows: ClosedRange<Double>
    ) {
        self.quad = quad
        let width = Int(min(640, max(8, (quad.width * Double(height) / max(1, quad.height)).rounded())))
        picture = Rectifier.rectify(quad, of: image, width: width, height: height)
        mask = []
        let columns = Self.range(knownColumns, of: width)
        let rows = Self.range(knownRows, of: height)
        mask = Self.mask(of: picture, isDarkOnLight: isDarkOnLight, columns: columns, rows: rows)
    }

    var width: Int { picture.width }
    var height: Int { picture.height }

    private static func range(_ part: ClosedRange<Double>, of size: Int) -> Range<Int> {
        let from = min(size - 1, max(0, Int(part.lowerBound * Double(size))))
        return from..<max(from + 1, min(size, Int((part.upperBound * Double(size)).rounded(.up))))
    }

    // MARK: - Thresholds

    /// Every so many columns a threshold is measured, in a window of so many heights of the known rows.
    private static let anchorStep = 24
    private static let window = 1.6

    private static func mask(
        of picture: LumaImage, isDarkOnLight: Bool, columns: Range<Int>, rows: Range<Int>
    ) -> [UInt8] {
        let width = picture.width
        let half = max(6, Int(window / 2 * Double(rows.count)))
        var anchors: [Double] = []
        for x in stride(from: columns.lowerBound, to: columns.upperBound, by: anchorStep) {
            let from = max(columns.lowerBound, min(x - half, columns.upperBound - 2 * half))
            let to = min(columns.upperBound, max(x + half, columns.lowerBound + 2 * half))
            anchors.append(threshold(in: picture, columns: from..<to, rows: rows))
        }
        let thresholds = (0..<width).map { x in
            anchors[min(anchors.count - 1, max(0, (x - columns.lowerBound + anchorStep / 2) / anchorStep))]
        }
        var mask = [UInt8](repeating: 0, count: width * picture.height)
        picture.withPixels { pixels in
            let levels = thresholds.map { UInt8(min(255, max(0, $0))) }
            for y in 0..<picture.height {
                for x in 0..<width {
                    let isDark = pixels[y * width + x] < levels[x]
                    mask[y * width + x] = isDark == isDarkOnLight ? 1 : 0
                }
            }
        }
        return mask
    }

    /// Half way between the mean of what is darker and of what is lighter than the mean.
    private static func threshold(in picture: LumaImage, columns: Range<Int>, rows: Range<Int>) -> Double {
        var histogram = [Int](repeating: 0, count: 256)
        picture.withPixels { pixels in
            // Every other row says as much.
            for y in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
                for x in columns { histogram[Int(pixels[y * picture.width + x])] += 1 }
            }
        }
        var sum = 0
        var count = 0
        for (level, pixels) in histogram.enumerated() {
            sum += level * pixels
            count += pixels
        }
        let mean = Double(sum) / Double(max(1, count))
        var dark = (sum: 0, count: 0)
        for level in 0..<min(256, Int(mean) + 1) {
            dark.sum += level * histogram[level]
            dark.count += histogram[level]
        }
        let light = (sum: sum - dark.sum, count: count - dark.count)
        guard dark.count > 0, light.count > 0 else { return mean }
        return (Double(dark.sum) / Double(dark.count) + Double(light.sum) / Double(light.count)) / 2
    }

    // MARK: - Components

    /// Takes the ink out of rows that are ink for the most part: a frame, or the edge of the plate.
    mutating func clearFullRows(above share: Double) {
        for y in 0..<height {
            let row = y * width
            var count = 0
            for x in 0..<width { count += Int(mask[row + x]) }
            if Double(count) > share * Double(width) {
                for x in 0..<width { mask[row + x] = 0 }
            }
        }
    }

    /// The components of the ink in some rows, what lies beyond them cut off; those wider than a character can be are split where
    /// they are thinnest.
    func components(
        in rows: Range<Int>, lowest: Double, splitAbove: Double, with labeller: inout RunLabeller
    ) -> [Component] {
        labeller.start()
        for y in rows {
            labeller.startRow()
            var x = 0
            while x < width {
                guard mask[y * width + x] == 1 else {
                    x += 1
                    continue
                }
                let start = x
                repeat { x += 1 } while x < width && mask[y * width + x] == 1
                labeller.add(from: Int32(start), to: Int32(x), y: Int32(y))
            }
        }
        let found = labeller.finish { _, height, _ in height >= lowest }
        return found.flatMap { $0.width > splitAbove * $0.height ? split($0) : [$0] }
    }

    /// A component cut at its thinnest columns, as often as the parts are still too wide; whole where no column is thin.
    private func split(_ component: Component) -> [Component] {
        let from = Int(component.x)
        let to = Int(component.maxX)
        let top = Int(component.y)
        let bottom = Int(component.maxY)
        let high = component.height
        let narrowest = max(2, Int(0.22 * high))
        guard to - from > 2 * narrowest else { return [component] }
        var best = -1
        var least = Int.max
        for x in (from + narrowest)..<(to - narrowest) {
            var ink = 0
            for y in top..<bottom { ink += Int(mask[y * width + x]) }
            // Of equally thin ones the one nearest to the middle.
            if ink < least || (ink == least && abs(2 * x - from - to) < abs(2 * best - from - to)) {
                least = ink
                best = x
            }
        }
        guard Double(least) <= 0.34 * high else { return [component] }
        return [part(of: component, from: from, to: best), part(of: component, from: best, to: to)]
            .compactMap { $0 }.flatMap { $0.width > 0.95 * high ? split($0) : [$0] }
    }

    /// The ink of a component between two columns; nil where there is none.
    private func part(of component: Component, from: Int, to: Int) -> Component? {
        var minX = to
        var maxX = from
        var minY = Int(component.maxY)
        var maxY = Int(component.y)
        var area = 0
        for y in Int(component.y)..<Int(component.maxY) {
            for x in from..<to where mask[y * width + x] == 1 {
                minX = min(minX, x)
                maxX = max(maxX, x + 1)
                minY = min(minY, y)
                maxY = max(maxY, y + 1)
                area += 1
            }
        }
        guard area > 0 else { return nil }
        return Component(
            x: Double(minX), y: Double(minY), width: Double(maxX - minX), height: Double(maxY - minY), area: area)
    }

    /// Share of ink in a part of the strip, 0-1.
    func share(columns: Range<Int>, rows: Range<Int>) -> Double {
        var ink = 0
        for y in rows.clamped(to: 0..<height) {
            for x in columns.clamped(to: 0..<width) { ink += Int(mask[y * width + x]) }
        }
        return Double(ink) / Double(max(1, columns.count * rows.count))
    }

    /// Share of ink in a part of the strip, and how much of the grey levels' variance there lies between ink and paper, both 0-1.
    func contents(columns: Range<Int>, rows: Range<Int>) -> (ink: Double, separation: Double) {
        var count = 0
        var sum = 0
        var squares = 0
        var inkCount = 0
        var inkSum = 0
        for y in rows.clamped(to: 0..<height) {
            for x in columns.clamped(to: 0..<width) {
                let value = Int(picture[x, y])
                let ink = Int(mask[y * width + x])
                count += 1
                sum += value
                squares += value * value
                inkCount += ink
                inkSum += ink * value
            }
        }
        guard inkCount > 0, inkCount < count else { return (count == 0 ? 0 : Double(inkCount) / Double(count), 0) }
        let share = Double(inkCount) / Double(count)
        let mean = Double(sum) / Double(count)
        let variance = Double(squares) / Double(count) - mean * mean
        let difference = Double(inkSum) / Double(inkCount) - Double(sum - inkSum) / Double(count - inkCount)
        return (share, share * (1 - share) * difference * difference / max(1, variance))
    }

    // MARK: - Back to the picture

    /// A quad of the strip in pixels of the picture it was cut from.
    func original(of inner: Quad) -> Quad {
        func point(_ p: Point) -> Point { quad.point(p.x / Double(width), p.y / Double(height)) }
        return Quad(
            topLeft: point(inner.topLeft), topRight: point(inner.topRight), bottomRight: point(inner.bottomRight),
            bottomLeft: point(inner.bottomLeft))
    }
}

/// Finds the row of text on a patch that may be a plate's ground, whatever its characters touch.
struct GroundRows {
    /// Grounds are looked at with this height in pixels.
    private static let height = 40

    private var labeller = RunLabeller()

    /// Rows that are ink over more than this part of the ground's width are a frame, or the plate's edge.
    private static let fullRow = 0.72
    /// Characters reach over at least this part of the ground's height.
    private static let lowest = 0.3
    /// What is as high as this and touches the ground's end is the side of a frame.
    private static let highest = 0.9

    /// The best row on the ground, in pixels of `image`; nil where there is none.
    mutating func row(on ground: Component, isDarkOnLight: Bool, in image: LumaImage) -> RowInPicture? {
        let box = Box(x: ground.x, y: ground.y, width: ground.width, height: ground.height)
        let slope = Self.slope(of: box, in: image)
        var strip = InkStrip(
            Self.quad(in: box, slope: slope), of: image, height: Self.height, isDarkOnLight: isDarkOnLight,
            knownColumns: 0...1, knownRows: 0...1)
        strip.clearFullRows(above: Self.fullRow)
        var best: RowInPicture?
        var bestScore = 0.0
        for chain in CharacterChains.rows(of: characters(on: strip), minimum: 3) {
            guard let row = MeasuredRow(components: chain, isDarkOnLight: isDarkOnLight, image: strip.picture) else {
                continue
            }
            let score = Double(min(7, chain.count)) * row.regularity
            if score > bestScore {
                bestScore = score
                best = RowInPicture(row: row, quad: strip.original(of: row.textRow(scale: 1).quad))
            }
        }
        return best
    }

    private mutating func characters(on strip: InkStrip) -> [Component] {
        let height = Double(Self.height)
        let shape = CharacterShape(heights: Self.lowest * height...height)
        return strip.components(in: 0..<strip.height, lowest: Self.lowest * height, splitAbove: 1, with: &labeller)
            .filter {
                let isInside = $0.x > 1 && $0.maxX < Double(strip.width - 1)
                return shape.accepts(width: $0.width, height: $0.height, area: $0.area)
                    && (isInside || $0.height < Self.highest * height)
            }
    }

    /// The part of an upright box that lies between two parallel lines of a slope, both of which touch it.
    private static func quad(in box: Box, slope: Double) -> Quad {
        let fall = slope * box.width
        let height = max(0.4 * box.height, box.height - abs(fall))
        let middle = box.y + box.height / 2
        func y(_ end: Double, _ side: Double) -> Double { middle + end * fall / 2 + side * height / 2 }
        return Quad(
            topLeft: Point(x: box.x, y: y(-1, -1)), topRight: Point(x: box.maxX, y: y(1, -1)),
            bottomRight: Point(x: box.maxX, y: y(1, 1)), bottomLeft: Point(x: box.x, y: y(-1, 1)))
    }

    /// The slope along which the lines of text are sharpest: where the profile of the vertical strokes is steepest.
    private static func slope(of box: Box, in image: LumaImage) -> Double {
        let block = 8
        let (x0, y0, x1, y1) = box.pixelRange(width: image.width, height: image.height)
        let blocks = (x1 - x0) / block
        let height = y1 - y0
        guard blocks > 2 else { return 0 }
        var strokes = [Int](repeating: 0, count: blocks * height)
        image.withPixels { pixels in
            for y in 0..<height {
                for b in 0..<blocks {
                    let start = (y0 + y) * image.width + x0 + b * block
                    var sum = 0
                    for x in start..<(start + block - 1) { sum += abs(Int(pixels[x + 1]) - Int(pixels[x])) }
                    strokes[y * blocks + b] = sum
                }
            }
        }
        var best = 0.0
        var most = -1.0
        for step in -8...8 {
            let slope = 0.03 * Double(step)
            var profile = [Int](repeating: 0, count: height)
            for b in 0..<blocks {
                let shift = Int((slope * (Double(b) + 0.5 - Double(blocks) / 2) * Double(block)).rounded())
                for y in max(0, -shift)..<min(height, height - shift) {
                    profile[y] += strokes[(y + shift) * blocks + b]
                }
            }
            let steepness = zip(profile, profile.dropFirst()).reduce(0.0) {
                $0 + Double($1.1 - $1.0) * Double($1.1 - $1.0)
            }
            // The flat one wins where it makes no difference.
            let value = steepness * (1 - 0.3 * abs(slope))
            if value > most {
                most = value
                best = slope
            }
        }
        return best
    }
}

/// A row measured in a strip, and where it lies in the picture.
struct RowInPicture {
    let row: MeasuredRow
    let quad: Quad

    /// The row's score for a height in pixels of the frame.
    func region(scale: Double) -> Region? {
        let quad = quad.scaled(by: scale)
        guard let score = row.score(heightInFrame: quad.height) else { return nil }
        let text = TextRow(quad: quad, characters: row.components.count, isDarkOnLight: row.isDarkOnLight)
        return Region(rows: [text], score: score)
    }
}

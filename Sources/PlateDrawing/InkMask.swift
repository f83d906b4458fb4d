import ALPR

/// How much of each pixel is covered with ink.
struct InkMask {
    let width: Int
    let height: Int
    /// 0-1, row by row from the top-left corner.
    private(set) var coverage: [Float]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        coverage = [Float](repeating: 0, count: width * height)
    }

    /// Draws a character whose ink is `height` pixels high and begins at (x, y).
    mutating func draw(_ glyph: Glyph, x: Double, y: Double, height: Double) {
        let radius = PlateFont.pen * height / 2
        let way = height - 2 * radius
        for stroke in glyph.strokes {
            let points = stroke.map { Point(x: x + radius + $0.x * way, y: y + radius + $0.y * way) }
            for (a, b) in zip(points, points.dropFirst()) { draw(from: a, to: b, radius: radius) }
        }
    }

    /// Draws a straight piece with round ends, in pixels.
    mutating func draw(from a: Point, to b: Point, radius: Double) {
        let reach = radius + 1
        let columns = Self.range(min(a.x, b.x) - reach, max(a.x, b.x) + reach, limit: width)
        let rows = Self.range(min(a.y, b.y) - reach, max(a.y, b.y) + reach, limit: height)
        let dx = b.x - a.x
        let dy = b.y - a.y
        let length = max(1e-9, dx * dx + dy * dy)
        coverage.withUnsafeMutableBufferPointer { coverage in
            for row in rows {
                for column in columns {
                    let px = Double(column) + 0.5 - a.x
                    let py = Double(row) + 0.5 - a.y
                    let along = min(1, max(0, (px * dx + py * dy) / length))
                    let ox = px - along * dx
                    let oy = py - along * dy
                    // Half a pixel to either side of the edge the ink fades from full to none.
                    let value = Float(min(1, 0.5 + radius - (ox * ox + oy * oy).squareRoot()))
                    if value > coverage[row * width + column] { coverage[row * width + column] = value }
                }
            }
        }
    }

    /// Fills an upright rectangle, in pixels.
    mutating func fill(_ box: Box) {
        for row in Self.range(box.y, box.maxY, limit: height) {
            let high = min(Double(row) + 1, box.maxY) - max(Double(row), box.y)
            for column in Self.range(box.x, box.maxX, limit: width) {
                let wide = min(Double(column) + 1, box.maxX) - max(Double(column), box.x)
                coverage[row * width + column] = max(coverage[row * width + column], Float(wide * high))
            }
        }
    }

    /// Whole pixels that the stretch from `low` to `high` touches, inside the picture.
    private static func range(_ low: Double, _ high: Double, limit: Int) -> Range<Int> {
        // What lies far outside is no whole number, and what is none lies nowhere.
        func whole(_ place: Double) -> Int { place.isNaN ? 0 : Int(min(Double(limit), max(0, place))) }
        let start = whole(low.rounded(.down))
        return start..<max(start, whole(high.rounded(.up)))
    }
}

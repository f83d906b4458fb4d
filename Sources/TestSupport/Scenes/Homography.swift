import ALPR

/// A plane seen in perspective: takes the unit square (0, 0)-(1, 1) to four given corners.
struct Homography {
    // Row by row; the point (x, y) becomes (a x + b y + c, d x + e y + f) / (g x + h y + i).
    private let m: [Double]

    private init(_ m: [Double]) {
        self.m = m
    }

    /// - Parameter quad: convex; its corners are where the square's corners go, in reading order.
    init(unitSquareTo quad: Quad) {
        // Heckbert 1989, Fundamentals of Texture Mapping and Image Warping, 2.2.3.
        let (p, q, r, s) = (quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft)
        let dx1 = q.x - r.x
        let dx2 = s.x - r.x
        let dx3 = p.x - q.x + r.x - s.x
        let dy1 = q.y - r.y
        let dy2 = s.y - r.y
        let dy3 = p.y - q.y + r.y - s.y
        let area = dx1 * dy2 - dx2 * dy1
        precondition(area != 0, "a quad has an area")
        let g = (dx3 * dy2 - dx2 * dy3) / area
        let h = (dx1 * dy3 - dx3 * dy1) / area
        m = [
            q.x - p.x + g * q.x, s.x - p.x + h * s.x, p.x,
            q.y - p.y + g * q.y, s.y - p.y + h * s.y, p.y,
            g, h, 1,
        ]
    }

    /// From the corners back to the unit square.
    var inverse: Homography {
        Homography([
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
        ])
    }

    func callAsFunction(_ x: Double, _ y: Double) -> Point {
        let w = m[6] * x + m[7] * y + m[8]
        return Point(x: (m[0] * x + m[1] * y + m[2]) / w, y: (m[3] * x + m[4] * y + m[5]) / w)
    }

    /// Where a rectangle in the unit square's coordinates goes.
    func callAsFunction(_ box: Box) -> Quad {
        Quad(
            topLeft: self(box.x, box.y), topRight: self(box.maxX, box.y), bottomRight: self(box.maxX, box.maxY),
            bottomLeft: self(box.x, box.maxY))
    }
}

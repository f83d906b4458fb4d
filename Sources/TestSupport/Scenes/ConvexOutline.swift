import ALPR

/// How much of a pixel lies inside four corners, from its distance to the nearest edge.
struct ConvexOutline {
    /// Distance of a point inside, in pixels: nx x + ny y + d.
    private struct Edge {
        var nx: Double
        var ny: Double
        var d: Double
    }

    private let edges: [Edge]

    /// - Parameter quad: convex, corners clockwise as seen on the picture.
    init(_ quad: Quad) {
        let corners = quad.corners
        edges = zip(corners, corners.dropFirst() + corners.prefix(1)).map { a, b in
            let dx = b.x - a.x
            let dy = b.y - a.y
            let length = max(1e-9, (dx * dx + dy * dy).squareRoot())
            return Edge(nx: -dy / length, ny: dx / length, d: (dy * a.x - dx * a.y) / length)
        }
    }

    /// 0-1 at a pixel's centre.
    func coverage(_ x: Double, _ y: Double) -> Double {
        var inside = Double.infinity
        for edge in edges { inside = min(inside, edge.nx * x + edge.ny * y + edge.d) }
        return min(1, max(0, inside + 0.5))
    }
}

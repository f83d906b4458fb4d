/// The part of the picture in which plates are looked for.
///
/// Given in fractions of the picture: (0, 0) is the top-left corner, (1, 1) the bottom-right one, y grows downwards. This type is
/// the only place that turns them into pixels.
public struct RegionOfInterest: Sendable, Equatable {
    /// Corners in order, each 0-1; at least three.
    public let corners: [Point]

    public static let wholePicture = RegionOfInterest(x: 0, y: 0, width: 1, height: 1)

    /// - Precondition: at least three corners.
    public init(corners: [Point]) {
        precondition(corners.count >= 3, "a region has at least three corners")
        self.corners = corners
    }

    /// A rectangle with its top-left corner at (x, y).
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(corners: Quad(Box(x: x, y: y, width: width, height: height)).corners)
    }

    /// Whether no point of a picture lies inside: all corners on a line, or a way that goes back on itself.
    public var isEmpty: Bool {
        // Between the heights of two corners the region's width changes without a jump: it is looked at in three places of each.
        let heights = Set(corners.map(\.y)).sorted()
        return !zip(heights, heights.dropFirst()).contains { top, bottom in
            [0.29, 0.5, 0.73].contains { width(at: top + $0 * (bottom - top)) > 1e-9 }
        }
    }

    /// How much of the row at the height `y` lies inside.
    private func width(at y: Double) -> Double {
        var crossings: [Double] = []
        var previous = corners[corners.count - 1]
        for corner in corners {
            if (corner.y > y) != (previous.y > y) {
                crossings.append((previous.x - corner.x) * (y - corner.y) / (previous.y - corner.y) + corner.x)
            }
            previous = corner
        }
        crossings.sort()
        return stride(from: 0, to: crossings.count - 1, by: 2).reduce(0) { $0 + crossings[$1 + 1] - crossings[$1] }
    }

    /// The smallest upright box of whole pixels around the region in a picture of the given size: what the localiser looks at.
    public func bounds(width: Int, height: Int) -> Box {
        let xs = corners.map { min(1, max(0, $0.x)) * Double(width) }
        let ys = corners.map { min(1, max(0, $0.y)) * Double(height) }
        // 1000 * (0.1 + 0.2) is a hair more than 300, and does not touch a pixel more.
        let hair = 1e-6
        let x0 = ((xs.min() ?? 0) + hair).rounded(.down)
        let y0 = ((ys.min() ?? 0) + hair).rounded(.down)
        return Box(
            x: x0, y: y0, width: ((xs.max() ?? 0) - hair).rounded(.up) - x0,
            height: ((ys.max() ?? 0) - hair).rounded(.up) - y0)
    }

    /// The same in a picture that shows `part` of this one alone.
    public func seen(through part: Box) -> RegionOfInterest {
        RegionOfInterest(
            corners: corners.map { Point(x: ($0.x - part.x) / part.width, y: ($0.y - part.y) / part.height) })
    }

    /// Whether a point, in pixels of a picture of the given size, lies inside (by the crossings of a ray to the right).
    public func contains(_ point: Point, width: Int, height: Int) -> Bool {
        let x = point.x / Double(width)
        let y = point.y / Double(height)
        var isInside = false
        var previous = corners[corners.count - 1]
        for corner in corners {
            if (corner.y > y) != (previous.y > y),
                x < (previous.x - corner.x) * (y - corner.y) / (previous.y - corner.y) + corner.x
            {
                isInside.toggle()
            }
            previous = corner
        }
        return isInside
    }
}

/// A place in a picture, in pixels from the top-left corner; y grows downwards.
public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// An upright rectangle in pixels from the top-left corner.
public struct Box: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
    public var area: Double { max(0, width) * max(0, height) }
    public var centre: Point { Point(x: x + width / 2, y: y + height / 2) }

    /// The smallest box around both.
    public func union(_ other: Box) -> Box {
        let x0 = min(x, other.x)
        let y0 = min(y, other.y)
        return Box(x: x0, y: y0, width: max(maxX, other.maxX) - x0, height: max(maxY, other.maxY) - y0)
    }

    /// What both have in common; empty where they have nothing.
    public func intersection(_ other: Box) -> Box {
        let x0 = max(x, other.x)
        let y0 = max(y, other.y)
        return Box(
            x: x0, y: y0, width: max(0, min(maxX, other.maxX) - x0), height: max(0, min(maxY, other.maxY) - y0))
    }

    /// Area of the overlap with `other`, in square pixels.
    public func overlap(_ other: Box) -> Double {
        let w = min(maxX, other.maxX) - max(x, other.x)
        let h = min(maxY, other.maxY) - max(y, other.y)
        return w > 0 && h > 0 ? w * h : 0
    }

    /// Intersection over union, 0-1.
    public func iou(_ other: Box) -> Double {
        let shared = overlap(other)
        let whole = area + other.area - shared
        return whole > 0 ? shared / whole : 0
    }

    func liesInside(_ other: Box) -> Bool {
        x >= other.x && y >= other.y && maxX <= other.maxX && maxY <= other.maxY
    }

    /// Grown on every side by the given pixels (shrunk where negative).
    public func expanded(x dx: Double, y dy: Double) -> Box {
        Box(x: x - dx, y: y - dy, width: width + 2 * dx, height: height + 2 * dy)
    }

    public func scaled(by factor: Double) -> Box {
        Box(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
    }

    /// Whole pixels touched by the box, clipped to a picture of the given size: x0 ..< x1, y0 ..< y1.
    package func pixelRange(width w: Int, height h: Int) -> (x0: Int, y0: Int, x1: Int, y1: Int) {
        func clip(_ value: Double, _ limit: Int) -> Int { Int(min(Double(limit), max(0, value))) }
        let x0 = clip(x.rounded(.down), w)
        let y0 = clip(y.rounded(.down), h)
        return (x0, y0, max(x0, clip(maxX.rounded(.up), w)), max(y0, clip(maxY.rounded(.up), h)))
    }
}

/// Four corners in reading order: the outline of a row of text or a plate that need not be upright.
public struct Quad: Hashable, Sendable {
    public var topLeft: Point
    public var topRight: Point
    public var bottomRight: Point
    public var bottomLeft: Point

    public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    public init(_ box: Box) {
        self.init(
            topLeft: Point(x: box.x, y: box.y), topRight: Point(x: box.maxX, y: box.y),
            bottomRight: Point(x: box.maxX, y: box.maxY), bottomLeft: Point(x: box.x, y: box.maxY))
    }

    public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// The smallest upright box around the four corners.
    public var bounds: Box {
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        let x0 = xs.min() ?? 0
        let y0 = ys.min() ?? 0
        return Box(x: x0, y: y0, width: (xs.max() ?? 0) - x0, height: (ys.max() ?? 0) - y0)
    }

    /// Length of the top and bottom edges, averaged, in pixels.
    public var width: Double {
        (topLeft.distance(to: topRight) + bottomLeft.distance(to: bottomRight)) / 2
    }

    /// Length of the left and right edges, averaged, in pixels.
    public var height: Double {
        (topLeft.distance(to: bottomLeft) + topRight.distance(to: bottomRight)) / 2
    }

    /// The point at `u` of the width and `v` of the height, both 0-1 inside the quad, by bilinear interpolation.
    public func point(_ u: Double, _ v: Double) -> Point {
        Point(
            x: (1 - v) * ((1 - u) * topLeft.x + u * topRight.x) + v * ((1 - u) * bottomLeft.x + u * bottomRight.x),
            y: (1 - v) * ((1 - u) * topLeft.y + u * topRight.y) + v * ((1 - u) * bottomLeft.y + u * bottomRight.y))
    }

    /// Grown along its own axes, in pixels; `ends` is for the top and for the bottom.
    public func expanded(left: Double, right: Double, ends: Double) -> Quad {
        let u0 = width > 0 ? -left / width : 0
        let u1 = width > 0 ? 1 + right / width : 1
        let v = height > 0 ? ends / height : 0
        return Quad(
            topLeft: point(u0, -v), topRight: point(u1, -v), bottomRight: point(u1, 1 + v), bottomLeft: point(u0, 1 + v)
        )
    }

    public func scaled(by factor: Double) -> Quad {
        func scale(_ p: Point) -> Point { Point(x: p.x * factor, y: p.y * factor) }
        return Quad(
            topLeft: scale(topLeft), topRight: scale(topRight), bottomRight: scale(bottomRight),
            bottomLeft: scale(bottomLeft))
    }
}

extension Quad {
    func moved(x dx: Double, y dy: Double) -> Quad {
        func move(_ p: Point) -> Point { Point(x: p.x + dx, y: p.y + dy) }
        return Quad(
            topLeft: move(topLeft), topRight: move(topRight), bottomRight: move(bottomRight),
            bottomLeft: move(bottomLeft))
    }
}

extension Point {
    public func distance(to other: Point) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        return (dx * dx + dy * dy).squareRoot()
    }
}

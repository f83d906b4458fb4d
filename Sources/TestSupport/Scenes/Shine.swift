import ALPR

/// Light that is added to a picture: brightest in the middle of an upright ellipse, and none at its edge.
struct Shine: Sendable {
    var centre: Point
    /// Half of its width and of its height, in pixels.
    var reach: Point
    /// Grey levels in its middle.
    var grey: Double

    func draw(on canvas: inout Canvas) {
        guard reach.x > 0, reach.y > 0 else { return }
        let box = Box(x: centre.x - reach.x, y: centre.y - reach.y, width: 2 * reach.x, height: 2 * reach.y)
        canvas.lighten(within: box) { x, y in
            let (dx, dy) = ((x - centre.x) / reach.x, (y - centre.y) / reach.y)
            let left = max(0, 1 - dx * dx - dy * dy)
            return grey * left * left
        }
    }
}

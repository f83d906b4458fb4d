import ALPR

/// A camera picture that never was: plates on vehicles in front of a background, as sharp, as bright and as noisy as wanted.
///
/// The same values give the same picture, byte for byte.
public struct Scene: Sendable {
    public var background: LumaImage
    /// In the order they are drawn: the farthest first.
    public var placements: [Placement]
    /// Standard deviation of the blur over the plates, in pixels.
    public var blur = 0.0
    /// What every grey is multiplied with.
    public var brightness = 1.0
    /// Standard deviation of the noise, in grey levels.
    public var noise = 0.0
    /// Of the noise.
    public var seed: UInt64 = 1

    public init(background: LumaImage, placements: [Placement] = []) {
        self.background = background
        self.placements = placements
    }

    /// A road of the given size in pixels.
    public init(width: Int, height: Int, placements: [Placement] = []) {
        self.init(background: Road.image(width: width, height: height), placements: placements)
    }

    public func image() -> LumaImage {
        var canvas = Canvas(background)
        for placement in placements {
            placement.draw(on: &canvas)
            let edge = 3 * blur + 2
            let surroundings = placement.quad.bounds.expanded(
                x: edge + abs(placement.motion.x), y: edge + abs(placement.motion.y))
            if blur > 0 || placement.motion != Point(x: 0, y: 0) {
                canvas.refine(surroundings) {
                    $0.smeared(dx: placement.motion.x, dy: placement.motion.y).blurred(sigma: blur)
                }
            }
        }
        canvas.expose(gain: brightness, noise: noise, seed: seed)
        return canvas.image
    }
}

import ALPR

/// Drops on their way through a picture: short bright streaks, each picture's own.
struct Rain: Sendable {
    /// Streaks in a picture; none without rain.
    var drops: Int

    func draw(on canvas: inout Canvas, seed: UInt64) {
        guard drops > 0 else { return }
        var generator = SplitMix64(seed: seed)
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        for _ in 0..<drops {
            let x = Double.random(in: 0..<width, using: &generator)
            let y = Double.random(in: 0..<height, using: &generator)
            let length = Double.random(in: 10..<34, using: &generator)
            let grey = Double.random(in: 8..<30, using: &generator)
            canvas.lighten(within: Box(x: x, y: y, width: 1, height: length)) { _, _ in grey }
        }
    }
}

import ALPR

/// A road as a camera above it sees it: bright sky, verge, asphalt with a coarse grain and a lane line.
public enum Road {
    /// - Parameter seed: of the grain.
    public static func image(width: Int, height: Int, seed: UInt64 = 1) -> LumaImage {
        var generator = SplitMix64(seed: seed)
        // One random grey a cell, read between cells: patches, not speckles.
        let cell = 12
        let columns = width / cell + 2
        let patches = (0..<(columns * (height / cell + 2))).map { _ in Double(Int.random(in: -9...9, using: &generator))
        }
        let plain = LumaImage(width: width, height: height) { pixels in
            for y in 0..<height {
                let grey = grey(atHeight: Double(y) / Double(max(1, height)))
                let fy = Double(y % cell) / Double(cell)
                let row = y / cell * columns
                for x in 0..<width {
                    let fx = Double(x % cell) / Double(cell)
                    let i = row + x / cell
                    let above = patches[i] * (1 - fx) + patches[i + 1] * fx
                    let below = patches[i + columns] * (1 - fx) + patches[i + columns + 1] * fx
                    pixels[y * width + x] = UInt8(grey + above * (1 - fy) + below * fy)
                }
            }
        }
        var canvas = Canvas(plain)
        let (w, h) = (Double(width), Double(height))
        // The near edge of the road, and a line that runs to the horizon.
        canvas.fill(
            Quad(
                topLeft: Point(x: 0.5 * w, y: 0.3 * h), topRight: Point(x: 0.503 * w, y: 0.3 * h),
                bottomRight: Point(x: 0.58 * w, y: h), bottomLeft: Point(x: 0.56 * w, y: h)), grey: 168)
        return canvas.image
    }

    /// From the top (0) to the bottom (1): sky, hedge, asphalt that grows lighter towards the camera.
    private static func grey(atHeight y: Double) -> Double {
        if y < 0.2 { return 205 - 60 * y }
        if y < 0.3 { return 72 + 120 * (y - 0.2) }
        return 88 + 45 * (y - 0.3)
    }
}

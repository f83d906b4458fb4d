import ALPR

#if canImport(Glibc)
    import func Glibc.exp
#endif

extension LumaImage {
    /// Out of focus: each pixel the mean of its surroundings, weighted by a bell of standard deviation `sigma` in pixels.
    public func blurred(sigma: Double) -> LumaImage {
        guard sigma > 0.05, !isEmpty else { return self }
        let reach = Int((3 * sigma).rounded(.up))
        var weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = weights.reduce(0, +)
        weights = weights.map { $0 / sum }
        return filtered(weights.enumerated().map { (Offset(x: $0.offset - reach, y: 0), Float($0.element)) })
            .filtered(weights.enumerated().map { (Offset(x: 0, y: $0.offset - reach), Float($0.element)) })
    }

    /// Moved while the shutter was open, by (dx, dy) pixels.
    public func smeared(dx: Double, dy: Double) -> LumaImage {
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0.3, !isEmpty else { return self }
        let steps = 2 * Int(length.rounded(.up))
        // Each place on the way, shared between the four pixels around it.
        var taps: [Offset: Double] = [:]
        for step in 0...steps {
            let along = Double(step) / Double(steps) - 0.5
            let x = (along * dx).rounded(.down)
            let y = (along * dy).rounded(.down)
            let fx = along * dx - x
            let fy = along * dy - y
            taps[Offset(x: Int(x), y: Int(y)), default: 0] += (1 - fx) * (1 - fy)
            taps[Offset(x: Int(x) + 1, y: Int(y)), default: 0] += fx * (1 - fy)
            taps[Offset(x: Int(x), y: Int(y) + 1), default: 0] += (1 - fx) * fy
            taps[Offset(x: Int(x) + 1, y: Int(y) + 1), default: 0] += fx * fy
        }
        // In a fixed order: sums of floating-point numbers depend on it.
        let inOrder = taps.filter { $0.value > 0 }.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }
        return filtered(inOrder.map { ($0.key, Float($0.value / Double(steps + 1))) })
    }

    private struct Offset: Hashable {
        var x: Int
        var y: Int
    }

    /// Each pixel the weighted sum of pixels around it; beyond the edge the nearest one.
    private func filtered(_ taps: [(offset: Offset, weight: Float)]) -> LumaImage {
        var sums = [Float](repeating: 0.5, count: width * height)
        let (width, height) = (width, height)
        pixels.withUnsafeBufferPointer { source in
            sums.withUnsafeMutableBufferPointer { sums in
                for tap in taps {
                    for y in 0..<height {
                        let row = min(height - 1, max(0, y + tap.offset.y)) * width
                        for x in 0..<width {
                            let column = min(width - 1, max(0, x + tap.offset.x))
                            sums[y * width + x] += tap.weight * Float(source[row + column])
                        }
                    }
                }
            }
        }
        return LumaImage(width: width, height: height, pixels: sums.map { UInt8(min(255, max(0, $0))) })
    }
}

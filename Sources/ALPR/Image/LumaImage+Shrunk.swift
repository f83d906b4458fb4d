extension LumaImage {
    /// The picture at a smaller size, each pixel the mean of the area that it covers: what is fine is averaged, and not skipped.
    ///
    /// - Parameters:
    ///   - newWidth: at most the picture's; more than 0, as the height.
    public func shrunk(width newWidth: Int, height newHeight: Int) -> LumaImage {
        precondition(newWidth > 0 && newHeight > 0 && newWidth <= width && newHeight <= height)
        if newWidth == width, newHeight == height { return self }
        // The same, to the rounding.
        if 2 * newWidth == width, 2 * newHeight == height { return halved() }
        let across = AreaTaps(newWidth, from: width)
        return LumaImage(width: newWidth, height: newHeight) { out in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: width + AreaTaps.over) { sums in
                withPixels { pixels in
                    guard let base = pixels.baseAddress, let sums = sums.baseAddress, let out = out.baseAddress else {
                        return
                    }
                    for y in 0..<newHeight {
                        let rows = AreaSpan(y, of: newHeight, from: height)
                        sums.update(repeating: 0, count: width + AreaTaps.over)
                        for row in rows.first...rows.last {
                            let weight = rows.weight(of: row)
                            let line = base + row * width
                            for x in 0..<width { sums[x] += weight * Float(line[x]) }
                        }
                        across.sum(sums, into: out + y * newWidth)
                    }
                }
            }
        }
    }
}

/// What each place of a shorter line takes of the places of a line: as many for each, in steps of four, to be summed without asking.
private struct AreaTaps {
    private static let step = 4
    /// How far past a line's end is read at most, with weight 0.
    static let over = 2 * step

    private let first: [Int]
    /// For each place, `steps` times four.
    private let weights: [SIMD4<Float>]
    private let steps: Int

    init(_ count: Int, from length: Int) {
        let spans = (0..<count).map { AreaSpan($0, of: count, from: length) }
        first = spans.map(\.first)
        let most = spans.map { $0.last - $0.first + 1 }.max() ?? 1
        let steps = (most + Self.step - 1) / Self.step
        weights = spans.flatMap { span in
            (0..<steps).map { step in
                var weights = SIMD4<Float>()
                for tap in 0..<Self.step where span.first + step * Self.step + tap <= span.last {
                    weights[tap] = span.weight(of: span.first + step * Self.step + tap)
                }
                return weights
            }
        }
        self.steps = steps
    }

    /// - Parameter line: zero for `over` places past its end.
    func sum(_ line: UnsafePointer<Float>, into out: UnsafeMutablePointer<UInt8>) {
        first.withUnsafeBufferPointer { first in
            weights.withUnsafeBufferPointer { weights in
                for x in 0..<first.count {
                    var sum = SIMD4<Float>()
                    for step in 0..<steps {
                        let values = UnsafeRawPointer(line + first[x] + Self.step * step)
                            .loadUnaligned(as: SIMD4<Float>.self)
                        sum += weights[steps * x + step] * values
                    }
                    out[x] = UInt8(min(255, sum.sum() + 0.5))
                }
            }
        }
    }
}

/// The places of a line that one place of a shorter line covers, the first and the last perhaps in part.
private struct AreaSpan {
    let first: Int
    let last: Int
    private let firstWeight: Float
    private let lastWeight: Float
    private let weight: Float

    init(_ place: Int, of count: Int, from length: Int) {
        let scale = Double(length) / Double(count)
        let start = Double(place) * scale
        let end = min(Double(length), start + scale)
        first = Int(start)
        last = max(first, min(length - 1, Int(end.rounded(.up)) - 1))
        weight = Float(1 / (end - start))
        firstWeight = Float((min(end, Double(first + 1)) - start) / (end - start))
        lastWeight = Float((end - max(start, Double(last))) / (end - start))
    }

    func weight(of place: Int) -> Float {
        place == first ? firstWeight : place == last ? lastWeight : weight
    }
}

extension LumaImage {
    /// The picture at a smaller size, each pixel the mean of the area that it covers: what is fine is averaged, and not skipped.
    ///
    /// - Parameters:
    ///   - newWidth: at most the picture's; more than 0, as the height.
    public func shrunk(width newWidth: Int, height newHeight: Int) -> LumaImage {
        precondition(newWidth > 0 && newHeight > 0 && newWidth <= width && newHeight <= height)
        if newWidth == width, newHeight == height { return self }
        let across = (0..<newWidth).map { AreaSpan($0, of: newWidth, from: width) }
        return LumaImage(width: newWidth, height: newHeight) { out in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { sums in
                pixels.withUnsafeBufferPointer { pixels in
                    guard let base = pixels.baseAddress, let sums = sums.baseAddress else { return }
                    for y in 0..<newHeight {
                        let rows = AreaSpan(y, of: newHeight, from: height)
                        sums.update(repeating: 0, count: width)
                        for row in rows.first...rows.last {
                            let weight = rows.weight(of: row)
                            let line = base + row * width
                            for x in 0..<width { sums[x] += weight * Float(line[x]) }
                        }
                        for (x, columns) in across.enumerated() {
                            var sum: Float = 0
                            for column in columns.first...columns.last {
                                sum += columns.weight(of: column) * sums[column]
                            }
                            out[y * newWidth + x] = UInt8(min(255, sum + 0.5))
                        }
                    }
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

extension ColourImage {
    /// A part of the picture at another size, by linear interpolation between the nearest pixels.
    ///
    /// In whole numbers and with the roundings of OpenCV's `INTER_LINEAR`, which is what nets for plates are trained and run with;
    /// pixels that are not needed are not turned into red, green and blue.
    ///
    /// - Parameter part: whole pixels inside the picture; not empty.
    public func resized(_ part: PixelBox, width: Int, height: Int) -> RGBImage {
        let rows = RGBRows(self, columns: part.x..<part.maxX)
        if width == part.width, height == part.height {
            return RGBImage(width: width, height: height) { rows.fill(part.y + $0, $1, $2, $3) }
        }
        // OpenCV takes the mean of four where linear interpolation would, to the rounding.
        if part.width == 2 * width, part.height == 2 * height {
            return RGBImage(width: part.width, height: part.height) { rows.fill(part.y + $0, $1, $2, $3) }
                .map { $0.halved() }
        }
        let across = LinearTaps(from: part.width, to: width)
        let down = LinearTaps(from: part.height, to: height)
        var widened = WidenedRows(rows: rows, across: across)
        return RGBImage(width: width, height: height) { y, red, green, blue in
            let tap = down.taps[y]
            let upper = widened.row(part.y + min(part.height - 1, max(0, tap.index)))
            let lower = widened.row(part.y + min(part.height - 1, max(0, tap.index + 1)))
            let (a, b) = (Int32(tap.first), Int32(tap.second))
            for (channel, out) in [red, green, blue].enumerated() {
                upper.withUnsafeBufferPointer { upper in
                    lower.withUnsafeBufferPointer { lower in
                        let start = channel * width
                        for x in 0..<width {
                            let sum =
                                ((a &* (upper[start + x] >> 4)) >> 16) &+ ((b &* (lower[start + x] >> 4)) >> 16) &+ 2
                            out[x] = UInt8(truncatingIfNeeded: min(255, max(0, sum >> 2)))
                        }
                    }
                }
            }
        }
    }
}

/// A box of whole pixels.
public struct PixelBox: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The pixels whose left upper corner lies in `box`, as far as the picture goes; nil where there is none.
    public init?(_ box: Box, in width: Int, _ height: Int) {
        let x0 = Int(min(Double(width), max(0, box.x)))
        let y0 = Int(min(Double(height), max(0, box.y)))
        let x1 = Int(min(Double(width), max(0, box.maxX)))
        let y1 = Int(min(Double(height), max(0, box.maxY)))
        guard x1 > x0, y1 > y0 else { return nil }
        self.init(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    /// All pixels that `box` touches, as far as the picture goes; nil where there is none.
    public init?(touching box: Box, in width: Int, _ height: Int) {
        let (x0, y0, x1, y1) = box.pixelRange(width: width, height: height)
        guard x1 > x0, y1 > y0 else { return nil }
        self.init(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    public var maxX: Int { x + width }
    public var maxY: Int { y + height }
}

/// For every place of a line of another length, the two places it lies between and how near it is to each, in 2048ths.
private struct LinearTaps {
    struct Tap {
        /// May be -1 or the last place: then the line's end counts twice.
        var index: Int
        var first: Int16
        var second: Int16
    }

    let taps: [Tap]

    init(from length: Int, to newLength: Int) {
        let scale = 1 / (Double(newLength) / Double(length))
        taps = (0..<newLength).map { place in
            let exact = Float((Double(place) + 0.5) * scale - 0.5)
            let index = exact.rounded(.down)
            let part = exact - index
            return Tap(
                index: Int(index), first: Int16(((1 - part) * 2048).rounded(.toNearestOrEven)),
                second: Int16((part * 2048).rounded(.toNearestOrEven)))
        }
    }
}

/// Rows at their new width, the last two of them kept.
private struct WidenedRows {
    private let rows: RGBRows
    private let taps: [LinearTaps.Tap]
    private var kept: [(y: Int, values: [Int32])] = []

    init(rows: RGBRows, across: LinearTaps) {
        self.rows = rows
        let last = rows.width - 1
        taps = across.taps.map { tap in
            // Across, unlike down, what lies past an end is the end itself; both places are inside the row all the same.
            if tap.index < 0 { return .init(index: 0, first: 2048, second: 0) }
            if tap.index >= last { return .init(index: max(0, last - 1), first: 0, second: 2048) }
            return tap
        }
    }

    /// Red, green and blue one after the other, in 2048ths.
    mutating func row(_ y: Int) -> [Int32] {
        if let known = kept.first(where: { $0.y == y }) { return known.values }
        let count = taps.count
        let next = rows.width > 1 ? 1 : 0
        let values = [Int32](unsafeUninitializedCapacity: 3 * count) { out, filled in
            filled = 3 * count
            guard let red = out.baseAddress else { return }
            let (green, blue) = (red + count, red + 2 * count)
            rows.withRow(y) { r, g, b in
                taps.withUnsafeBufferPointer { taps in
                    for x in 0..<count {
                        let tap = taps[x]
                        let (here, there) = (tap.index, tap.index + next)
                        let (first, second) = (Int32(tap.first), Int32(tap.second))
                        red[x] = Int32(r[here]) &* first &+ Int32(r[there]) &* second
                        green[x] = Int32(g[here]) &* first &+ Int32(g[there]) &* second
                        blue[x] = Int32(b[here]) &* first &+ Int32(b[there]) &* second
                    }
                }
            }
        }
        if kept.count == 2 { kept.removeFirst() }
        kept.append((y, values))
        return values
    }
}

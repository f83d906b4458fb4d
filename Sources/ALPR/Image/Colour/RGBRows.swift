/// Makes red, green and blue of single rows of a picture.
///
/// Colour differences of half the size are interpolated as libjpeg does ("fancy upsampling": weights 3 and 1 of the two nearest),
/// so that a picture looks to a net as it did to its trainers' tools.
struct RGBRows {
    private let image: ColourImage
    private let columns: Range<Int>
    private let weights: Weights

    var width: Int { columns.count }

    init(_ image: ColourImage, columns: Range<Int>) {
        self.image = image
        self.columns = columns
        if case .differences(_, _, let encoding) = image.planes {
            weights = Weights(encoding)
        } else {
            weights = Weights(.init(isFullRange: true, isHighDefinition: false))
        }
    }

    typealias Row = UnsafeMutablePointer<UInt8>
    typealias Pixels = UnsafePointer<UInt8>

    /// Writes the row's columns to the three rows, each `width` bytes.
    func fill(_ y: Int, _ red: Row, _ green: Row, _ blue: Row) {
        switch image.planes {
        case .grey(let luma):
            copy(luma, y, to: red)
            green.update(from: red, count: width)
            blue.update(from: red, count: width)
        case .rgb(let image):
            copy(image.red, y, to: red)
            copy(image.green, y, to: green)
            copy(image.blue, y, to: blue)
        case .differences(let luma, let chroma, _):
            withUnsafeTemporaryAllocation(of: Int16.self, capacity: 2 * max(1, width)) { differences in
                guard let cb = differences.baseAddress else { return }
                let cr = cb + width
                upsample(chroma.blue, chroma, y, to: cb)
                upsample(chroma.red, chroma, y, to: cr)
                luma.withPixels { pixels in
                    guard let base = pixels.baseAddress else { return }
                    weights.mix(base + y * luma.width + columns.lowerBound, cb, cr, width, red, green, blue)
                }
            }
        }
    }

    /// Gives the row's columns, each `width` bytes; a picture that has its colours in planes is not copied for it.
    func withRow(_ y: Int, _ body: (_ red: Pixels, _ green: Pixels, _ blue: Pixels) -> Void) {
        switch image.planes {
        case .grey(let luma):
            from(luma, y) { body($0, $0, $0) }
        case .rgb(let image):
            from(image.red, y) { red in from(image.green, y) { green in from(image.blue, y) { body(red, green, $0) } } }
        case .differences:
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * max(1, width)) { pixels in
                guard let red = pixels.baseAddress else { return }
                fill(y, red, red + width, red + 2 * width)
                body(red, red + width, red + 2 * width)
            }
        }
    }

    private func from(_ plane: LumaImage, _ y: Int, _ body: (Pixels) -> Void) {
        plane.withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            body(base + y * plane.width + columns.lowerBound)
        }
    }

    private func copy(_ plane: LumaImage, _ y: Int, to row: Row) {
        from(plane, y) { row.update(from: $0, count: width) }
    }

    /// The row's colour differences, at the picture's full width.
    private func upsample(
        _ plane: LumaImage, _ chroma: ColourImage.Chroma, _ y: Int, to out: UnsafeMutablePointer<Int16>
    ) {
        plane.withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            // The columns of the plane that have a part in the row's, and one more on either side.
            let half = chroma.isHalfWide
            let first = half ? max(0, columns.lowerBound / 2 - 1) : columns.lowerBound
            let end = half ? min(plane.width, (columns.upperBound - 1) / 2 + 2) : columns.upperBound
            let near = base + (chroma.isHalfHigh ? y / 2 : y) * plane.width + first
            let isUpper = y & 1 == 0
            let farRow = chroma.isHalfHigh ? min(plane.height - 1, max(0, y / 2 + (isUpper ? -1 : 1))) : y
            let far = base + farRow * plane.width + first
            if !half {
                if !chroma.isHalfHigh {
                    for x in 0..<width { out[x] = Int16(near[x]) }
                } else {
                    let rounding: Int16 = isUpper ? 1 : 2
                    for x in 0..<width { out[x] = (3 &* Int16(near[x]) &+ Int16(far[x]) &+ rounding) >> 2 }
                }
                return
            }
            withUnsafeTemporaryAllocation(of: Int16.self, capacity: end - first + 2) { sums in
                guard let sums = sums.baseAddress.map({ $0 + 1 }) else { return }
                if chroma.isHalfHigh {
                    for x in 0..<end - first { sums[x] = 3 &* Int16(near[x]) &+ Int16(far[x]) }
                } else {
                    for x in 0..<end - first { sums[x] = Int16(near[x]) }
                }
                // Past the picture's ends, the end counts again.
                sums[-1] = sums[0]
                sums[end - first] = sums[end - first - 1]
                let tall = chroma.isHalfHigh
                widen(sums - first, to: out, roundings: tall ? (8, 7) : (1, 2), shift: tall ? 4 : 2)
            }
        }
    }

    /// Twice as wide: each value three parts of the nearest and one of the next, with the roundings of the left and the right one.
    private func widen(
        _ sums: UnsafePointer<Int16>, to out: UnsafeMutablePointer<Int16>, roundings: (Int16, Int16), shift: Int16
    ) {
        var x = 0
        if columns.lowerBound & 1 == 1, width > 0 {
            let i = columns.lowerBound / 2
            out[0] = (3 &* sums[i] &+ sums[i + 1] &+ roundings.1) >> shift
            x = 1
        }
        let start = (columns.lowerBound + x) / 2
        let pairs = (width - x) / 2
        let to = out + x
        for k in 0..<pairs {
            let this = 3 &* sums[start + k]
            to[2 * k] = (this &+ sums[start + k - 1] &+ roundings.0) >> shift
            to[2 * k + 1] = (this &+ sums[start + k + 1] &+ roundings.1) >> shift
        }
        if x + 2 * pairs < width {
            let i = start + pairs
            to[2 * pairs] = (3 &* sums[i] &+ sums[i - 1] &+ roundings.0) >> shift
        }
    }
}

/// What brightness and colour differences contribute, in 65536ths.
private struct Weights {
    let brightness: Int32
    let black: Int32
    let redOfRed: Int32
    let greenOfBlue: Int32
    let greenOfRed: Int32
    let blueOfBlue: Int32

    init(_ encoding: ColourImage.Encoding) {
        // ITU-R BT.601 and BT.709: what of brightness is red, and what is blue.
        let (red, blue) = encoding.isHighDefinition ? (0.2126, 0.0722) : (0.299, 0.114)
        let green = 1 - red - blue
        let range = encoding.isFullRange ? 1 : 255.0 / 224
        func fixed(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }
        brightness = fixed(encoding.isFullRange ? 1 : 255.0 / 219)
        black = encoding.isFullRange ? 0 : 16
        redOfRed = fixed(2 * (1 - red) * range)
        blueOfBlue = fixed(2 * (1 - blue) * range)
        greenOfBlue = fixed(2 * (1 - blue) * blue / green * range)
        greenOfRed = fixed(2 * (1 - red) * red / green * range)
    }

    func mix(
        _ luma: UnsafePointer<UInt8>, _ cb: UnsafePointer<Int16>, _ cr: UnsafePointer<Int16>, _ count: Int,
        _ red: RGBRows.Row, _ green: RGBRows.Row, _ blue: RGBRows.Row
    ) {
        for x in 0..<count {
            let y = (Int32(luma[x]) &- black) &* brightness &+ 32768
            let u = Int32(cb[x]) &- 128
            let v = Int32(cr[x]) &- 128
            red[x] = Self.byte((y &+ redOfRed &* v) >> 16)
            green[x] = Self.byte((y &- greenOfBlue &* u &- greenOfRed &* v) >> 16)
            blue[x] = Self.byte((y &+ blueOfBlue &* u) >> 16)
        }
    }

    @inline(__always)
    private static func byte(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(255, max(0, value))) }
}

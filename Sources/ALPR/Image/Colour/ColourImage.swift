/// A picture with its colours, as its decoder gave them: turned into red, green and blue only where somebody looks.
public struct ColourImage: Sendable {
    /// How bytes become colours.
    public struct Encoding: Sendable, Equatable {
        /// Whether 0-255 is used for brightness, and not 16-235.
        public var isFullRange: Bool
        /// Whether the colours are those of ITU-R BT.709 (high definition), and not BT.601.
        public var isHighDefinition: Bool

        public init(isFullRange: Bool, isHighDefinition: Bool) {
            self.isFullRange = isFullRange
            self.isHighDefinition = isHighDefinition
        }
    }

    /// The two planes of colour differences, of half the size in either direction or of the whole.
    public struct Chroma: Sendable {
        public var blue: LumaImage
        public var red: LumaImage
        public var isHalfWide: Bool
        public var isHalfHigh: Bool

        public init(blue: LumaImage, red: LumaImage, isHalfWide: Bool, isHalfHigh: Bool) {
            self.blue = blue
            self.red = red
            self.isHalfWide = isHalfWide
            self.isHalfHigh = isHalfHigh
        }
    }

    package enum Planes: Sendable {
        case differences(luma: LumaImage, Chroma, Encoding)
        case rgb(RGBImage)
        case grey(LumaImage)
    }

    package let planes: Planes

    /// A video picture: brightness and colour differences.
    public init(luma: LumaImage, chroma: Chroma, encoding: Encoding) {
        precondition(chroma.blue.width == chroma.red.width && chroma.blue.height == chroma.red.height)
        precondition(chroma.blue.width == (chroma.isHalfWide ? (luma.width + 1) / 2 : luma.width))
        precondition(chroma.blue.height == (chroma.isHalfHigh ? (luma.height + 1) / 2 : luma.height))
        planes = .differences(luma: luma, chroma, encoding)
    }

    public init(_ image: RGBImage) {
        planes = .rgb(image)
    }

    /// A picture without colours.
    public init(grey image: LumaImage) {
        planes = .grey(image)
    }

    public var width: Int {
        switch planes {
        case .differences(let luma, _, _): luma.width
        case .rgb(let image): image.width
        case .grey(let image): image.width
        }
    }

    public var height: Int {
        switch planes {
        case .differences(let luma, _, _): luma.height
        case .rgb(let image): image.height
        case .grey(let image): image.height
        }
    }

    /// The pixels inside `box`, clipped to the picture.
    public func cropped(to box: Box) -> RGBImage {
        let (x0, y0, x1, y1) = box.pixelRange(width: width, height: height)
        let rows = RGBRows(self, columns: x0..<max(x0, x1))
        return RGBImage(width: rows.width, height: max(0, y1 - y0)) { y, red, green, blue in
            rows.fill(y0 + y, red, green, blue)
        }
    }

    /// The whole picture as red, green and blue.
    public var rgb: RGBImage {
        cropped(to: Box(x: 0, y: 0, width: Double(width), height: Double(height)))
    }
}

/// Red, green and blue, each a picture of its own.
public struct RGBImage: Sendable, Equatable {
    public var red: LumaImage
    public var green: LumaImage
    public var blue: LumaImage

    public init(red: LumaImage, green: LumaImage, blue: LumaImage) {
        precondition(red.width == green.width && red.width == blue.width)
        precondition(red.height == green.height && red.height == blue.height)
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// - Parameter fill: writes one row into the three pictures.
    init(
        width: Int, height: Int,
        _ fill: (Int, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Void
    ) {
        var (red, green, blue) = (
            LumaImage(width: 0, height: 0), LumaImage(width: 0, height: 0), LumaImage(width: 0, height: 0)
        )
        red = LumaImage(width: width, height: height) { r in
            green = LumaImage(width: width, height: height) { g in
                blue = LumaImage(width: width, height: height) { b in
                    guard let r = r.baseAddress, let g = g.baseAddress, let b = b.baseAddress else { return }
                    for y in 0..<height { fill(y, r + y * width, g + y * width, b + y * width) }
                }
            }
        }
        self.init(red: red, green: green, blue: blue)
    }

    public var width: Int { red.width }
    public var height: Int { red.height }

    /// The three after the same change.
    public func map(_ change: (LumaImage) -> LumaImage) -> RGBImage {
        RGBImage(red: change(red), green: change(green), blue: change(blue))
    }
}

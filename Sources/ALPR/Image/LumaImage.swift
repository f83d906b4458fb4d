/// A grey picture: one byte a pixel, rows from the top, no padding between rows.
public struct LumaImage: Sendable {
    public let width: Int
    public let height: Int
    private var storage: Storage

    private enum Storage: Sendable {
        case own([UInt8])
        case held(HeldBytes)
    }

    /// `width * height` bytes, row by row from the top-left corner. Where they are somebody else's, this is a copy: `withPixels` makes none.
    public var pixels: [UInt8] {
        switch storage {
        case .own(let pixels): pixels
        case .held(let bytes): bytes.withBytes(Array.init)
        }
    }

    /// Gives the same bytes to `body`, for the time of the call.
    public func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        switch storage {
        case .own(let pixels): try pixels.withUnsafeBufferPointer(body)
        case .held(let bytes): try bytes.withBytes(body)
        }
    }

    /// - Precondition: `pixels` holds exactly `width * height` bytes.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height, "pixels do not fill the picture")
        self.width = width
        self.height = height
        storage = .own(pixels)
    }

    /// A picture of bytes that are somebody else's, and are held for as long as it or a copy of it is there.
    ///
    /// - Precondition: there are exactly `width * height` of them.
    public init(width: Int, height: Int, held bytes: HeldBytes) {
        precondition(width >= 0 && height >= 0 && bytes.count == width * height, "pixels do not fill the picture")
        self.width = width
        self.height = height
        storage = .held(bytes)
    }

    /// A picture of one grey.
    public init(width: Int, height: Int, filledWith grey: UInt8 = 0) {
        self.init(width: width, height: height, pixels: [UInt8](repeating: grey, count: width * height))
    }

    /// A picture whose bytes `fill` writes; `fill` must write all `width * height` of them.
    public init(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Void) rethrows {
        self.width = width
        self.height = height
        storage = .own(
            try [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
                try fill(buffer)
                count = width * height
            })
    }

    public subscript(x: Int, y: Int) -> UInt8 {
        get {
            switch storage {
            case .own(let pixels): pixels[y * width + x]
            case .held(let bytes): bytes[y * width + x]
            }
        }
        set {
            var pixels = pixels
            // The only one that has them: they are changed where they are.
            storage = .own([])
            pixels[y * width + x] = newValue
            storage = .own(pixels)
        }
    }

    /// Whether its bytes are somebody else's.
    package var isHeld: Bool {
        if case .held = storage { true } else { false }
    }

    /// How many pixels it has.
    public var count: Int { width * height }

    public var isEmpty: Bool { count == 0 }

    /// The whole picture as a box in its own pixels.
    public var bounds: Box { Box(x: 0, y: 0, width: Double(width), height: Double(height)) }

    /// The pixels inside `box`, clipped to the picture.
    public func cropped(to box: Box) -> LumaImage {
        let (x0, y0, x1, y1) = box.pixelRange(width: width, height: height)
        let w = max(0, x1 - x0)
        let h = max(0, y1 - y0)
        if w == width, h == height { return self }
        return LumaImage(width: w, height: h) { out in
            withPixels { source in
                guard w > 0, let source = source.baseAddress, let out = out.baseAddress else { return }
                for y in 0..<h { (out + y * w).update(from: source + (y0 + y) * width + x0, count: w) }
            }
        }
    }

    /// Half the size, each pixel the mean of four.
    public func halved() -> LumaImage {
        let w = width / 2
        let h = height / 2
        return LumaImage(width: w, height: h) { out in
            withPixels { source in
                guard let source = source.baseAddress, let out = out.baseAddress else { return }
                for y in 0..<h {
                    // A word is two pixels, the lower byte the first: bytes lie in that order on every machine this runs on.
                    let a = UnsafeRawPointer(source + 2 * y * width)
                    let b = a + width
                    let to = out + y * w
                    for x in 0..<w {
                        let above = a.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self)
                        let below = b.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self)
                        let sum = (above & 0xFF) &+ (above >> 8) &+ (below & 0xFF) &+ (below >> 8)
                        to[x] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
                    }
                }
            }
        }
    }

    /// Twice the size, by linear interpolation between pixel centres.
    public func doubled() -> LumaImage {
        let w = width * 2
        let h = height * 2
        guard width > 0, height > 0 else { return self }
        return LumaImage(width: w, height: h) { out in
            withPixels { source in
                // A row's sums of three parts of the nearer pixel and one of the farther; its ends stand twice.
                withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width + 2) { sums in
                    guard let source = source.baseAddress, let out = out.baseAddress, let sums = sums.baseAddress
                    else { return }
                    let here = sums + 1
                    for y in 0..<h {
                        // An output pixel's centre lies a quarter of a pixel from its parent's: weights 3 and 1.
                        let near = source + (y / 2) * width
                        let far = source + min(height - 1, max(0, y / 2 + (y & 1 == 0 ? -1 : 1))) * width
                        for x in 0..<width { here[x] = 3 * UInt16(near[x]) &+ UInt16(far[x]) }
                        here[-1] = here[0]
                        here[width] = here[width - 1]
                        let to = UnsafeMutableRawPointer(out + y * w)
                        for x in 0..<width {
                            let middle = 3 &* here[x] &+ 8
                            let left = (middle &+ here[x - 1]) >> 4
                            let right = (middle &+ here[x + 1]) >> 4
                            // Two pixels, the lower byte the first.
                            to.storeBytes(of: left | right << 8, toByteOffset: 2 * x, as: UInt16.self)
                        }
                    }
                }
            }
        }
    }
}

extension LumaImage: Equatable {
    public static func == (one: LumaImage, other: LumaImage) -> Bool {
        guard one.width == other.width, one.height == other.height else { return false }
        return one.withPixels { pixels in
            other.withPixels { pixels.baseAddress == $0.baseAddress || pixels.elementsEqual($0) }
        }
    }
}

extension LumaImage {
    /// The picture at another size, by linear interpolation.
    public func resized(width newWidth: Int, height newHeight: Int) -> LumaImage {
        if newWidth == width, newHeight == height { return self }
        return Rectifier.rectify(Quad(bounds), of: self, width: newWidth, height: newHeight)
    }

    /// Widened, where it is narrower than that, to `aspect` times its height.
    public func stretched(toAspect aspect: Double) -> LumaImage {
        let wanted = Int((aspect * Double(height)).rounded())
        return width >= wanted || isEmpty ? self : resized(width: wanted, height: height)
    }
}

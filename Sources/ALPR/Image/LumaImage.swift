/// A grey picture: one byte a pixel, rows from the top, no padding between rows.
public struct LumaImage: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// `width * height` bytes, row by row from the top-left corner.
    public private(set) var pixels: [UInt8]

    /// - Precondition: `pixels` holds exactly `width * height` bytes.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height, "pixels do not fill the picture")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// A picture of one grey.
    public init(width: Int, height: Int, filledWith grey: UInt8 = 0) {
        self.init(width: width, height: height, pixels: [UInt8](repeating: grey, count: width * height))
    }

    /// A picture whose bytes `fill` writes; `fill` must write all `width * height` of them.
    public init(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Void) rethrows {
        self.width = width
        self.height = height
        pixels = try [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            try fill(buffer)
            count = width * height
        }
    }

    public subscript(x: Int, y: Int) -> UInt8 {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }

    public var isEmpty: Bool { pixels.isEmpty }

    /// The whole picture as a box in its own pixels.
    public var bounds: Box { Box(x: 0, y: 0, width: Double(width), height: Double(height)) }

    /// The pixels inside `box`, clipped to the picture.
    public func cropped(to box: Box) -> LumaImage {
        let (x0, y0, x1, y1) = box.pixelRange(width: width, height: height)
        let w = max(0, x1 - x0)
        let h = max(0, y1 - y0)
        if w == width, h == height { return self }
        return LumaImage(width: w, height: h) { out in
            pixels.withUnsafeBufferPointer { source in
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
            pixels.withUnsafeBufferPointer { source in
                guard let source = source.baseAddress, let out = out.baseAddress else { return }
                for y in 0..<h {
                    let a = source + 2 * y * width
                    let b = a + width
                    let to = out + y * w
                    for x in 0..<w {
                        let sum = UInt16(a[2 * x]) &+ UInt16(a[2 * x + 1]) &+ UInt16(b[2 * x]) &+ UInt16(b[2 * x + 1])
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
            pixels.withUnsafeBufferPointer { source in
                guard let source = source.baseAddress, let out = out.baseAddress else { return }
                for y in 0..<h {
                    // An output pixel's centre lies a quarter of a pixel from its parent's: weights 3 and 1.
                    let near = source + (y / 2) * width
                    let far = source + min(height - 1, max(0, y / 2 + (y & 1 == 0 ? -1 : 1))) * width
                    let to = out + y * w
                    for x in 0..<width {
                        let left = max(0, x - 1)
                        let right = min(width - 1, x + 1)
                        let here = 3 * UInt16(near[x]) &+ UInt16(far[x])
                        let before = 3 * UInt16(near[left]) &+ UInt16(far[left])
                        let after = 3 * UInt16(near[right]) &+ UInt16(far[right])
                        to[2 * x] = UInt8(truncatingIfNeeded: (3 * here &+ before &+ 8) >> 4)
                        to[2 * x + 1] = UInt8(truncatingIfNeeded: (3 * here &+ after &+ 8) >> 4)
                    }
                }
            }
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

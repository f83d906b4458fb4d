extension ColourImage {
    /// The pixels that `box` touches, clipped to the picture, in planes of their own; a pixel more on a side where half-size colour
    /// differences belong to two columns or rows. Empty where nothing of the picture lies inside.
    public func part(_ box: Box) -> ColourImage {
        switch planes {
        case .grey(let image): return ColourImage(grey: image.cropped(to: box))
        case .rgb(let image): return ColourImage(image.map { $0.cropped(to: box) })
        case .differences(let luma, let chroma, let encoding):
            let (x0, y0, x1, y1) = box.pixelRange(width: width, height: height)
            guard x1 > x0, y1 > y0 else { return ColourImage(grey: LumaImage(width: 0, height: 0)) }
            let (across, down) = (chroma.isHalfWide ? 2 : 1, chroma.isHalfHigh ? 2 : 1)
            // Whole pairs, but for the last column and row of an odd picture.
            let (left, top) = (x0 / across * across, y0 / down * down)
            let right = min(luma.width, (x1 + across - 1) / across * across)
            let bottom = min(luma.height, (y1 + down - 1) / down * down)
            func cut(_ image: LumaImage, _ across: Int, _ down: Int) -> LumaImage {
                let (x, y) = (left / across, top / down)
                return image.cropped(
                    to: Box(
                        x: Double(x), y: Double(y), width: Double((right + across - 1) / across - x),
                        height: Double((bottom + down - 1) / down - y)))
            }
            return ColourImage(
                luma: cut(luma, 1, 1),
                chroma: Chroma(
                    blue: cut(chroma.blue, across, down), red: cut(chroma.red, across, down),
                    isHalfWide: chroma.isHalfWide, isHalfHigh: chroma.isHalfHigh), encoding: encoding)
        }
    }

    /// The picture at most so wide, each pixel the mean of the area that it covers; itself where it is no wider.
    public func atMost(width limit: Int) -> ColourImage {
        guard width > limit, limit > 0, height > 0 else { return self }
        let (w, h) = (limit, max(1, (height * limit + width / 2) / width))
        switch planes {
        case .grey(let image): return ColourImage(grey: image.shrunk(width: w, height: h))
        case .rgb(let image): return ColourImage(image.map { $0.shrunk(width: w, height: h) })
        case .differences(let luma, let chroma, let encoding):
            // A smaller picture needs its colours no finer than half.
            let (halfWidth, halfHeight) = ((w + 1) / 2, (h + 1) / 2)
            return ColourImage(
                luma: luma.shrunk(width: w, height: h),
                chroma: Chroma(
                    blue: chroma.blue.shrunk(width: halfWidth, height: halfHeight),
                    red: chroma.red.shrunk(width: halfWidth, height: halfHeight), isHalfWide: true, isHalfHigh: true),
                encoding: encoding)
        }
    }

    /// How many bytes its planes have.
    var byteCount: Int {
        switch planes {
        case .grey(let image): image.count
        case .rgb(let image): 3 * image.red.count
        case .differences(let luma, let chroma, _): luma.count + 2 * chroma.blue.count
        }
    }
}

extension ColourImage {
    /// Its brightness, where that is a plane of its own.
    var luma: LumaImage? {
        switch planes {
        case .grey(let image): image
        case .differences(let luma, _, _): luma
        case .rgb: nil
        }
    }
}

extension LumaImage {
    /// Whether both are one picture in memory, and not only equal.
    func isShared(with other: LumaImage) -> Bool {
        width == other.width && height == other.height
            && withPixels { one in
                other.withPixels { one.baseAddress == $0.baseAddress }
            }
    }
}

extension Frame {
    /// The picture as it should be, from one that lies so.
    public func upright(from orientation: Orientation) -> Frame {
        if orientation == .upright { return self }
        let colour = colour?.upright(from: orientation)
        // A video picture's brightness is the grey picture: turned once, kept once.
        if let luma = colour?.luma, self.colour?.luma?.isShared(with: image) == true {
            return Frame(image: luma, colour: colour, time: time)
        }
        return Frame(image: image.upright(from: orientation), colour: colour, time: time)
    }
}

extension LumaImage {
    /// The picture as it should be, from one that lies so.
    public func upright(from orientation: Orientation) -> LumaImage {
        if orientation == .upright || isEmpty { return self }
        let (w, h) = orientation.swapsSides ? (height, width) : (width, height)
        // The first pixel, and how far it is to the next one in a row and in a column, in the camera's picture.
        let (start, right, down) =
            switch orientation {
            case .upright: (0, 1, width)
            case .upsideDown: (width * height - 1, -1, -width)
            case .mirrored: (width - 1, -1, width)
            case .mirroredUpsideDown: ((height - 1) * width, 1, -width)
            case .turnedLeft: ((height - 1) * width, -width, 1)
            case .turnedRight: (width - 1, width, -1)
            }
        return LumaImage(width: w, height: h) { out in
            withPixels { source in
                guard let source = source.baseAddress, let out = out.baseAddress else { return }
                for y in 0..<h {
                    let (from, to) = (source + start + y * down, out + y * w)
                    for x in 0..<w { to[x] = from[x * right] }
                }
            }
        }
    }
}

extension ColourImage {
    /// The picture as it should be, from one that lies so.
    public func upright(from orientation: Orientation) -> ColourImage {
        if orientation == .upright { return self }
        switch planes {
        case .grey(let image): return ColourImage(grey: image.upright(from: orientation))
        case .rgb(let image): return ColourImage(image.map { $0.upright(from: orientation) })
        case .differences(let luma, let chroma, let encoding):
            // A difference that stands for the last column alone would come to stand for the first two.
            let isEven =
                (!chroma.isHalfWide || luma.width % 2 == 0) && (!chroma.isHalfHigh || luma.height % 2 == 0)
            guard isEven else { return ColourImage(rgb.map { $0.upright(from: orientation) }) }
            let swaps = orientation.swapsSides
            return ColourImage(
                luma: luma.upright(from: orientation),
                chroma: Chroma(
                    blue: chroma.blue.upright(from: orientation), red: chroma.red.upright(from: orientation),
                    isHalfWide: swaps ? chroma.isHalfHigh : chroma.isHalfWide,
                    isHalfHigh: swaps ? chroma.isHalfWide : chroma.isHalfHigh), encoding: encoding)
        }
    }
}

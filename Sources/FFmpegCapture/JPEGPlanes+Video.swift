import ALPR

extension JPEGPlanes {
    /// Of a picture as its decoder gave it. Video with colour differences of half the size stays as it is, but for the range and the
    /// weights of its colours (BT.709 or BT.601, 16-235); anything else goes by way of red, green and blue.
    init(of image: ColourImage) {
        switch image.planes {
        case .grey(let luma):
            let half = ((luma.width + 1) / 2, (luma.height + 1) / 2)
            let none = LumaImage(width: half.0, height: half.1, filledWith: 128)
            self.init(luma: luma, blue: none, red: none)
        case .differences(let luma, let chroma, let encoding) where chroma.isHalfWide && chroma.isHalfHigh:
            self = Recoding(encoding).planes(luma: luma, blue: chroma.blue, red: chroma.red)
        case .rgb, .differences:
            self.init(of: image.rgb)
        }
    }
}

/// From a video's brightness and colour differences to those of JPEG, in 65536ths.
private struct Recoding {
    private let black: Int32
    /// What each old value contributes to each new one.
    private let lumaOfLuma: Int32
    private let (lumaOfBlue, lumaOfRed): (Int32, Int32)
    private let (blueOfBlue, blueOfRed): (Int32, Int32)
    private let (redOfBlue, redOfRed): (Int32, Int32)

    init(_ encoding: ColourImage.Encoding) {
        let lumaRange = encoding.isFullRange ? 1 : 255.0 / 219
        let range = encoding.isFullRange ? 1 : 255.0 / 224
        black = encoding.isFullRange ? 0 : 16
        func fixed(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }
        lumaOfLuma = fixed(lumaRange)
        guard encoding.isHighDefinition else {
            (lumaOfBlue, lumaOfRed, blueOfRed, redOfBlue) = (0, 0, 0, 0)
            (blueOfBlue, redOfRed) = (fixed(range), fixed(range))
            return
        }
        // ITU-R BT.709 into BT.601: red, green and blue of the one, weighed as the other does.
        let (red, blue, newRed, newBlue) = (0.2126, 0.0722, 0.299, 0.114)
        let green = 1 - red - blue
        let newGreen = 1 - newRed - newBlue
        // Brightness apart, the differences alone make so much of red, green and blue.
        let (redOfCr, blueOfCb) = (2 * (1 - red), 2 * (1 - blue))
        let (greenOfCb, greenOfCr) = (-2 * (1 - blue) * blue / green, -2 * (1 - red) * red / green)
        let lumaOfCb = newGreen * greenOfCb + newBlue * blueOfCb
        let lumaOfCr = newRed * redOfCr + newGreen * greenOfCr
        (lumaOfBlue, lumaOfRed) = (fixed(range * lumaOfCb), fixed(range * lumaOfCr))
        let (toBlue, toRed) = (range / (2 * (1 - newBlue)), range / (2 * (1 - newRed)))
        (blueOfBlue, blueOfRed) = (fixed((blueOfCb - lumaOfCb) * toBlue), fixed(-lumaOfCr * toBlue))
        (redOfBlue, redOfRed) = (fixed(-lumaOfCb * toRed), fixed((redOfCr - lumaOfCr) * toRed))
    }

    private var changesNothing: Bool { lumaOfLuma == 65536 && lumaOfBlue == 0 && lumaOfRed == 0 }

    func planes(luma: LumaImage, blue: LumaImage, red: LumaImage) -> JPEGPlanes {
        if changesNothing { return JPEGPlanes(luma: luma, blue: blue, red: red) }
        return JPEGPlanes(
            luma: brightness(luma, blue, red), blue: difference(blue, red, blueOfBlue, blueOfRed),
            red: difference(blue, red, redOfBlue, redOfRed))
    }

    private func brightness(_ luma: LumaImage, _ blue: LumaImage, _ red: LumaImage) -> LumaImage {
        LumaImage(width: luma.width, height: luma.height) { out in
            luma.withPixels { y in
                blue.withPixels { cb in
                    red.withPixels { cr in
                        for row in 0..<luma.height {
                            let (at, half) = (row * luma.width, row / 2 * blue.width)
                            for x in 0..<luma.width {
                                let sum =
                                    (Int32(y[at + x]) &- black) &* lumaOfLuma
                                    &+ (Int32(cb[half + x / 2]) &- 128) &* lumaOfBlue
                                    &+ (Int32(cr[half + x / 2]) &- 128) &* lumaOfRed
                                out[at + x] = Self.byte((sum &+ 32768) >> 16)
                            }
                        }
                    }
                }
            }
        }
    }

    private func difference(_ blue: LumaImage, _ red: LumaImage, _ ofBlue: Int32, _ ofRed: Int32) -> LumaImage {
        LumaImage(width: blue.width, height: blue.height) { out in
            blue.withPixels { cb in
                red.withPixels { cr in
                    for i in 0..<out.count {
                        let sum = (Int32(cb[i]) &- 128) &* ofBlue &+ (Int32(cr[i]) &- 128) &* ofRed
                        out[i] = Self.byte(((sum &+ 32768) >> 16) &+ 128)
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func byte(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(255, max(0, value))) }
}

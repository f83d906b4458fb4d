import ALPR

/// Brightness and colour differences as JPEG has them: ITU-R BT.601, of the full range.
struct JPEGPlanes {
    let luma: LumaImage
    /// Half as wide and as high, as the next one.
    let blue: LumaImage
    let red: LumaImage

    init(luma: LumaImage, blue: LumaImage, red: LumaImage) {
        self.luma = luma
        self.blue = blue
        self.red = red
    }

    // In 65536ths.
    private static let (redLuma, greenLuma, blueLuma) = (19595, 38470, 7471)

    init(of image: RGBImage) {
        let (width, height) = (image.width, image.height)
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        let (r, g, b) = (image.red.pixels, image.green.pixels, image.blue.pixels)
        luma = LumaImage(width: width, height: height) { out in
            for i in out.indices {
                let sum = Self.redLuma * Int(r[i]) + Self.greenLuma * Int(g[i]) + Self.blueLuma * Int(b[i])
                out[i] = UInt8((sum + 32768) >> 16)
            }
        }
        /// The mean of the four pixels round a colour difference; the last column and row count twice where they stand alone.
        func mean(_ plane: [UInt8], _ x: Int, _ y: Int) -> Int {
            let (x1, y1) = (min(width - 1, 2 * x + 1), min(height - 1, 2 * y + 1))
            let (upper, lower) = (2 * y * width, y1 * width)
            return Int(plane[upper + 2 * x]) + Int(plane[upper + x1]) + Int(plane[lower + 2 * x])
                + Int(plane[lower + x1])
        }
        /// From sums of four, whose weights are 65536ths of a quarter each.
        func difference(_ red: Int, _ green: Int, _ blue: Int) -> LumaImage {
            LumaImage(width: halfWidth, height: halfHeight) { out in
                for y in 0..<halfHeight {
                    for x in 0..<halfWidth {
                        let sum = red * mean(r, x, y) + green * mean(g, x, y) + blue * mean(b, x, y)
                        out[y * halfWidth + x] = UInt8(min(255, max(0, (sum + (128 << 18) + (1 << 17)) >> 18)))
                    }
                }
            }
        }
        self.blue = difference(-11059, -21709, 32768)
        self.red = difference(32768, -27439, -5329)
    }
}

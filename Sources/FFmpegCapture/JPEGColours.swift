import ALPR
import CLeptonica

/// The colours of a JPEG as libjpeg decodes them (through leptonica, which libtesseract brings along).
///
/// FFmpeg's own decoder rounds one brightness in fifty differently. Nobody sees that, but a net in doubt may read something else
/// than it does in the tools it was trained with, and pictures are what it is compared on.
enum JPEGColours {
    /// Red, green and blue; nil for what is no JPEG in colour, is broken, or has another size.
    static func decode(_ bytes: [UInt8], width: Int, height: Int) -> RGBImage? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        var warnings: Int32 = 0
        var picture = pixReadMemJpeg(bytes, bytes.count, 0, 1, &warnings, 0)
        defer { pixDestroy(&picture) }
        guard let picture, warnings == 0, pixGetDepth(picture) == 32, Int(pixGetWidth(picture)) == width,
            Int(pixGetHeight(picture)) == height, let words = pixGetData(picture)
        else { return nil }
        let stride = Int(pixGetWpl(picture))
        func plane(_ shift: UInt32) -> LumaImage {
            LumaImage(width: width, height: height) { out in
                for y in 0..<height {
                    for x in 0..<width {
                        out[y * width + x] = UInt8(truncatingIfNeeded: words[y * stride + x] >> shift)
                    }
                }
            }
        }
        return RGBImage(red: plane(24), green: plane(16), blue: plane(8))
    }
}

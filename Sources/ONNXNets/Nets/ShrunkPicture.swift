import ALPR

/// A part of a grey picture as our own detector wants it: shrunk to about so many pixels, in its own shape, with grey at the right and
/// below up to multiples of 32.
struct ShrunkPicture {
    /// Pixels of the net's picture: 512 x 288 of a wide one.
    private static let area = 512.0 * 288
    private static let step = 32.0
    /// A part need not be seen larger than this: characters of 8.5 pixels, the lowest that are read, are 5 high then. A vehicle alone in
    /// the picture costs less so.
    private static let large = 0.6
    /// Nor so many times as large as the whole is. Smaller pictures have that.
    private static let larger = 2.0

    let pixels: [UInt8]
    let width: Int
    let height: Int
    /// Pixels of the net's picture for one of the part's.
    let scale: Double

    init(_ part: LumaImage, of whole: LumaImage) {
        let (w, h) = (Double(part.width), Double(part.height))
        // Nothing is enlarged.
        let scaleOfWhole = (Self.area / Double(whole.width * whole.height)).squareRoot()
        let most = min(1, max(Self.large, Self.larger * scaleOfWhole))
        let wanted = min(most, (Self.area / (w * h)).squareRoot())
        func side(_ length: Double) -> Double {
            max(Self.step, (wanted * length / Self.step).rounded(.toNearestOrEven) * Self.step)
        }
        let outerHeight = side(h)
        // Of a single square the net has fewer places than it ranks, and fails.
        let outerWidth = max(side(w), outerHeight == Self.step ? 2 * Self.step : 0)
        let scale = min(1, min(outerWidth / w, outerHeight / h))
        let width = min(Int(outerWidth), max(1, Int((w * scale).rounded(.toNearestOrEven))))
        let height = min(Int(outerHeight), max(1, Int((h * scale).rounded(.toNearestOrEven))))
        let inner = part.shrunk(width: min(part.width, width), height: min(part.height, height))
        (self.width, self.height, self.scale) = (Int(outerWidth), Int(outerHeight), scale)
        guard inner.width < self.width || inner.height < self.height else {
            pixels = inner.pixels
            return
        }
        var pixels = [UInt8](repeating: Letterbox.border, count: self.width * self.height)
        let inside = inner.pixels
        for y in 0..<inner.height {
            let from = y * inner.width
            pixels.replaceSubrange(
                y * self.width..<y * self.width + inner.width, with: inside[from..<from + inner.width])
        }
        self.pixels = pixels
    }
}

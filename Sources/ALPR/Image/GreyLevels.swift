/// The pixels of a picture in the order of their grey levels.
struct GreyLevels {
    let count: Int
    private var counts = [Int](repeating: 0, count: 256)

    init(of image: LumaImage) {
        count = image.pixels.count
        for pixel in image.pixels { counts[Int(pixel)] += 1 }
    }

    /// The grey level at a place from the darkest, 0 for it itself.
    subscript(place: Int) -> UInt8 {
        var before = 0
        for (level, count) in counts.enumerated() {
            before += count
            if place < before { return UInt8(level) }
        }
        return 255
    }
}

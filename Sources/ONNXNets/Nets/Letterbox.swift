import ALPR

/// A picture scaled to fit into a net's, in its middle.
struct Letterbox {
    /// What is beside the picture: the grey that these nets are trained with.
    static let border: UInt8 = 114

    /// Pixels of the net's picture for one of the part's.
    let scale: Double
    let width: Int
    let height: Int
    let left: Int
    let top: Int
    /// Half of what is over; not rounded.
    private let across: Double
    private let down: Double

    init(_ part: PixelBox, into netWidth: Int, _ netHeight: Int) {
        scale = min(Double(netHeight) / Double(part.height), Double(netWidth) / Double(part.width))
        width = max(1, min(netWidth, Int((Double(part.width) * scale).rounded(.toNearestOrEven))))
        height = max(1, min(netHeight, Int((Double(part.height) * scale).rounded(.toNearestOrEven))))
        across = Double(netWidth - width) / 2
        down = Double(netHeight - height) / 2
        // Of an odd number, the smaller half goes before.
        left = Int((across - 0.1).rounded(.toNearestOrEven))
        top = Int((down - 0.1).rounded(.toNearestOrEven))
    }

    /// From pixels of the net's picture to pixels of the part.
    func box(left: Double, top: Double, right: Double, bottom: Double) -> Box {
        let (x0, y0) = ((left - across) / scale, (top - down) / scale)
        return Box(x: x0, y: y0, width: (right - across) / scale - x0, height: (bottom - down) / scale - y0)
    }

    /// The picture at its place, with grey beside it.
    func framed(_ picture: LumaImage, width netWidth: Int, height netHeight: Int) -> LumaImage {
        if width == netWidth, height == netHeight { return picture }
        return LumaImage(width: netWidth, height: netHeight) { out in
            out.update(repeating: Self.border)
            for y in 0..<height {
                for x in 0..<width { out[(top + y) * netWidth + left + x] = picture[x, y] }
            }
        }
    }
}

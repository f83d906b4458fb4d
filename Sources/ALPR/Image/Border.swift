/// How many pixels of a part lie beyond the picture, on each side.
public struct Border: Hashable, Sendable {
    public var left: Int
    public var top: Int
    public var right: Int
    public var bottom: Int

    public init(left: Int, top: Int, right: Int, bottom: Int) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// What of `box` is missing in `part`, which is all that a picture of this size has of it; no more than there is of it.
    public init(of box: Box, beyond part: PixelBox, in width: Int, _ height: Int) {
        func beyond(_ pixels: Double, _ most: Int) -> Int { Int(min(Double(most), max(0, pixels))) }
        left = beyond((-box.x).rounded(.up), part.width)
        top = beyond((-box.y).rounded(.up), part.height)
        right = beyond(box.maxX.rounded(.down) - Double(width), part.width)
        bottom = beyond(box.maxY.rounded(.down) - Double(height), part.height)
    }

    public var isEmpty: Bool { left + top + right + bottom == 0 }
    /// Whether it is on every side.
    public var isAllRound: Bool { min(left, top, right, bottom) > 0 }
}

extension LumaImage {
    /// With its outermost pixels repeated on each side.
    public func bordered(_ border: Border) -> LumaImage {
        let (outerWidth, outerHeight) = (border.left + width + border.right, border.top + height + border.bottom)
        guard width > 0, height > 0 else { return self }
        return LumaImage(width: outerWidth, height: outerHeight) { out in
            withPixels { pixels in
                for y in 0..<outerHeight {
                    let row = min(height - 1, max(0, y - border.top)) * width
                    for x in 0..<outerWidth {
                        out[y * outerWidth + x] = pixels[row + min(width - 1, max(0, x - border.left))]
                    }
                }
            }
        }
    }
}

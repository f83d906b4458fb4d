import ALPR

/// A picture on which outlines and texts are drawn.
public struct MarkedPicture: Sendable {
    /// A colour, 0-255.
    public struct Ink: Sendable, Equatable {
        public var red: UInt8
        public var green: UInt8
        public var blue: UInt8

        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        public static let black = Ink(red: 0, green: 0, blue: 0)
    }

    public private(set) var image: RGBImage

    public init(_ image: RGBImage) {
        self.image = image
    }

    /// Draws a closed line through the corners, in pixels; what lies outside the picture is left out.
    public mutating func outline(_ corners: [Point], width: Double, in ink: Ink) {
        guard let first = corners.first else { return }
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        let box = Box(
            x: xs.min() ?? 0, y: ys.min() ?? 0, width: (xs.max() ?? 0) - (xs.min() ?? 0),
            height: (ys.max() ?? 0) - (ys.min() ?? 0))
        draw(in: box.expanded(x: width + 1, y: width + 1), ink) { mask, x, y in
            for (a, b) in zip(corners, corners.dropFirst() + [first]) {
                mask.draw(
                    from: Point(x: a.x - x, y: a.y - y), to: Point(x: b.x - x, y: b.y - y), radius: width / 2)
            }
        }
    }

    public mutating func outline(_ box: Box, width: Double, in ink: Ink) {
        outline(Quad(box).corners, width: width, in: ink)
    }

    /// Writes capitals and digits on a ground, above `box` where there is room, else below it; what the font has not is a gap.
    ///
    /// - Parameter height: of a character, in pixels.
    public mutating func label(_ box: Box, _ text: String, height: Double, in ink: Ink, on ground: Ink) {
        let line = Lettering(text)
        let margin = 0.3 * height
        let size = (width: line.width * height + 2 * margin, height: height + 2 * margin)
        let (right, bottom) = (Double(image.width), Double(image.height))
        var place = Box(x: box.x, y: box.y - size.height, width: size.width, height: size.height)
        if place.y < 0 { place.y = box.maxY }
        // A box as high as the picture has room only inside.
        place.y = max(0, min(place.y, bottom - size.height))
        place.x = max(0, min(place.x, right - size.width))
        draw(in: place, ground) { mask, x, y in
            mask.fill(Box(x: place.x - x, y: place.y - y, width: place.width, height: place.height))
        }
        draw(in: place, ink) { mask, x, y in
            for (glyph, offset) in line.glyphs {
                mask.draw(
                    glyph, x: place.x + margin + offset * height - x, y: place.y + margin - y, height: height)
            }
        }
    }

    /// Lays ink over the part of the picture that `box` touches.
    ///
    /// - Parameter body: draws, given the top-left corner of the mask in the picture.
    private mutating func draw(in box: Box, _ ink: Ink, _ body: (inout InkMask, Double, Double) -> Void) {
        let part = box.intersection(Box(x: 0, y: 0, width: Double(image.width), height: Double(image.height)))
        // What lies outside has no whole numbers.
        guard part.width > 0, part.height > 0 else { return }
        let (x0, y0) = (Int(part.x.rounded(.down)), Int(part.y.rounded(.down)))
        let (x1, y1) = (Int(part.maxX.rounded(.up)), Int(part.maxY.rounded(.up)))
        guard x1 > x0, y1 > y0 else { return }
        var mask = InkMask(width: x1 - x0, height: y1 - y0)
        body(&mask, Double(x0), Double(y0))
        for y in 0..<mask.height {
            for x in 0..<mask.width {
                let share = mask.coverage[y * mask.width + x]
                guard share > 0 else { continue }
                image.red[x0 + x, y0 + y] = Self.mix(image.red[x0 + x, y0 + y], ink.red, share)
                image.green[x0 + x, y0 + y] = Self.mix(image.green[x0 + x, y0 + y], ink.green, share)
                image.blue[x0 + x, y0 + y] = Self.mix(image.blue[x0 + x, y0 + y], ink.blue, share)
            }
        }
    }

    private static func mix(_ ground: UInt8, _ ink: UInt8, _ share: Float) -> UInt8 {
        UInt8(Float(ground) + (Float(ink) - Float(ground)) * share + 0.5)
    }
}

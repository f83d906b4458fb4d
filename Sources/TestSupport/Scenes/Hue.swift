import ALPR
import PlateDrawing

/// What a colour adds to a grey, as video has it: two numbers around 128.
public struct Hue: Sendable, Equatable {
    /// Cb.
    public var blue: UInt8
    /// Cr.
    public var red: UInt8

    public init(blue: UInt8, red: UInt8) {
        self.blue = blue
        self.red = red
    }

    public static let none = Hue(blue: 128, red: 128)
    static let sky = Hue(blue: 146, red: 116)
    static let hedge = Hue(blue: 112, red: 116)
    static let yellow = Hue(blue: 44, red: 146)
    static let band = Hue(blue: 178, red: 112)
}

extension Scene {
    /// One kind of its colours, at half its width and height.
    public func chroma(_ kind: KeyPath<Hue, UInt8>) -> LumaImage {
        var canvas = Canvas(Road.chroma(width: background.width / 2, height: background.height / 2, kind))
        func half(_ quad: Quad) -> Quad {
            func half(_ point: Point) -> Point { Point(x: point.x / 2, y: point.y / 2) }
            return Quad(
                topLeft: half(quad.topLeft), topRight: half(quad.topRight), bottomRight: half(quad.bottomRight),
                bottomLeft: half(quad.bottomLeft))
        }
        for placement in placements {
            placement.vehicle?.tint(behind: half(placement.quad), on: &canvas, kind)
            let style = placement.plate.style
            let ground = style.ground == PlateStyle.yellow.ground ? Hue.yellow : .none
            canvas.fill(half(placement.quad), grey: ground[keyPath: kind])
            guard style.band != nil else { continue }
            let band = Box(x: 0, y: 0, width: placement.plate.bandShare, height: 1)
            canvas.fill(half(Homography(unitSquareTo: placement.quad)(band)), grey: Hue.band[keyPath: kind])
        }
        return canvas.image
    }
}

extension Road {
    /// One kind of its colours.
    static func chroma(width: Int, height: Int, _ kind: KeyPath<Hue, UInt8>) -> LumaImage {
        LumaImage(width: width, height: height) { _, y in
            let share = Double(y) / Double(max(1, height))
            let hue = share < 0.2 ? Hue.sky : share < 0.3 ? .hedge : .none
            return Int(hue[keyPath: kind])
        }
    }
}

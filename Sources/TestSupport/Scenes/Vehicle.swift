import ALPR

/// What a plate is mounted on: the front of a car as a dozen flat shapes.
public struct Vehicle: Sendable, Equatable {
    /// Grey of the paint, 0-255.
    public var paint: UInt8
    /// Colour of the paint, where the picture has colours.
    public var hue = Hue.none
    /// How much light falls on it: 1 by day.
    public var light = 1.0

    public init(paint: UInt8) {
        self.paint = paint
    }

    /// A shape in widths and heights of the plate, which is (0, 0)-(1, 1).
    private struct Part {
        var quad: Quad
        var grey: UInt8
        var isPainted: Bool

        init(
            _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, inset: Double = 0, grey: UInt8,
            isPainted: Bool = false
        ) {
            quad = Quad(
                topLeft: Point(x: x0 + inset, y: y0), topRight: Point(x: x1 - inset, y: y0),
                bottomRight: Point(x: x1, y: y1), bottomLeft: Point(x: x0, y: y1))
            self.grey = grey
            self.isPainted = isPainted
        }
    }

    /// In the order they are painted; measured on a car 1.8 m wide behind a plate of 52 × 11 cm.
    private var parts: [Part] {
        [
            Part(-1.25, 2.4, 2.25, 3.5, inset: 0.05, grey: 38),
            Part(-1.15, 1.6, -0.75, 3.4, grey: 22), Part(1.75, 1.6, 2.15, 3.4, grey: 22),
            Part(-0.95, -9.2, 1.95, -5.4, inset: 0.3, grey: paint, isPainted: true),
            Part(-0.85, -8.7, 1.85, -5.6, inset: 0.28, grey: 48),
            Part(-1.2, -5.4, 2.2, -3.6, inset: 0.15, grey: lighter, isPainted: true),
            Part(-1.2, -3.7, 2.2, 2.5, grey: paint, isPainted: true),
            Part(-0.35, -3.3, 1.35, -1, grey: 34), Part(-0.3, -2.3, 1.3, -2.1, grey: 120),
            Part(-1.12, -3.2, -0.45, -1.8, inset: 0.06, grey: 222),
            Part(1.45, -3.2, 2.12, -1.8, inset: 0.06, grey: 222),
            Part(-1.2, 1.75, 2.2, 2.5, grey: 44), Part(-0.05, -0.22, 1.05, 1.22, grey: 52),
        ]
    }

    private var lighter: UInt8 { UInt8(min(255, Int(paint) + 18)) }

    /// Paints the vehicle behind a plate whose corners are `plate`, in pixels of the canvas.
    func draw(behind plate: Quad, on canvas: inout Canvas) {
        for (part, outline) in outlines(behind: plate) {
            canvas.fill(outline, grey: UInt8(Double(part.grey) * light))
        }
    }

    /// Paints its colour on a canvas of one kind of colour; what is not painted has none.
    func tint(behind plate: Quad, on canvas: inout Canvas, _ kind: KeyPath<Hue, UInt8>) {
        for (part, outline) in outlines(behind: plate) {
            canvas.fill(outline, grey: (part.isPainted ? hue : .none)[keyPath: kind])
        }
    }

    private func outlines(behind plate: Quad) -> [(Part, Quad)] {
        let place = Homography(unitSquareTo: plate)
        return parts.map { part in
            let corners = part.quad.corners.map { place($0.x, $0.y) }
            return (
                part,
                Quad(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
            )
        }
    }
}

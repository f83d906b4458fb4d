import ALPR

#if canImport(Glibc)
    import func Glibc.cos
    import func Glibc.sin
#endif

/// A character as the way a pen takes, in units of the way's height: (0, 0) is its top-left end, y grows downwards.
struct Glyph: Sendable {
    /// A piece of a stroke.
    enum Step {
        case to(Double, Double)
        /// Part of an ellipse around (x, y); degrees run clockwise from the right (90 is the bottom).
        case arc(Double, Double, rx: Double, ry: Double, from: Double, to: Double)
    }

    /// Distance between the leftmost and the rightmost point of the way.
    let width: Double
    /// The strokes as straight pieces.
    let strokes: [[Point]]

    init(_ width: Double, _ strokes: [Step]...) {
        self.width = width
        self.strokes = strokes.map { $0.flatMap(Self.points) }
    }

    private static func points(of step: Step) -> [Point] {
        switch step {
        case .to(let x, let y):
            return [Point(x: x, y: y)]
        case .arc(let x, let y, let rx, let ry, let from, let to):
            // 15 degrees a piece: a hundredth of a radius from the arc.
            let pieces = max(1, Int((abs(to - from) / 15).rounded(.up)))
            return (0...pieces).map { piece in
                let angle = (from + (to - from) * Double(piece) / Double(pieces)) * .pi / 180
                return Point(x: x + rx * cos(angle), y: y + ry * sin(angle))
            }
        }
    }
}

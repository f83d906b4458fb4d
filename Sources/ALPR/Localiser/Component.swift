/// A connected patch of ink (pixels clearly darker, or clearly lighter, than their surroundings), as its bounding box.
struct Component: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// Pixels of ink in the box.
    var area: Int

    var maxX: Double { x + width }
    var maxY: Double { y + height }
    var centreX: Double { x + width / 2 }
    var centreY: Double { y + height / 2 }
}

/// Which shapes may be a character.
struct CharacterShape {
    /// Heights in pixels.
    var heights: ClosedRange<Double>

    func accepts(width: Double, height: Double, area: Int) -> Bool {
        heights.contains(height) && width >= 1.5 && width <= 1.15 * height && width >= 0.08 * height
            && Double(area) >= 0.12 * width * height
    }
}

/// Which shapes may be the ground that a plate's text stands on.
enum GroundShape {
    static let heights = 10.0...72.0

    /// Text cuts the ground's lines into many runs, and still leaves much of it: on 1600 grounds of plates, four in five others fall
    /// short of what nine in ten of them have.
    static func accepts(width: Double, height: Double, area: Int, runs: Int) -> Bool {
        guard heights.contains(height), width >= 28, width > 1.5 * height, width < 6.2 * height else { return false }
        let fill = Double(area) / (width * height)
        let runsPerLine = Double(runs) / height
        return fill > 0.25 && runsPerLine > 2.5 && fill * runsPerLine > 1.5
    }
}

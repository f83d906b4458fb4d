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

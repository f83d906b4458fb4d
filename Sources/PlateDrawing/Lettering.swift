/// A line of text in the plate font, in heights of a character.
struct Lettering {
    private static let gap = 0.3

    /// Each with the left edge of its ink.
    let glyphs: [(glyph: Glyph, x: Double)]
    let width: Double

    init(_ text: String) {
        var glyphs: [(Glyph, Double)] = []
        var x = 0.0
        for character in text {
            guard let glyph = PlateFont.glyph(character), let width = PlateFont.width(of: character) else {
                x += Self.gap
                continue
            }
            glyphs.append((glyph, x))
            x += width + PlateFont.spacing
        }
        self.glyphs = glyphs
        width = max(0, x - PlateFont.spacing)
    }
}

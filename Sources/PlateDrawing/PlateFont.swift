/// A stroke font for plates in the manner of DIN 1451: capitals and digits, every one drawn with the same pen.
///
/// O is wide and round, 0 narrow with straight sides; 1 has a flag and I none; B, 5 and Z have corners where 8, S and 2
/// have none.
public enum PlateFont {
    /// Width of the pen, in heights of a character.
    public static let pen = 0.14
    /// Clear space between two characters, in heights of a character.
    public static let spacing = 0.17
    /// All the font has.
    public static let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

    /// From the leftmost to the rightmost ink of a character, in heights of a character; nil for what the font has not.
    public static func width(of character: Character) -> Double? {
        glyphs[character].map { pen + $0.width * (1 - pen) }
    }

    static func glyph(_ character: Character) -> Glyph? {
        glyphs[character]
    }

    private static let glyphs = letters.merging(digits) { letter, _ in letter }
}

import ALPR
import Plates

/// A plate that can be drawn at any size: text, look and the place of every character.
///
/// In the text a space is a gap, `-` a dash and `•` a round seal, as German plates have between district and number; rows are
/// separated by a line break.
public struct RenderedPlate: Sendable, Equatable {
    /// A character or mark and the left edge of its ink, in heights of a character from the row's first ink.
    private struct Place {
        var character: Character
        var x: Double
    }

    public var text: String
    public var style: PlateStyle
    /// In pixels of the plate's own picture.
    public var characterHeight: Double

    private static let rowGap = 0.3
    private static let dash = 0.24
    private static let seal = 0.5
    private static let gap = 0.3
    private static let bandGrey: Float = 62
    private static let bandInk: Float = 230

    /// - Precondition: at least one row, no row empty, and nothing in the text that the font has not.
    public init(_ text: String, style: PlateStyle = .white, characterHeight: Double = 40) {
        precondition(!text.isEmpty && !text.split(separator: "\n", omittingEmptySubsequences: false).contains(""))
        for character in text where !" -•\n".contains(character) {
            precondition(PlateFont.width(of: character) != nil, "the plate font has no \(character)")
        }
        self.text = text
        self.style = style
        self.characterHeight = characterHeight
    }

    /// Capital letters and digits only, rows one after the other: what a reader should give.
    public var plate: String { text.plateCharacters }

    /// Size of the whole plate, in pixels of its own picture.
    public var width: Double { size.width * characterHeight }
    public var height: Double { size.height * characterHeight }

    /// How much of its width the band takes, 0-1.
    public var bandShare: Double { style.bandWidth / size.width }

    /// The ink of each row, top one first, in pixels of the plate's own picture.
    public var rowBoxes: [Box] {
        rows.enumerated().map { index, row in
            origin(ofRow: index, width: row.width).scaled(by: characterHeight)
        }
    }

    /// The plate from the front, without anything around it.
    public func image() -> LumaImage {
        let width = max(1, Int(width.rounded()))
        let height = max(1, Int(height.rounded()))
        var ink = InkMask(width: width, height: height)
        var band = InkMask(width: width, height: height)
        if style.hasBorder { drawBorder(in: &ink) }
        var letters = band
        if style.band != nil { drawBand(in: &band, letters: &letters) }
        for (index, row) in rows.enumerated() {
            let origin = origin(ofRow: index, width: row.width)
            for place in row.places {
                draw(place.character, x: origin.x + place.x, y: origin.y, in: &ink)
            }
        }
        return LumaImage(width: width, height: height) { pixels in
            for i in 0..<(width * height) {
                // One over the other: the ground, its ink, the band, the letters in it.
                var grey = Float(style.ground)
                grey += (Float(style.ink) - grey) * ink.coverage[i]
                grey += (Self.bandGrey - grey) * band.coverage[i]
                grey += (Self.bandInk - grey) * letters.coverage[i]
                pixels[i] = UInt8(grey + 0.5)
            }
        }
    }

    // MARK: - Layout, in heights of a character

    private var rows: [(places: [Place], width: Double)] {
        text.split(separator: "\n").map { row in
            var places: [Place] = []
            var x = 0.0
            var end = 0.0
            for character in row {
                if character == " " {
                    x += Self.gap
                    continue
                }
                places.append(Place(character: character, x: x))
                end = x + Self.width(of: character)
                x = end + PlateFont.spacing
            }
            return (places, end)
        }
    }

    private static func width(of character: Character) -> Double {
        switch character {
        case "-": dash
        case "•": seal
        default: PlateFont.width(of: character) ?? 0
        }
    }

    private var size: (width: Double, height: Double) {
        let rows = rows
        let text = rows.map(\.width).max() ?? 0
        let high = Double(rows.count) + Double(rows.count - 1) * Self.rowGap
        return (
            text + style.bandWidth + 2 * (style.sides + style.borderWidth), high + 2 * (style.ends + style.borderWidth)
        )
    }

    /// Where a row's ink lies: rows are centred on the ground beside the band.
    private func origin(ofRow index: Int, width: Double) -> Box {
        let ground = size.width - style.bandWidth
        return Box(
            x: style.bandWidth + (ground - width) / 2,
            y: style.borderWidth + style.ends + Double(index) * (1 + Self.rowGap), width: width, height: 1)
    }

    // MARK: - Drawing

    private func draw(_ character: Character, x: Double, y: Double, in ink: inout InkMask) {
        let unit = characterHeight
        switch character {
        case "-":
            ink.fill(Box(x: x * unit, y: (y + 0.46) * unit, width: Self.dash * unit, height: 0.11 * unit))
        case "•":
            let centre = Point(x: (x + Self.seal / 2) * unit, y: (y + 0.5) * unit)
            ink.draw(from: centre, to: centre, radius: Self.seal / 2 * unit)
        default:
            guard let glyph = PlateFont.glyph(character) else { return }
            ink.draw(glyph, x: x * unit, y: y * unit, height: unit)
        }
    }

    private func drawBorder(in ink: inout InkMask) {
        let line = style.borderWidth * characterHeight
        // A hair's breadth inside the edge, as on real plates.
        let outline = Quad(Box(x: 0, y: 0, width: width, height: height).expanded(x: -line, y: -line)).corners
        for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
            ink.draw(from: a, to: b, radius: line / 2)
        }
    }

    private func drawBand(in band: inout InkMask, letters: inout InkMask) {
        let unit = characterHeight
        band.fill(Box(x: 0, y: 0, width: style.bandWidth * unit, height: height))
        let glyphs = (style.band ?? "").compactMap { character in
            PlateFont.glyph(character).map { ($0, width: 0.26 * Self.width(of: character)) }
        }
        let gap = 0.26 * PlateFont.spacing
        let wide = glyphs.reduce(-gap) { $0 + $1.width + gap }
        var x = (style.bandWidth - wide) / 2
        for (glyph, width) in glyphs {
            letters.draw(glyph, x: x * unit, y: height - 0.44 * unit, height: 0.26 * unit)
            x += width + gap
        }
    }
}

import Foundation
import Records

/// Letters that look like a capital or a digit of a plate, as they come out of mails, tables and keyboards of other alphabets.
///
/// A plate has what they look like: with the letter itself an entry of a list would never count, and nobody could see why.
package enum Homoglyphs {
    /// Cyrillic and Greek capitals, and Latin ones that are no letter with a mark.
    private static let all: [Character: Character] = [
        "А": "A", "В": "B", "Е": "E", "І": "I", "Ј": "J", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C",
        "Ѕ": "S", "Т": "T", "У": "Y", "Х": "X", "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K",
        "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T", "Υ": "Y", "Χ": "X", "Ø": "O", "Ł": "L", "Đ": "D",
    ]

    /// A text in capitals, without marks over letters, in letters of usual width.
    package static func folded(_ text: String) -> String {
        let capitals = text.uppercased()
        if capitals.utf8.allSatisfy({ $0 < 0x80 }) { return capitals }
        let plain = capitals.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(plain.map { all[$0] ?? $0 })
    }

    /// A text as scanners write it, who read MÜ as MU; nil where that is the text itself.
    ///
    /// - Parameter text: as `PlateText` has it.
    package static func plain(_ text: String) -> String? {
        if PlateText.isPseudonym(text) { return nil }
        let plain = folded(text)
        return plain == text || plain.isEmpty ? nil : plain
    }
}

import Foundation

/// Letters that look like a capital or a digit of a plate, as they come out of mails, tables and keyboards of other alphabets.
///
/// A plate has what they look like: with the letter itself an entry of a list would never count, and nobody could see why.
enum Homoglyphs {
    /// Cyrillic and Greek capitals, and Latin ones that are no letter with a mark.
    private static let all: [Character: Character] = [
        "А": "A", "В": "B", "Е": "E", "І": "I", "Ј": "J", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C",
        "Ѕ": "S", "Т": "T", "У": "Y", "Х": "X", "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K",
        "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T", "Υ": "Y", "Χ": "X", "Ø": "O", "Ł": "L", "Đ": "D",
    ]

    /// A text in capitals, without marks over letters, in letters of usual width.
    static func folded(_ text: String) -> String {
        let capitals = text.uppercased()
        if capitals.utf8.allSatisfy({ $0 < 0x80 }) { return capitals }
        let plain = capitals.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(plain.map { all[$0] ?? $0 })
    }
}

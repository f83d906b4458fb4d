import Records

/// Texts of plates as they are kept and looked for: capitals and digits alone, so that `ab-12 cde` finds AB12CDE.
package enum PlateText {
    /// What is left without spaces, dashes and dots; nil where nothing is.
    package static func normal(_ text: String) -> String? {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) || isPseudonym(text) { return text }
        let kept = text.uppercased().filter { $0.isLetter || $0.isNumber }
        return kept.isEmpty ? nil : kept
    }

    /// Whether it stands in place of a plate that nobody may read.
    package static func isPseudonym(_ text: String) -> Bool { text.hasPrefix(Pseudonyms.mark) }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

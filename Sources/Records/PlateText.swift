/// Texts of plates as they are kept and looked for: capitals and digits alone, so that `ab-12 cde` finds AB12CDE. A pseudonym is as it is.
package enum PlateText {
    /// What is left without spaces, dashes and dots; nil where nothing is.
    package static func normal(_ text: String) -> String? {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) || isPseudonym(text) { return text }
        let kept = bare(text)
        return kept.isEmpty ? nil : kept
    }

    /// Whether it stands in place of a plate that nobody may read.
    package static func isPseudonym(_ text: String) -> Bool { text.hasPrefix(Pseudonyms.mark) }

    /// Whether somebody wrote a plate into a note, among other words and however spaced.
    ///
    /// - Parameter plate: as `normal` has it.
    static func note(_ note: String, tells plate: String) -> Bool { bare(note).contains(bare(plate)) }

    private static func bare(_ text: String) -> String { text.uppercased().filter { $0.isLetter || $0.isNumber } }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// A text in a row of many: twelve bytes, filled up with zeros. What does not fit there has a mark instead, and stands in a table of
/// its own.
package enum PackedText {
    package static let width = 12
    /// Texts of a row: six pages that lie beside each other, so that few places of a disk are read where nothing is in memory. They are
    /// as many as fill the pages: a row that shared one with others would be moved there, and SQLite would leave a copy of its texts.
    static let perBlock = 2040
    /// No text in UTF-8 begins so.
    static let mark: UInt8 = 0xFF

    /// Whether the text fits: ASCII, so that a byte is a character.
    package static func fits(_ text: String) -> Bool {
        let bytes = text.utf8
        return !bytes.isEmpty && bytes.count <= width && bytes.allSatisfy { $0 > 0 && $0 < 0x80 }
    }

    /// Writes the text into its place of a row.
    static func write(_ text: String?, at slot: Int, of block: inout [UInt8]) {
        let start = slot * width
        for place in start..<start + width { block[place] = 0 }
        guard let text else { return }
        guard fits(text) else {
            block[start] = mark
            return
        }
        for (place, byte) in text.utf8.enumerated() { block[start + place] = byte }
    }

    /// Nil where the place is empty, or has the mark.
    static func text(at slot: Int, of block: [UInt8]) -> String? {
        let bytes = block[slot * width..<(slot + 1) * width].prefix { $0 != 0 }
        return bytes.isEmpty || bytes.first == mark ? nil : String(decoding: bytes, as: UTF8.self)
    }

    static let emptyBlock = [UInt8](repeating: 0, count: width * perBlock)
}

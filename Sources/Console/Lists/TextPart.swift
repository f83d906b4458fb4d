/// A part of a text that is looked for in many, in capitals or not.
///
/// By bytes where it is ASCII: comparing by characters took 229 ms for the notes of 100 000 plates.
struct TextPart {
    private let bytes: [UInt8]
    /// In small letters; nil where bytes are enough.
    private let words: String?

    init(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        bytes = isPlain ? text.utf8.map(Self.small) : []
        words = isPlain ? nil : text.lowercased()
    }

    func isIn(_ text: String) -> Bool {
        if let words {
            // What is not ASCII stands in nothing that is.
            return text.utf8.contains { $0 >= 0x80 } && text.lowercased().contains(words)
        }
        guard let first = bytes.first else { return false }
        var text = text
        return text.withUTF8 { all in
            guard all.count >= bytes.count else { return false }
            var place = 0
            while place <= all.count - bytes.count {
                if Self.small(all[place]) == first {
                    var length = 1
                    while length < bytes.count, Self.small(all[place + length]) == bytes[length] { length += 1 }
                    if length == bytes.count { return true }
                }
                place += 1
            }
            return false
        }
    }

    private static func small(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}

/// A site's answer to a look: a piece of the picture, or why there is none.
package struct PicturePiece: Sendable, Equatable {
    private static let mark = "plated.picture/1"
    private static let newline = UInt8(ascii: "\n")
    /// In bytes; a broker takes less than a megabyte as a message.
    package static let size = 128 << 10
    /// Bytes of a picture at most. That of a camera of twelve megapixels has four millions.
    package static let longest = 8 << 20

    package enum Content: Sendable, Equatable {
        case bytes([UInt8], from: Int)
        case refused(PictureAbsence)
    }

    /// Of the look.
    package var number: String
    package var content: Content

    package init(number: String, _ content: Content) {
        self.number = number
        self.content = content
    }

    package var bytes: [UInt8] {
        switch content {
        case .bytes(let bytes, let offset): Array("\(Self.mark) \(number) \(offset)\n".utf8) + bytes
        case .refused(let absence): Array("\(Self.mark) \(number) \(absence.rawValue)\n".utf8)
        }
    }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: Self.newline) else { return nil }
        let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count == 3, words[0] == Self.mark else { return nil }
        let rest = Array(bytes[(end + 1)...])
        if let offset = Int(words[2]), 0..<Self.longest ~= offset, 1...Self.size ~= rest.count {
            self.init(number: words[1], .bytes(rest, from: offset))
        } else if let absence = PictureAbsence(rawValue: words[2]), absence.isSites, rest.isEmpty {
            self.init(number: words[1], .refused(absence))
        } else {
            return nil
        }
    }
}

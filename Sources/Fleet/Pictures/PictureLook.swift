import Records

/// A centre's question for a piece of a picture. It names an event and the hash that its record tells: there is no path in it.
package struct PictureLook: Sendable, Equatable {
    private static let mark = "plated.look/1"
    /// Of a question's number, and of an event's identifier.
    private static let longestWord = 128

    /// Of the question, so that its answer is known.
    package var number: String
    /// The event's identifier.
    package var event: String
    package var digest: Digest
    /// Of the picture's bytes, those from there on.
    package var offset: Int

    package init(number: String, event: String, digest: Digest, offset: Int) {
        self.number = number
        self.event = event
        self.digest = digest
        self.offset = offset
    }

    package var text: String { "\(Self.mark) \(number) \(event) \(digest) \(offset)" }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count == 5, words[0] == Self.mark, words.allSatisfy({ $0.utf8.count <= Self.longestWord }),
            let digest = Digest(words[3]), let offset = Int(words[4]), 0..<PicturePiece.longest ~= offset
        else { return nil }
        self.init(number: words[1], event: words[2], digest: digest, offset: offset)
    }
}

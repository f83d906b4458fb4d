import Records

/// What became of a picture that a site has for its centre, as the centre says.
package struct PictureReceipt: Sendable, Equatable {
    private static let mark = "plated.kept/1"

    package enum Word: String, CaseIterable, Sendable {
        /// It is on the centre's disk.
        case kept
        /// It will never be: it is not what its record tells of, or the centre keeps none.
        case refused
        /// Not now.
        case later
    }

    package var digest: Digest
    package var word: Word

    package init(_ digest: Digest, _ word: Word) {
        self.digest = digest
        self.word = word
    }

    package var text: String { "\(Self.mark) \(digest) \(word.rawValue)" }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count == 3, words[0] == Self.mark, let digest = Digest(words[1]),
            let word = Word(rawValue: words[2])
        else { return nil }
        self.init(digest, word)
    }
}

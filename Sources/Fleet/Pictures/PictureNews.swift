import Records

/// A site's word that it has a picture for its centre to keep. The centre asks for it then, as for one that somebody looks at.
package struct PictureNews: Hashable, Sendable {
    private static let mark = "plated.have/1"
    private static let longest = 300

    /// The event's identifier.
    package var event: String
    package var digest: Digest

    package init(event: String, digest: Digest) {
        self.event = event
        self.digest = digest
    }

    package var text: String { "\(Self.mark) \(event) \(digest)" }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count == 3, words[0] == Self.mark, let digest = Digest(words[2]) else { return nil }
        self.init(event: words[1], digest: digest)
    }
}

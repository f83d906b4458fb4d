import Records

/// A site's word about the centre's lists: which it has, and which pieces it lacks of those that it heard of.
package struct ListWants: Sendable, Equatable {
    private static let mark = "plated.wants/1"
    /// What it asks for at once; it asks again for more.
    package static let most = 32

    /// Of the lists that it has whole; 0 for none.
    package var version: Int64
    package var pieces: [Digest]

    package init(version: Int64, pieces: [Digest] = []) {
        self.version = version
        self.pieces = pieces
    }

    package var text: String { "\(Self.mark) \(version)" + pieces.map { " \($0)" }.joined() }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count >= 2, words[0] == Self.mark, let version = Int64(words[1]), version >= 0 else { return nil }
        let pieces = words.dropFirst(2).compactMap { Digest($0) }
        guard pieces.count == words.count - 2, pieces.count <= Self.most else { return nil }
        self.init(version: version, pieces: pieces)
    }
}

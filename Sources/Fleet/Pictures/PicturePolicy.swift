/// Whether a site's pictures leave it.
package enum PicturePolicy: String, CaseIterable, Sendable {
    /// They stay there, and nobody elsewhere sees one.
    case never
    /// They stay there, and its centre gets a picture while somebody looks at it.
    case asked
    /// Each goes to the centre after its record.
    case always

    private static let mark = "plated.shows/1"

    /// What a site says of it.
    package var offer: String { "\(Self.mark) \(rawValue)" }

    /// Nil of what is none.
    package init?(offer: [UInt8]) {
        let words = String(decoding: offer, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count == 2, words[0] == Self.mark, let policy = PicturePolicy(rawValue: words[1]) else {
            return nil
        }
        self = policy
    }
}

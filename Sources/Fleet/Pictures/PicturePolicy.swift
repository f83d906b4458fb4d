/// Whether a site's pictures leave it.
package enum PicturePolicy: String, CaseIterable, Sendable {
    /// They stay there, and nobody elsewhere sees one.
    case never
    /// They stay there, and its centre gets a picture while somebody looks at it.
    case asked
    /// Each goes to the centre after its record.
    case always

    /// Of a picture, in bytes. That of a camera of twelve megapixels has four millions.
    package static let longest = 8 << 20
}

import Records

/// A centre's word that it has forgotten what a site told it to.
package struct ForgottenReceipt: Sendable, Equatable {
    private static let mark = "plated.forgot/1"

    /// Of the message.
    package var digest: Digest

    package init(_ digest: Digest) { self.digest = digest }

    package var text: String { "\(Self.mark) \(digest)" }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count == 2, words[0] == Self.mark, let digest = Digest(words[1]) else { return nil }
        self.init(digest)
    }
}

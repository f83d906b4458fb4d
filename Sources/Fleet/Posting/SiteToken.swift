import Records

/// What lets a site in at its centre: its name, and 256 bits that nobody can guess. The centre keeps their hash alone.
package struct SiteToken: Sendable, Equatable {
    package let site: String
    private let secret: String

    package init(site: String) {
        self.site = site
        secret = Self.random()
    }

    package var text: String { "\(site).\(secret)" }

    package var digest: String { Digest(of: secret.utf8).description }

    /// Nil where the text is none.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= 64, Self.isRandom(parts[1]) else {
            return nil
        }
        (site, secret) = (String(parts[0]), String(parts[1]))
    }

    static func random() -> String {
        var random = SystemRandomNumberGenerator()
        return Digest(of: (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }).description
    }

    static func isRandom(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }
}

/// What lets a site join, once and not for long; with the hash of the certificate that vouches for the centre, where no machine knows that.
package struct JoinToken: Sendable, Equatable {
    package let site: String
    private let secret: String
    /// The SHA-256 of the certificate, as `openssl x509 -fingerprint -sha256` has it, in small digits without colons.
    package let authority: String?

    package init(site: String, authority: String?) {
        self.site = site
        secret = SiteToken.random()
        self.authority = authority
    }

    package var text: String { "\(site).\(secret)" + (authority.map { ".\($0)" } ?? "") }
    /// As the centre is told it.
    package var bearer: String { secret }
    package var digest: String { Digest(of: secret.utf8).description }

    /// Nil where the text is none.
    package init?(_ text: some StringProtocol) {
        let parts = String(text.filter { !$0.isWhitespace }).split(separator: ".", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, !parts[0].isEmpty, parts.dropFirst().allSatisfy({ SiteToken.isRandom($0) })
        else { return nil }
        (site, secret) = (String(parts[0]), String(parts[1]))
        authority = parts.count == 3 ? String(parts[2]) : nil
    }
}

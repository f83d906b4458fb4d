import Records

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a site needs to join a centre, handed to whoever sets it up: it lets in once, and not for long.
package struct SiteToken: Codable, Sendable, Equatable {
    private static let mark = "plated-site-1."

    /// The site's name at the centre, and its user at the broker.
    package var site: String
    /// Addresses as the site has them.
    package var brokers: [String]
    /// Of the user that may do nothing but join.
    package var password: String
    /// Never sent anywhere: with it the centre knows that what comes is of whoever has the token, and unchanged.
    package var secret: String
    /// Certificates of whoever vouches for the broker, in PEM; nil for those that the machine trusts.
    package var authorities: String?
    /// The centre's public keys.
    package var listKeys: [String]
    /// In milliseconds.
    package var ends: Int64

    package init(
        site: String, brokers: [String], authorities: String?, listKeys: [String], ends: WallTime
    ) {
        self.site = site
        self.brokers = brokers
        password = Self.random()
        secret = Self.random()
        self.authorities = authorities
        self.listKeys = listKeys
        self.ends = ends.milliseconds
    }

    /// Of the broker's user that joins: no site has such a name.
    package static func user(of site: String) -> String { userMark + site }
    package static let userMark = "join-"
    package var user: String { Self.user(of: site) }

    /// 32 bytes that nobody can guess, as text that an address and every file takes.
    package static func random() -> String {
        var random = SystemRandomNumberGenerator()
        return base64((0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
    }

    // MARK: - Text

    package var text: String {
        do {
            return Self.mark + Self.base64(Array(try JSONEncoder().encode(self)))
        } catch {
            preconditionFailure("a token is no JSON: \(error)")
        }
    }

    /// Nil of what is none.
    package init?(_ text: String) {
        let text = text.filter { !$0.isWhitespace }
        guard text.hasPrefix(Self.mark) else { return nil }
        var code = text.dropFirst(Self.mark.count).replacing("-", with: "+").replacing("_", with: "/")
        while code.count % 4 != 0 { code += "=" }
        guard let data = Data(base64Encoded: String(code)) else { return nil }
        do { self = try JSONDecoder().decode(Self.self, from: data) } catch { return nil }
    }
}

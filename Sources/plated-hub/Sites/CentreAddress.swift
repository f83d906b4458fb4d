import Addresses
import Answers
import Basics
import Delivery
import Foundation
import Records
import Settings

/// Where sites reach this centre, and what vouches for it: as the configuration says, or as `behind-caddy` has set Caddy up.
struct CentreAddress {
    private static let caddyfile = "/etc/caddy/Caddyfile"
    private static let caddyAuthority = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"

    let url: String
    /// In PEM; nil where every machine knows it.
    let authority: String?

    /// - Parameters:
    ///   - given: in place of all else.
    ///   - certificate: the path of a certificate that vouches for the address; nil for what is configured.
    init(given: String?, certificate: String?, _ settings: IngestSettings, secrets: SecretPlace) throws(Failure) {
        let action = "looking for the address at which sites reach this centre"
        let caddy = Self.caddy()
        guard let address = given ?? settings.address ?? caddy.map({ "https://\($0.name)" }) else {
            throw Failure(
                .configuration, while: action, because: "nothing says it",
                remedy:
                    "Let a web server with TLS stand in front (sudo behind-caddy NAME), or give --address https://NAME; ingest.address keeps it."
            )
        }
        let whole = address.contains("://") ? address : "https://\(address)"
        if let problem = CentreWay.problem(with: SourceAddress(whole)) {
            throw Failure(.usage, while: action, because: "\(address.shown) \(problem)")
        }
        let plain = whole.hasSuffix("/") ? String(whole.dropLast()) : whole
        url = plain
        let isCaddys = caddy.map { plain == "https://\($0.name)" && $0.isOwnAuthority } ?? false
        if let path = certificate ?? settings.authority.map(secrets.path(of:)) ?? (isCaddys ? Self.caddyAuthority : nil)
        {
            authority = try Self.certificate(path)
        } else {
            authority = nil
        }
    }

    /// The name that `behind-caddy` has given Caddy, and whether its certificate is of this machine's own authority; nil where it has not.
    private static func caddy() -> (name: String, isOwnAuthority: Bool)? {
        guard let data = FileManager.default.contents(atPath: caddyfile) else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        guard text.hasPrefix("# plated's console behind Caddy"),
            let match = text.firstMatch(of: /(?m)^(?:https:\/\/)?([A-Za-z0-9][A-Za-z0-9.-]*) \{$/)
        else { return nil }
        return (String(match.1), text.contains("tls internal"))
    }

    private static func certificate(_ path: String) throws(Failure) -> String {
        let action = "reading the certificate that vouches for this centre, \(path)"
        let text: String
        do { text = try TextFile(path, upTo: 64 << 10).text() } catch {
            throw Failure(
                .noInput, while: action, because: error.reason,
                remedy: error.isForbidden ? "Run it as root." : "Caddy makes it with its first start.")
        }
        guard let first = first(of: text) else {
            throw Failure(.badData, while: action, because: "it is no certificate in PEM")
        }
        return first.pem
    }

    /// The first certificate of a text in PEM, and its SHA-256 as `openssl x509 -fingerprint -sha256` has it; nil where there is none.
    ///
    /// Whatever stands beside it is left out: the hash vouches for this one alone, and who is between two machines can add another.
    static func first(of text: String) -> (pem: String, hash: String)? {
        guard
            let match = text.firstMatch(of: /-----BEGIN CERTIFICATE-----([A-Za-z0-9+\/=\s]+)-----END CERTIFICATE-----/),
            let data = Data(base64Encoded: match.1.filter { !$0.isWhitespace }), !data.isEmpty
        else { return nil }
        return ("\(match.0)\n", Digest(of: Array(data)).description)
    }
}

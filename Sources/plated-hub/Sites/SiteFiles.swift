import Basics
import Delivery
import Fleet
import Foundation
import Service
import Settings

/// What a site has of its centre once it has joined: its token and a certificate beside its configuration, and the destination in it.
///
/// All that could keep it from being written is looked for before the token is used: it lets in once.
struct SiteFiles {
    private static let tokenName = "centre.token"
    private static let authorityName = "centre-ca.pem"

    /// What becomes of the configuration.
    private enum Plan {
        /// It leads to that centre already.
        case asItIs
        case written(WholeFile, text: String)
        /// Somebody has to write it.
        case byHand
    }

    private let config: String
    private let plan: Plan
    private let fragment: String
    private let token: SecretFile
    /// Nil where this machine knows who vouches for the centre.
    private let authority: SecretFile?

    /// - Throws: where the configuration cannot be one of that site, or nothing can be written.
    init(_ config: String?, site: String, url: String, hasAuthority: Bool) throws {
        let path = config ?? HubFile.usual
        self.config = path
        let secrets = HubFile.secrets(config)
        let settings = try HubFile.settings(config)
        if let name = settings.name, name != site {
            throw Failure(
                .configuration, while: "joining as \(site)", because: "this hub is called \(name) (name, in \(path))",
                remedy: "A token for that name: plated-hub site add \(name), at the centre.")
        }
        fragment = Self.fragment(site, url, hasName: settings.name != nil, hasAuthority: hasAuthority)
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let absolute = folder.hasPrefix("/") ? folder : "\(FileManager.default.currentDirectoryPath)/\(folder)"
        let known = settings.destinations.lazy.compactMap(\.centre).first {
            $0.urls.contains(url) && ($0.authorities != nil) == hasAuthority
        }
        token = SecretFile(known.map { secrets.path(of: $0.tokenFile) } ?? "\(absolute)/\(Self.tokenName)")
        authority =
            hasAuthority
            ? SecretFile(known?.authorities.map { secrets.path(of: $0) } ?? "\(absolute)/\(Self.authorityName)") : nil
        if known != nil {
            plan = .asItIs
            return
        }
        try Self.check(token.path) { SiteToken($0.filter { !$0.isWhitespace }) != nil }
        if let authority { try Self.check(authority.path) { CentreAddress.first(of: $0) != nil } }
        let text = FileManager.default.fileExists(atPath: path) ? try YAMLFile.text(of: path) : ""
        let new = text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + fragment
        let read = HubFile(text: new, path: path, environment: ProcessInfo.processInfo.environment)
        // Where it names destinations already, or has the key with nothing in it, nothing of it is to give way.
        if settings.destinations.isEmpty, read.problems.isEmpty {
            plan = .written(try WholeFile(path, as: "the configuration"), text: new)
        } else {
            plan = .byHand
        }
    }

    /// Nothing goes over what somebody else has there.
    private static func check(_ path: String, isOurs: (String) -> Bool) throws(Failure) {
        guard let bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty else { return }
        guard !isOurs(String(decoding: bytes, as: UTF8.self)) else { return }
        throw Failure(
            .usage, while: "writing \(path)", because: "there is a file of that name already, of something else",
            remedy: "Move it away, and run the command again: the token still counts.")
    }

    /// The path of the certificate while it joins; nil where the machine's own count.
    var authorityDraft: String? { authority?.draft }

    func prepare(token own: SiteToken, authority text: String?) throws {
        try token.prepare("\(own.text)\n")
        if let text { try authority?.prepare(text) }
    }

    func discard() {
        token.discard()
        authority?.discard()
    }

    func commit() throws {
        try authority?.commit()
        try token.commit()
        guard case .written(let file, let text) = plan else { return }
        do throws(Failure) { try file.write(Array(text.utf8)) } catch {
            var failure = error
            // The token is used up.
            failure.remedy =
                "This hub has joined, and its credentials are written. Put this into \(config):\n\n" + fragment
            throw failure
        }
    }

    private static func fragment(_ site: String, _ url: String, hasName: Bool, hasAuthority: Bool) -> String {
        """
        \(hasName ? "" : "name: \(site)\n")destinations:
          - name: centre
            type: centre
            urls: ["\(url)"]
        \(hasAuthority ? "    ca_file: \(authorityName)\n" : "")
        """
    }

    /// What was done.
    var told: String {
        switch plan {
        case .asItIs: "This hub has joined the centre with new credentials.\n"
        case .written: "This hub has joined the centre, and \(config) says so.\n"
        case .byHand:
            "This hub has joined the centre. Put this into \(config), beside or in place of what is there:\n\n"
                + fragment + "\n"
        }
    }

    /// What the site's unit needs; nil where it had it before.
    var unit: UnitLines? {
        if case .asItIs = plan { return nil }
        return UnitLines(
            name: "centre.conf",
            credentials: [(Self.tokenName, token.path)] + (authority.map { [(Self.authorityName, $0.path)] } ?? []))
    }
}

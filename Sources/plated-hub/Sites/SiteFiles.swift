import Basics
import Delivery
import Fleet
import Foundation
import Service
import Settings

/// What a site has of its centre once it has joined: credentials and certificates beside its configuration, and the destination in it.
///
/// All that could keep it from being written is looked for before the token is used: it lets in once.
struct SiteFiles {
    private static let credentialsName = "centre.credentials"
    private static let authoritiesName = "centre-ca.pem"

    /// What becomes of the configuration.
    private enum Plan {
        /// It leads to that centre already.
        case asItIs
        case written(WholeFile, text: String)
        /// Somebody has to write it.
        case byHand
    }

    let secrets: SecretPlace
    private let config: String
    private let token: SiteToken
    private let plan: Plan
    private let hasName: Bool
    private let credentials: SecretFile
    private let certificates: SecretFile

    /// - Throws: where the configuration cannot be one of the token's site, or nothing can be written.
    init(_ config: String?, _ token: SiteToken) throws {
        let path = config ?? HubFile.usual
        self.config = path
        self.token = token
        let secrets = HubFile.secrets(config)
        self.secrets = secrets
        let settings = try HubFile.settings(config)
        if let name = settings.name, name != token.site {
            throw Failure(
                .configuration, while: "joining as \(token.site)",
                because: "this hub is called \(name) (name, in \(path))",
                remedy: "A token for that name: plated-hub site add \(name)")
        }
        hasName = settings.name != nil
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let absolute = folder.hasPrefix("/") ? folder : "\(FileManager.default.currentDirectoryPath)/\(folder)"
        let known = settings.destinations.lazy.compactMap(\.centre).first
        if let known, let file = known.access.credentialsFile, Self.leads(known.access, there: token) {
            credentials = SecretFile(secrets.path(of: file))
            certificates = SecretFile(
                known.access.authorities.map { secrets.path(of: $0) } ?? "\(absolute)/\(Self.authoritiesName)")
            plan = .asItIs
            return
        }
        credentials = SecretFile("\(absolute)/\(Self.credentialsName)")
        certificates = SecretFile("\(absolute)/\(Self.authoritiesName)")
        try Self.check(credentials.path, begins: "\(token.site):")
        if token.authorities != nil { try Self.check(certificates.path, begins: "-----BEGIN CERTIFICATE-----") }
        let text = FileManager.default.fileExists(atPath: path) ? try YAMLFile.text(of: path) : ""
        let new = text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + Self.fragment(token, hasName: hasName)
        let read = HubFile(text: new, path: path, environment: ProcessInfo.processInfo.environment)
        // Where it names destinations already, or has the key with nothing in it, nothing of it is to give way.
        if settings.destinations.isEmpty, read.problems.isEmpty {
            plan = .written(try WholeFile(path, as: "the configuration"), text: new)
        } else {
            plan = .byHand
        }
    }

    /// Nothing goes over what somebody else has there.
    private static func check(_ path: String, begins mark: String) throws(Failure) {
        guard let bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty else { return }
        guard !bytes.starts(with: Data(mark.utf8)) else { return }
        throw Failure(
            .usage, while: "writing \(path)", because: "there is a file of that name already, of something else",
            remedy: "Move it away, and run the command again: the token still counts.")
    }

    private static func leads(_ access: BrokerAccess, there token: SiteToken) -> Bool {
        Set(access.locations) == Set(token.brokers)
            && (access.authorities == nil) == (token.authorities == nil)
    }

    /// The path of the token's certificates while it joins; nil where the machine's own count.
    var authorities: String? { token.authorities == nil ? nil : certificates.draft }

    func prepare(password: String) throws {
        try credentials.prepare("\(token.site):\(password)\n")
        if let text = token.authorities { try certificates.prepare(text) }
    }

    func discard() {
        credentials.discard()
        if token.authorities != nil { certificates.discard() }
    }

    func commit() throws {
        if token.authorities != nil { try certificates.commit() }
        try credentials.commit()
        guard case .written(let file, let text) = plan else { return }
        do throws(Failure) { try file.write(Array(text.utf8)) } catch {
            var failure = error
            // The token is used up.
            failure.remedy =
                "This hub has joined, and its credentials are written. Put this into \(config):\n\n"
                + Self.fragment(token, hasName: hasName)
            throw failure
        }
    }

    private static func fragment(_ token: SiteToken, hasName: Bool) -> String {
        let brokers = token.brokers.map { "\"\($0)\"" }.joined(separator: ", ")
        let keys = token.listKeys.map { "\"\($0)\"" }.joined(separator: ", ")
        return """
            \(hasName ? "" : "name: \(token.site)\n")destinations:
              - name: centre
                type: centre
                brokers: [\(brokers)]
                credentials_file: \(credentialsName)
            \(token.authorities == nil ? "" : "    ca_file: \(authoritiesName)\n")    list_keys: [\(keys)]

            """
    }

    /// What was done.
    var told: String {
        switch plan {
        case .asItIs: "This hub has joined the centre with new credentials.\n"
        case .written: "This hub has joined the centre, and \(config) says so.\n"
        case .byHand:
            "This hub has joined the centre. Put this into \(config), beside or in place of what is there:\n\n"
                + Self.fragment(token, hasName: hasName) + "\n"
        }
    }

    /// What the site's unit needs; nil where it had it before.
    var unit: UnitLines? {
        if case .asItIs = plan { return nil }
        var files = [(Self.credentialsName, credentials.path)]
        if token.authorities != nil { files.append((Self.authoritiesName, certificates.path)) }
        return UnitLines(name: "fleet-site.conf", credentials: files)
    }
}

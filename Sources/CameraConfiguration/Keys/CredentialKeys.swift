import Addresses
import Settings

/// What a file says of user and password, besides the URL, until the source is known.
struct SourceCredentialKeys {
    var user: String?
    var password: String?
    var file: String?
}

extension ConfigurationKey {
    static var user: Self {
        value(
            "user", read: { $0.string("user", into: &$1.credentials.user) },
            text: { $0.source?.credentials.map { YAMLText.quoted($0.printableUser) } ?? "null" })
    }

    static var password: Self {
        value(
            "password", read: { $0.string("password", into: &$1.credentials.password) },
            text: { $0.source?.credentials == nil ? "null" : "\"***\"" })
    }

    /// Printed only where it is still to be read: otherwise what it says stands at user and password.
    static var credentialsFile: Self {
        value(
            "credentials_file", read: { $0.string("credentials_file", into: &$1.credentials.file) },
            text: { $0.credentialsFile.map { YAMLText.quoted($0) } ?? "null" })
    }
}

extension SourceCredentialKeys {
    /// User and password: from the URL, from keys of their own, or from a file that holds `user:password` or just the password.
    mutating func complete(
        _ configuration: inout Configuration, path: String, surroundings: ConfigurationFile.Surroundings,
        source: MappingReader
    ) {
        defer { shareWithSubstream(&configuration) }
        if let file {
            guard password == nil else {
                return source.problem("credentials_file", "and password cannot both be given")
            }
            if surroundings.given.contains("source.credentials_file") { return }
            let credentials = CredentialsFile(
                name: file, configuration: path, serviceFolder: surroundings.credentials)
            do {
                switch try credentials.content() {
                case .line(let line, _): take(line)
                case .forbidden where surroundings.forgivesForbiddenSecrets:
                    configuration.credentialsFile = file
                    return source.note(
                        "credentials_file",
                        "names a file that this user may not read, so user and password are not checked; systemd hands it over to a service"
                    )
                case .forbidden:
                    return source.problem(
                        "credentials_file",
                        "names a file that this user may not read; systemd hands it over to a service, and root may read it"
                    )
                }
            } catch {
                return source.problem("credentials_file", error.message)
            }
        }
        guard user != nil || password != nil else { return }
        guard let address = configuration.source, address.takesCredentials else {
            let message =
                configuration.source == nil
                ? "belongs to source.url, which is not set; an address on the command line has user and password in it"
                : "is for a network camera, and source.url is none"
            return source.problem(file != nil ? "credentials_file" : user == nil ? "password" : "user", message)
        }
        guard let name = user ?? address.credentials?.user else {
            return source.problem("password", "needs a user: set source.user")
        }
        configuration.source?.credentials = .init(
            user: name, password: password ?? address.credentials?.password ?? "")
    }

    /// The sub-stream is the same camera's: what its address lacks, the main stream's says.
    private func shareWithSubstream(_ configuration: inout Configuration) {
        guard let substream = configuration.substream, substream.takesCredentials, substream.credentials == nil else {
            return
        }
        configuration.substream?.credentials = configuration.source?.credentials
    }

    /// - Parameter line: `user:password`, or the password of a user who is known.
    private mutating func take(_ line: String) {
        if user == nil, let colon = line.firstIndex(of: ":") {
            user = String(line[..<colon])
            password = String(line[line.index(after: colon)...])
        } else {
            password = line
        }
    }
}

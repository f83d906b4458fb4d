import Addresses
import Basics
import Settings

/// How brokers are reached: one, or several of a cluster in turn. What is secret is in files that it names.
package struct BrokerAccess: Sendable, Equatable {
    package var addresses: [SourceAddress] = []
    /// Has a line `user:password`.
    package var credentialsFile: String?
    package var authorities: String?
    var certificate: String?
    var key: String?

    var brokers: [BrokerAddress] { addresses.compactMap { BrokerAddress($0) } }

    package var place: String { brokers.map(\.origin).joined(separator: ", ") }

    /// Without users and passwords.
    package var locations: [String] { addresses.map(\.location) }

    package var hosts: [String] { brokers.map(\.host) }

    /// Notes what is wrong.
    ///
    /// - Parameter name: the key that has the addresses.
    func check(_ name: String, _ reader: MappingReader) {
        if brokers.isEmpty || brokers.count < addresses.count {
            reader.problem(
                name, "takes a broker's address, such as mqtt://broker.example or mqtts://broker.example:8883")
        }
        if Set(brokers.map(\.isSecure)).count > 1 {
            reader.problem(name, "has brokers with TLS and without: what is sent to one may be read on the way")
        }
        if credentialsFile != nil, addresses.contains(where: { $0.credentials != nil }) {
            reader.problem("credentials_file", "and a user in an address cannot both be given")
        }
        if (certificate == nil) != (key == nil) {
            reader.problem(certificate == nil ? "certificate_file" : "key_file", "is missing: both belong together")
        }
        for name in ["ca_file", "certificate_file"] where brokers.first?.isSecure == false && reader.has(name) {
            reader.problem(name, "belongs to mqtts://")
        }
    }

    /// What a connection needs beside what it is for. Reads what is secret.
    ///
    /// - Parameter name: of whom it is for, where something is wrong with a key.
    func settings(
        of name: String, client: String, secrets: SecretPlace
    ) throws(Failure) -> MQTTConnection.Settings {
        guard !brokers.isEmpty else {
            throw Failure(
                .configuration, while: "opening the destination \(name) (url)", because: "it is no broker's address")
        }
        var credentials = addresses.lazy.compactMap(\.credentials).first
        if let file = credentialsFile {
            let line = try secrets.lines(file, of: "credentials_file", destination: name)[0]
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw Failure(
                    .configuration, while: "opening the destination \(name) (credentials_file)",
                    because: "the first line of \(secrets.path(of: file)) is not user:password")
            }
            credentials = SourceAddress.Credentials(user: parts[0], password: parts[1])
        }
        var files: [String?] = []
        for (file, key) in [(authorities, "ca_file"), (certificate, "certificate_file"), (self.key, "key_file")] {
            guard let file else {
                files.append(nil)
                continue
            }
            files.append(try secrets.file(file, of: key, destination: name))
        }
        return MQTTConnection.Settings(
            brokers: brokers, client: client, credentials: credentials, authorities: files[0], certificate: files[1],
            key: files[2])
    }
}

import Addresses
import Basics

extension MQTTWay {
    /// A connection to the broker, which has not begun yet. Reads what is secret.
    ///
    /// - Parameters:
    ///   - name: of whom it is for, where something is wrong with a key.
    ///   - client: what the broker knows it by.
    ///   - will: what the broker says in our name when we are gone.
    ///   - hears: of what comes from topics that are subscribed to, what is to be heard.
    func connection(
        of name: String, client: String, secrets: SecretPlace, will: (topic: String, payload: String),
        hears: @escaping @Sendable (String) -> Bool = { _ in false }
    ) throws(Failure) -> (MQTTConnection, BrokerAddress) {
        guard let address, let broker = BrokerAddress(address) else {
            throw Failure(
                .configuration, while: "opening the destination \(name) (url)", because: "it is no broker's address")
        }
        var credentials = address.credentials
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
        let connection = try MQTTConnection(
            .init(
                broker: broker, client: client, credentials: credentials, authorities: files[0],
                certificate: files[1], key: files[2], will: will, hears: hears))
        return (connection, broker)
    }
}

import Addresses
import Basics

extension MQTTWay {
    /// A connection to the broker, which has not begun yet. Reads what is secret.
    ///
    /// - Parameters:
    ///   - name: of whom it is for, where something is wrong with a key.
    ///   - client: what the broker knows it by.
    ///   - will: what the broker says in our name when we are gone.
    ///   - unsentAtMost: for how long what was sent may be under way; nil for as long as the system tries.
    ///   - hears: of what comes from topics that are subscribed to, what is to be heard.
    func connection(
        of name: String, client: String, secrets: SecretPlace, will: (topic: String, payload: String),
        unsentAtMost: Duration? = nil, hears: @escaping @Sendable (String) -> Bool = { _ in false }
    ) throws(Failure) -> (MQTTConnection, BrokerAddress) {
        guard let broker = address.flatMap({ BrokerAddress($0) }) else {
            throw Failure(
                .configuration, while: "opening the destination \(name) (url)", because: "it is no broker's address")
        }
        var files: [String?] = []
        for (file, key) in [(authorities, "ca_file"), (certificate, "certificate_file"), (self.key, "key_file")] {
            guard let file else {
                files.append(nil)
                continue
            }
            files.append(try secrets.file(file, of: key, destination: name))
        }
        var settings = MQTTConnection.Settings(
            brokers: [broker], client: client, credentials: try credentials(of: name, secrets: secrets),
            authorities: files[0], certificate: files[1], key: files[2])
        settings.will = will
        settings.hears = hears
        settings.unsentAtMost = unsentAtMost
        return (try MQTTConnection(settings), broker)
    }

    private func credentials(of name: String, secrets: SecretPlace) throws(Failure) -> SourceAddress.Credentials? {
        guard let file = credentialsFile else { return address?.credentials }
        let line = try secrets.lines(file, of: "credentials_file", destination: name)[0]
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw Failure(
                .configuration, while: "opening the destination \(name) (credentials_file)",
                because: "the first line of \(secrets.path(of: file)) is not user:password")
        }
        return SourceAddress.Credentials(user: parts[0], password: parts[1])
    }
}

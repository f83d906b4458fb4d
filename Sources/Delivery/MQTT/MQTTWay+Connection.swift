import Addresses
import Basics

extension MQTTWay {
    private var access: BrokerAccess {
        BrokerAccess(
            addresses: addresses, credentialsFile: credentialsFile, authorities: authorities, certificate: certificate,
            key: key)
    }

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
        var settings = try access.settings(of: name, client: client, secrets: secrets)
        settings.will = will
        settings.hears = hears
        settings.unsentAtMost = unsentAtMost
        return (try MQTTConnection(settings), settings.brokers[0])
    }
}

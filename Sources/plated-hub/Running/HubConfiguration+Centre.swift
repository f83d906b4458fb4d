import Delivery
import Fleet
import History
import Logging
import Service

extension HubConfiguration {
    /// What takes sites in; nil where this hub is no centre. Reads what is secret.
    func centre(secrets: SecretPlace, history: any History, talk: Logger) throws -> Centre? {
        guard let ingest else { return nil }
        for address in ingest.access.addresses { Secrets.add(address) }
        let line = try MQTTFleetLine(ingest, secrets: secrets, hub: name ?? HubName.ofMachine)
        return Centre(ingest.sites, line: line, history: history, talk: talk)
    }
}

import Basics
import Delivery
import Fleet
import History
import Logging
import Proof
import Rules
import Service

extension HubConfiguration {
    /// What takes sites in; nil where this hub is no centre. Reads what is secret.
    func centre(secrets: SecretPlace, history: any History, talk: Logger) throws -> Centre? {
        guard let ingest else { return nil }
        for address in ingest.access.addresses { Secrets.add(address) }
        let line = try MQTTFleetLine(ingest, secrets: secrets, hub: name ?? HubName.ofMachine)
        return Centre(ingest.sites, line: line, history: history, talk: talk)
    }
    /// What sends lists to sites; nil where this hub sends none.
    func listSender(
        _ lists: ListWatch, secrets: SecretPlace, history: any History, talk: Logger
    ) throws -> ListSender? {
        guard let ingest, let sites = ingest.listsOfSites else { return nil }
        let line = try MQTTListLine(ingest, secrets: secrets, hub: name ?? HubName.ofMachine)
        let key: SealKey
        switch try centreKey(in: .current).readOrMake() {
        case .there(let found): key = found
        case .made(let new):
            key = new
            talk.notice("made the key that signs lists for sites; they need its public half: \(new.publicKey)")
        }
        return ListSender(
            sites, line: line, lists: ListsForSites(lists), history: history, key: key, talk: talk)
    }
}

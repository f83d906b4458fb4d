import Basics
import Console
import Delivery
import Fleet
import History
import Logging
import Proof
import Rules
import Service

extension HubConfiguration {
    /// What takes sites in. Reads what is secret.
    func centre(
        of ingest: IngestSettings, secrets: SecretPlace, history: any History, talk: Logger
    ) throws -> Centre {
        for address in ingest.access.addresses { Secrets.add(address) }
        let line = try MQTTFleetLine(ingest, secrets: secrets, hub: name ?? HubName.ofMachine)
        return Centre(ingest.sites, line: line, history: history, talk: talk)
    }

    /// What asks sites for pictures; nil where this hub is no centre. Reads what is secret.
    func pictureAsker(secrets: SecretPlace, talk: Logger) throws -> PictureAsker? {
        guard let ingest else { return nil }
        let line = try MQTTPictureLine(ingest, secrets: secrets, hub: name ?? HubName.ofMachine)
        return PictureAsker(ingest.sites.map(\.name), line: line, talk: talk)
    }

    /// What sends lists to sites; nil where this hub sends none.
    func listSender(
        of ingest: IngestSettings, _ lists: ListWatch, secrets: SecretPlace, history: any History, talk: Logger
    ) throws -> ListSender? {
        guard let sites = ingest.listsOfSites else { return nil }
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

extension HubConfiguration {
    /// The site that a camera is of; nil for one of this machine.
    func site(of camera: String) -> String? {
        guard let ingest, let name = SiteCamera.site(of: camera) else { return nil }
        // Of those that join while it runs, the asker knows.
        return ingest.enrol != nil || ingest.sites.contains(where: { $0.name == name }) ? name : nil
    }

    /// Pictures of sites, for the console.
    func sitePictures(_ asker: PictureAsker?) -> SitePictures {
        guard let asker else { return SitePictures() }
        return SitePictures(
            site: { site(of: $0) },
            isOffered: { await asker.offer(of: $0) != nil },
            picture: { file, event, site in
                switch await asker.picture(file, of: event, at: site) {
                case .success(let bytes): .picture(bytes)
                case .failure(let absence): .none(absence.text(of: site), mayPass: absence.mayPass)
                }
            })
    }
}

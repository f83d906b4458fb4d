import Basics
import Console
import Delivery
import Fleet
import Foundation
import History
import Logging
import Proof
import Records
import Rules
import Service

extension HubConfiguration {
    /// What takes sites in. Reads what is secret.
    func centre(
        of ingest: IngestSettings, share: SiteShare, secrets: SecretPlace, history: any History, talk: Logger
    ) throws -> Centre {
        for address in ingest.access.addresses { Secrets.add(address) }
        let line = try MQTTFleetLine(ingest, secrets: secrets, hub: name ?? HubName.ofMachine)
        let forgetting = SiteForgetting(settings: self, history: history, talk: talk)
        return Centre(
            ingest.sites, line: line, history: history, talk: talk, share: share,
            forget: { try await forgetting.forget($0, of: $1) })
    }

    /// What asks sites for pictures; nil where this hub is no centre. Reads what is secret.
    ///
    /// - Parameter trust: in the clock that says what is too old.
    func pictureAsker(
        secrets: SecretPlace, history: any History, trust: ClockTrust, talk: Logger
    ) throws -> PictureAsker? {
        guard let ingest else { return nil }
        let line = try MQTTPictureLine(ingest, secrets: secrets, hub: name ?? HubName.ofMachine)
        let keeper = keptPictures(in: .current).flatMap { kept in
            kept.keepsNone
                ? nil
                : PictureKeeper(
                    history: history, folder: evidenceFolder, limits: kept, talk: talk,
                    isClockTrusted: { trust.allowsDeleting(at: .now) })
        }
        return PictureAsker(ingest.sites.map(\.name), line: line, share: SiteShare(), keeper: keeper, talk: talk)
    }

    /// What sends lists to sites; nil where this hub sends none, and takes none back.
    ///
    /// - Parameter book: what sites were told of lists before.
    func listSender(
        of ingest: IngestSettings, _ lists: ListWatch, after book: ListBook, secrets: SecretPlace,
        history: any History, talk: Logger
    ) throws -> ListSender? {
        guard let sites = ingest.listsOfSites ?? withoutLists(ingest, after: book, talk: talk) else { return nil }
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

    /// The sites that have lists from here, where none is named any more: they are told that they have none.
    private func withoutLists(
        _ ingest: IngestSettings, after book: ListBook, talk: Logger
    ) -> [String: Set<String>]? {
        let holders = book.holders(among: ingest.sites.map(\.name))
        if holders.isEmpty { return nil }
        let names = holders.joined(separator: ", ")
        // Another centre of the history may be the one that has them.
        guard self.history.postgresql == nil else {
            talk.notice(
                """
                these sites have lists from a centre of this history, and this one names none: \(names). To take them back, write lists: [] \
                below ingest at one centre
                """)
            return nil
        }
        talk.notice("no list is named for sites any more: these are told to take theirs away: \(names)")
        return holders.reduce(into: [String: Set<String>]()) { $0[$1] = [] }
    }
}

extension HubConfiguration {
    /// Pictures of sites that are kept here, or were; nil where none is and none was.
    func keptPictures(in state: StateFolder) -> KeptPictures? {
        let path = keptFolder(in: state)
        guard ingest != nil || FileManager.default.fileExists(atPath: path) else { return nil }
        // Those of a hub that is no centre any more go after the usual time.
        let limits = ingest ?? IngestSettings()
        // No picture is kept for longer than its event.
        let days = longestRetention == 0 ? limits.pictureDays : min(limits.pictureDays, longestRetention)
        return KeptPictures(path: path, days: days, megabytes: limits.pictureMegabytes)
    }

    /// Where pictures of sites lie, whether any is kept now or not: beside the history.
    private func keptFolder(in state: StateFolder) -> String { besideHistory("pictures", in: state) }

    /// The folder of the pictures of a site's camera; nil for one of this machine.
    func sitePictureFolder(of camera: CameraRef, in state: StateFolder) -> String? {
        camera.hub == nil ? nil : CameraPlaces.folder(of: camera, in: keptFolder(in: state))
    }

    /// The site that a camera is of; nil for one of this machine.
    func site(of camera: String) -> String? { CameraRef(camera)?.hub }

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

    /// The chain of the log that a site's camera writes, as far as it has come here.
    func siteChain(of camera: String, in history: any History) async throws -> SiteChainAnswer? {
        guard let site = site(of: camera) else { return nil }
        let books = SiteBooks(SiteSettings(name: site), kept: try await history.kept(SiteBooks.space(of: site)))
        guard let chain = books.chains[SiteCamera.own(camera, of: site)] else { return nil }
        return SiteChainAnswer(
            site: site, lines: chain.lines, seals: chain.seals, breaks: chain.breaks, isLate: chain.isLate,
            trouble: chain.trouble)
    }
}

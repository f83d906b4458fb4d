import Basics
import Console
import Delivery
import Fleet
import Foundation
import History
import Logging
import Records
import Rules

extension HubConfiguration {
    /// What takes in what sites report.
    ///
    /// - Parameter trust: in the clock that says what is too old.
    func centre(_ history: any History, trust: ClockTrust, talk: Logger) -> Centre {
        let limits = pictureLimits(in: .current)
        let keeper =
            limits.keepsNone
            ? nil
            : PictureKeeper(
                history: history, folder: evidenceFolder, limits: limits, talk: talk,
                now: { .now }, trusted: { trust.time(at: .now) })
        let forgetting = SiteForgetting(settings: self, history: history, talk: talk)
        return Centre(
            history, keeper: keeper, talk: talk, now: { .now }, forget: { try await forgetting.forget($0, of: $1) })
    }

    /// What hands lists to sites; nil where another hub of the same history may be the one that names them.
    func listPublisher(_ lists: ListWatch, _ history: any History, centre: Centre, talk: Logger) -> ListPublisher? {
        guard ingest.namesLists || !history.isShared else { return nil }
        return ListPublisher(
            ListsForSites(lists), names: { [ingest] in ingest.lists(of: $0) }, history: history, bell: centre.bell,
            talk: talk)
    }
}

extension HubConfiguration {
    /// Pictures of sites that are kept here; nil where none ever was.
    func keptPictures(in state: StateFolder) -> KeptPictures? {
        let limits = pictureLimits(in: state)
        return FileManager.default.fileExists(atPath: limits.path) ? limits : nil
    }

    /// No picture is kept for longer than its event.
    private func pictureLimits(in state: StateFolder) -> KeptPictures {
        let days = longestRetention == 0 ? ingest.pictureDays : min(ingest.pictureDays, longestRetention)
        return KeptPictures(path: keptFolder(in: state), days: days, megabytes: ingest.pictureMegabytes)
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
    func sitePictures(_ asker: PictureAsker) -> SitePictures {
        SitePictures(
            site: { site(of: $0) },
            isOffered: { asker.offer(of: $0) != .never },
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
        let books = SiteBooks(site, kept: try await history.kept(SiteBooks.space(of: site)))
        guard let chain = books.chains[SiteCamera.own(camera, of: site)] else { return nil }
        return SiteChainAnswer(
            site: site, lines: chain.lines, seals: chain.seals, breaks: chain.breaks, isLate: chain.isLate,
            trouble: chain.trouble)
    }
}

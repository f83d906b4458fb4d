import Answers
import Basics
import History
import Logging
import Records

/// Keeps pictures at a centre that sites have for it: those that records of the very site name, once these are stored.
package struct PictureKeeper: Sendable {
    /// A picture may be told of before its record is stored.
    private static let patience = (looks: 40, pause: Duration.milliseconds(250))

    private let history: any History
    private let folder: @Sendable (String) -> String
    private let talk: Logger

    /// - Parameter folder: that of a camera's pictures, by its name at the centre.
    package init(history: any History, folder: @escaping @Sendable (String) -> String, talk: Logger) {
        self.history = history
        self.folder = folder
        self.talk = talk
    }

    func keep(_ news: PictureNews, of site: String, by asker: PictureAsker) async -> PictureReceipt.Word {
        do {
            guard let (event, picture) = try await waited(for: news, of: site) else { return .later }
            if try picture.load().state == .whole { return .kept }
            switch await asker.picture(picture.file, of: news.event, at: site, isKept: true) {
            case .success(let bytes): try picture.folder.keep(bytes, as: news.digest, of: event.time)
            case .failure(let absence): return absence.mayPass || absence == .unoffered ? .later : .refused
            }
            // It may have been forgotten meanwhile, by another process.
            if try await self.picture(news, ofCameras: { $0 == event.camera }) != nil { return .kept }
            _ = try picture.remove()
            return .refused
        } catch is CancellationError {
            return .later
        } catch let absence as PictureFolder.Absence {
            talk.warning("a picture of the site \(site) cannot be kept: \(absence)")
            return .later
        } catch {
            talk.warning("a picture of the site \(site) cannot be kept: \(error)")
            return .later
        }
    }

    private func waited(
        for news: PictureNews, of site: String
    ) async throws -> (event: PlateEvent, picture: EventPicture)? {
        for look in 0..<Self.patience.looks {
            if look > 0 { try await Task.sleep(for: Self.patience.pause) }
            if let found = try await picture(news, of: site) { return found }
        }
        return nil
    }

    /// What a record of the site names; what another's names is not the site's to bring.
    private func picture(
        _ news: PictureNews, of site: String
    ) async throws -> (event: PlateEvent, picture: EventPicture)? {
        try await picture(news) { SiteCamera.site(of: $0) == site }
    }

    private func picture(
        _ news: PictureNews, ofCameras isAsked: @escaping @Sendable (String) -> Bool
    ) async throws -> (event: PlateEvent, picture: EventPicture)? {
        let records = try await history.records(id: news.event, ofCameras: isAsked)
        for case .plate(let event) in records.map(\.record) where isAsked(event.camera) {
            let pictures = EventPicture.of(event, in: folder)
            if let picture = pictures.first(where: { Digest($0.file.sha256) == news.digest }) {
                return (event, picture)
            }
        }
        return nil
    }
}

import Answers
import Basics
import History
import Logging
import Records

/// Keeps pictures at a centre that sites have for it: those that records of the very site name, once these are stored.
package struct PictureKeeper: Sendable {
    /// A picture may come before its record is stored.
    private static let patience = (looks: 20, pause: Duration.milliseconds(250))

    private let history: any History
    private let folder: @Sendable (CameraRef) -> String
    private let limits: KeptPictures?
    private let room: PictureRoom?
    private let meter = KeptBytes()
    private let talk: Logger
    private let now: @Sendable () -> WallTime
    private let trusted: @Sendable () -> TrustedTime?

    /// Where a picture belongs.
    private enum Place {
        case there(PlateEvent, EventPicture)
        /// Its record is not here, or not here yet.
        case unknown
        /// What is here of its record names it no more: it was forgotten.
        case gone
    }

    /// - Parameters:
    ///   - folder: that of a camera's pictures, by its name at the centre.
    ///   - limits: where all of them lie, for how long, and how many; nil where no picture is too old, or too much.
    ///   - disk: how many bytes are free where a folder lies, and how many there are; nil where that cannot be told.
    ///   - trusted: the time by which a picture may be refused for its age; nil while the clock may be wrong.
    package init(
        history: any History, folder: @escaping @Sendable (CameraRef) -> String, limits: KeptPictures? = nil,
        talk: Logger,
        disk: @escaping @Sendable (String) -> PictureRoom.Disk? = { PictureRoom.disk(of: $0) },
        now: @escaping @Sendable () -> WallTime, trusted: @escaping @Sendable () -> TrustedTime?
    ) {
        self.history = history
        self.folder = folder
        self.limits = limits
        room = limits.map { PictureRoom($0.path, measure: disk, talk: talk) }
        self.talk = talk
        self.now = now
        self.trusted = trusted
    }

    /// What became of a picture.
    package enum Word: Sendable {
        /// It is on the disk.
        case kept
        /// It will never be: it is not what its record tells of, was forgotten, or is too old.
        case refused
        /// Not now: its record is not here yet, or there is no room.
        case later
    }

    /// - Parameters:
    ///   - bytes: a JPEG with that hash.
    ///   - event: its identifier at the site.
    package func keep(_ bytes: [UInt8], as digest: Digest, of event: String, from site: String) async -> Word {
        do {
            let found: PlateEvent
            let picture: EventPicture
            // What a record of the site names; what another's names is not the site's to bring.
            switch try await waited(for: digest, event, of: site) {
            case .there(let event, let its): (found, picture) = (event, its)
            case .gone: return .refused
            // Of one that is too old the record does not come any more, or its time here is over.
            case .unknown: return isTooOld(EventIDs.time(of: event)) ? .refused : .later
            }
            if try picture.load().state == .whole { return .kept }
            // It would go with the next sweep.
            if isTooOld(found.time) { return .refused }
            if let room, !room.isThere() { return .later }
            try picture.folder.keep(bytes, as: digest, of: found.time)
            await sweep(after: bytes.count)
            // It may have been forgotten meanwhile, by another process.
            if case .there = try await place(of: digest, event, ofCameras: { $0 == found.camera }) { return .kept }
            _ = try picture.remove()
            return .refused
        } catch is CancellationError {
            return .later
        } catch {
            talk.warning("a picture of the site \(site) cannot be kept: \(error)")
            return .later
        }
    }

    private func waited(for digest: Digest, _ event: String, of site: String) async throws -> Place {
        for look in 0..<Self.patience.looks {
            if look > 0 { try await Task.sleep(for: Self.patience.pause) }
            let place = try await place(of: digest, event, ofCameras: { SiteCamera.site(of: $0) == site })
            if case .unknown = place, !isTooOld(EventIDs.time(of: event)) { continue }
            return place
        }
        return .unknown
    }

    private func place(
        of digest: Digest, _ event: String, ofCameras isAsked: @escaping @Sendable (String) -> Bool
    ) async throws -> Place {
        let records = try await history.records(id: event, ofCameras: isAsked).filter { isAsked($0.camera) }
        for case .plate(let event) in records.map(\.record) {
            let pictures = EventPicture.of(event, in: folder)
            if let picture = pictures.first(where: { Digest($0.file.sha256) == digest }) {
                return .there(event, picture)
            }
        }
        return records.isEmpty ? .unknown : .gone
    }

    /// By the time of its event, which the event's identifier tells where the record is not here. By a clock that is ahead everything would be,
    /// and a site tells of nothing again that was refused: what comes meanwhile is kept, and goes once the clock can be trusted.
    private func isTooOld(_ time: WallTime?) -> Bool {
        guard let limits, let time else { return false }
        return now().milliseconds - time.milliseconds > Int64(limits.days) * 86_400_000 && trusted() != nil
    }

    /// The oldest go before the hour is over where much came. Their age is left to whoever knows whether the clock can be trusted.
    @concurrent private func sweep(after bytes: Int) async {
        guard let limits, meter.isMuch(after: bytes, of: limits.megabytes * 1_000_000) else { return }
        do {
            let count = try limits.sweep(by: nil)
            if count > 0 { talk.info("\(count) pictures of sites were too many, and are gone") }
        } catch {
            talk.warning("pictures of sites that are too many stay, and it is tried again: \(error)")
        }
    }
}

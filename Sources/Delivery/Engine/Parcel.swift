import Answers
import History
import Records

/// One record on its way to a destination.
package struct Parcel: Sendable {
    /// The name of the hub that sends it.
    package let hub: String
    package let record: StoredRecord
    /// The folder of a camera's pictures.
    let folder: @Sendable (CameraRef) -> String

    package init(hub: String, record: StoredRecord, folder: @escaping @Sendable (CameraRef) -> String) {
        self.hub = hub
        self.record = record
        self.folder = folder
    }

    package var camera: String { record.camera }
    var time: WallTime { record.time }
    var id: String? { record.record.id }

    /// By which a receiver knows it where it comes again: unique for all cameras of all hubs that have names of their own.
    ///
    /// It becomes a line of a request's head, and a site's identifiers are whatever that site sends: none is more than a word.
    package var identity: String {
        [hub, camera, id ?? "\(record.seq)"].map { $0.isEmpty ? $0 : HubName.plain($0) }.joined(separator: "~")
    }

    package var plate: PlateEvent? {
        guard case .plate(let event) = record.record else { return nil }
        return event
    }

    package var gap: GapRecord? {
        guard case .gap(let gap) = record.record else { return nil }
        return gap
    }

    package var match: MatchRecord? {
        guard case .match(let match) = record.record else { return nil }
        return match
    }

    package var session: SessionRecord? { record.session }

    package var opening: OpeningRecord? {
        guard case .opening(let opening) = record.record else { return nil }
        return opening
    }

    /// The line of the log, as it is told.
    var line: String { String(decoding: record.told, as: UTF8.self) }

    /// The picture of its event, where it is on the disk and is what the event says. One that is gone is sent without.
    func picture(_ kind: PictureChoice) -> (file: PlateEvidence.File, bytes: [UInt8])? {
        whole(kind).map { (file: $0.picture.file, bytes: $0.bytes) }
    }

    /// The path of a picture that is on the disk, whoever may read it: where it was found, since what a site's event names may lead anywhere.
    func picturePath(_ kind: PictureChoice) -> String? {
        whole(kind).map { "\($0.picture.folder.path)/\($0.place)" }
    }

    private func whole(_ kind: PictureChoice) -> (picture: EventPicture, bytes: [UInt8], place: String)? {
        guard kind != .none, let event = plate,
            let picture = EventPicture.of(event, in: folder).first(where: { $0.kind == kind.rawValue })
        else { return nil }
        do {
            guard case (.whole, let bytes?, let place?) = try picture.find() else { return nil }
            return (picture, bytes, place)
        } catch {
            // It could not be read to its end: nothing of it is sent.
            return nil
        }
    }

    /// What another program said, without a plate in it.
    func cleaned(_ reason: String) -> String {
        texts.filter { $0.count > 2 }.reduce(reason) { $0.replacing($1, with: "…") }
    }

    /// The plates' texts, none of which may stand in what is said of a delivery.
    var texts: [String] {
        if let match { return [match.plate, match.entry, match.note].compactMap { $0 } }
        if let session { return [session.plate, session.entry?.plate, session.exit?.plate].compactMap { $0 } }
        if let opening { return [opening.plate, opening.note].compactMap { $0 } }
        guard let event = plate else { return [] }
        return [event.plate, event.plateRaw] + event.candidates.map(\.plate)
    }
}

/// Which picture of an event goes with it.
package enum PictureChoice: String, CaseIterable, Sendable {
    case none
    case crop
    case scene
}

import Basics
import Records

/// One picture of an event, as it is on the disk.
public struct EventPicture: Sendable {
    public enum State: Equatable, Sendable {
        /// It is there, and is what the event says.
        case whole
        case missing
        /// It is there, and its bytes are not those that were written.
        case changed
        case unreadable(String)
    }

    /// `crop` or `scene`.
    public let kind: String
    public let file: PlateEvidence.File
    public let folder: PictureFolder

    /// Those that an event names. What is no camera has none.
    ///
    /// - Parameter folder: that of a camera's pictures.
    public static func of(_ event: PlateEvent, in folder: (CameraRef) -> String) -> [EventPicture] {
        guard let camera = CameraRef(event.camera) else { return [] }
        let path = folder(camera)
        return [("crop", event.evidence?.crop), ("scene", event.evidence?.scene)].compactMap { kind, file in
            file.map { EventPicture(kind: kind, file: $0, folder: PictureFolder(path: path)) }
        }
    }

    /// As its event names it, which may lead anywhere: to be shown, and never opened.
    public var path: String { "\(folder.path)/\(file.path)" }

    /// As the event names it; or under its hash, where it came from a site.
    private func open() throws(PictureFolder.Absence) -> (picture: PictureFolder.Picture, place: String) {
        do throws(PictureFolder.Absence) { return (try folder.open(file.path), file.path) } catch {
            guard error == .missing || error == .elsewhere, let digest = Digest(file.sha256) else { throw error }
            let (first, place) = (error, PictureFolder.place(of: digest))
            do throws(PictureFolder.Absence) { return (try folder.open(place), place) } catch {
                throw error == .missing ? first : error
            }
        }
    }

    /// Takes it away for good.
    ///
    /// - Returns: whether it was there.
    public func remove() throws(PictureFolder.Absence) -> Bool {
        var isGone = false
        if let digest = Digest(file.sha256) { isGone = try folder.remove(PictureFolder.place(of: digest)) }
        return try folder.remove(file.path) || isGone
    }

    /// Whether there is anything of it.
    public var isThere: Bool {
        do throws(PictureFolder.Absence) {
            _ = try open()
            return true
        } catch {
            return error != .missing
        }
    }

    /// Reads the picture to its end.
    ///
    /// - Returns: its bytes as they are, where it is there.
    public func load() throws -> (state: State, bytes: [UInt8]?) {
        let found = try find()
        return (found.state, found.bytes)
    }

    /// The same, with where it was: from the folder on, and never out of it, which cannot be said of the path that its event names.
    public func find() throws -> (state: State, bytes: [UInt8]?, place: String?) {
        do {
            let (picture, place) = try open()
            // Nothing that an event never named is read whole.
            guard picture.size == file.bytes, picture.size <= Self.largest else { return (.changed, nil, place) }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(picture.size)
            try picture.read { bytes += $0 }
            return (Digest(of: bytes).description == file.sha256 ? .whole : .changed, bytes, place)
        } catch let absence as PictureFolder.Absence {
            switch absence {
            case .missing: return (.missing, nil, nil)
            case .elsewhere: return (.unreadable("its path leads out of the folder"), nil, nil)
            case .unreadable(let reason): return (.unreadable(reason), nil, nil)
            }
        }
    }

    /// More is no picture of ours; in bytes.
    private static let largest = 100_000_000
}

extension EventPicture.State {
    public var text: String {
        switch self {
        case .whole: "there, with the right hash"
        case .missing: "not there"
        case .changed: "there, and changed: it is not what was written"
        case .unreadable(let reason): "there, and cannot be read: \(reason)"
        }
    }

    /// For programs.
    public var word: String {
        switch self {
        case .whole: "whole"
        case .missing: "missing"
        case .changed: "changed"
        case .unreadable: "unreadable"
        }
    }
}

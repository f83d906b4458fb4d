import Records

/// A picture that an event names, and what became of it.
public struct Picture: Sendable, Equatable {
    public enum Kind: String, CaseIterable, Sendable {
        case crop
        case scene
    }

    public enum State: String, CaseIterable, Sendable {
        /// Nobody said otherwise.
        case kept
        /// It was not there when somebody looked.
        case missing
        /// Its bytes are not those that the event tells of.
        case changed
        /// Its time was over, or its plate was forgotten.
        case deleted
    }

    /// The number of its record.
    public let seq: Int64
    public let camera: String
    public let kind: Kind
    /// Its path is relative to the camera's folder of evidence.
    public let file: PlateEvidence.File
    public let state: State

    package init(seq: Int64, camera: String, kind: Kind, file: PlateEvidence.File, state: State) {
        self.seq = seq
        self.camera = camera
        self.kind = kind
        self.file = file
        self.state = state
    }
}

extension StoredRecord {
    /// The pictures that it names.
    package var pictures: [(kind: Picture.Kind, file: PlateEvidence.File)] {
        guard case .plate(let event) = record, let evidence = event.evidence else { return [] }
        return [(.crop, evidence.crop), (.scene, evidence.scene)].compactMap { kind, file in file.map { (kind, $0) } }
    }
}

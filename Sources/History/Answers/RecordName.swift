/// What tells a record from all others.
public struct RecordName: Sendable, Hashable {
    public let camera: String
    public let id: String

    public init(camera: String, id: String) {
        self.camera = camera
        self.id = id
    }
}

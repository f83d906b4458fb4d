import Records

/// A time in which a camera could not see, as its log tells it.
public struct StoredGap: Sendable, Equatable {
    public let camera: String
    public let gap: Gap
    /// Nil while it lasts, and where nobody told its end and the camera had no later gap.
    public let end: WallTime?

    package init(camera: String, gap: Gap, end: WallTime?) {
        self.camera = camera
        self.gap = gap
        self.end = end
    }
}

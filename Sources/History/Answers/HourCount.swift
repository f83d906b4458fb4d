import Records

/// How often a camera told of something in an hour, or in a part of one.
public struct HourCount: Sendable, Equatable {
    /// Its beginning.
    public let hour: WallTime
    public let camera: String
    /// `plate`, `gap lost` (and the other causes: where they began), `torn`, `rejected REASON` and `accepted` of explanations, or the
    /// schema of a record that this version does not know.
    public let what: String
    public let count: Int

    package init(hour: WallTime, camera: String, what: String, count: Int) {
        self.hour = hour
        self.camera = camera
        self.what = what
        self.count = count
    }
}

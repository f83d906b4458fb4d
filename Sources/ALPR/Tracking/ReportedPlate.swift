/// A plate that an earlier run has reported.
public struct ReportedPlate: Sendable, Equatable {
    public var text: String
    /// Nil where no lane is configured.
    public var lane: String?
    /// On the source's time line: before its start.
    public var lastSeen: Timestamp

    public init(text: String, lane: String?, lastSeen: Timestamp) {
        self.text = text
        self.lane = lane
        self.lastSeen = lastSeen
    }
}

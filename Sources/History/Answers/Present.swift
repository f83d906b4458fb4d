import Records

/// What pages tell of now, whatever they are about, as it was at one moment.
public struct Present: Sendable, Equatable {
    /// The number of the record that was stored last; 0 where there is none.
    public let last: Int64
    /// Every camera, in the order of their names.
    public let cameras: [String]
    /// Those that last as far as anybody has told, the newest first.
    public let gaps: [StoredGap]

    package init(last: Int64, cameras: [String], gaps: [StoredGap]) {
        self.last = last
        self.cameras = cameras
        self.gaps = gaps
    }
}

import Records

/// What pages tell of now, whatever they are about, as it was at one moment.
public struct Present: Sendable, Equatable {
    /// The number of the record that was stored last; 0 where there is none.
    public let last: Int64
    /// Every camera, in the order of their names.
    public let cameras: [String]
    /// Those that last as far as anybody has told, the newest first.
    public let gaps: [StoredGap]

    /// How cameras stand; nil where no hub runs that could know.
    public let standings: Standings?

    package static let nothing = Present(last: 0, cameras: [], gaps: [])

    package init(last: Int64, cameras: [String], gaps: [StoredGap], standings: Standings? = nil) {
        self.last = last
        self.cameras = cameras
        self.gaps = gaps
        self.standings = standings
    }

    /// How a camera stands, by its log alone where nobody knows more; nil of one that nothing has been heard of.
    public func standing(of camera: String) -> CameraStanding? {
        if let standing = standings?[camera] { return standing }
        if let gap = gaps.first(where: { $0.camera == camera })?.gap {
            return CameraStanding(.blind, cause: gap.cause.rawValue, since: gap.start)
        }
        return cameras.contains(camera) ? CameraStanding(.silent) : nil
    }
}

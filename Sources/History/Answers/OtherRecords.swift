import Records

/// Which records are meant, of those that are no plates.
public struct OtherRecords: Sendable {
    public let schema: String
    /// Empty for all.
    public let cameras: [String]
    public let from: WallTime
    /// The first moment that is too late.
    public let until: WallTime
    /// How many are wanted.
    public let most: Int

    public init(
        _ schema: String, cameras: [String] = [], from: WallTime = WallTime(milliseconds: .min),
        until: WallTime = WallTime(milliseconds: .max), most: Int = .max
    ) {
        self.schema = schema
        self.cameras = cameras
        self.from = from
        self.until = until
        self.most = most
    }
}

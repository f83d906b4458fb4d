import ALPR

/// One picture of a stream before it is decoded: all that is known of it without decoding.
public struct CodedPicture: Sendable, Equatable {
    /// What a picture may be built on.
    public enum Start: Sendable, Equatable {
        /// Others.
        case inter
        /// None; but some that come after it may be built on those before it.
        case key
        /// None, and neither is any that comes after it built on one before it.
        case afresh
    }

    public var start: Start
    /// Pictures of one kind are about as large as each other while nothing moves: by slice type, by whether others are built on it.
    public var kind: Int
    /// Of the coded slices alone: no headers, and nothing that only fills the rate.
    public var bytes: Int
    /// When it came, or where in the recording it is; nil where it states no time.
    public var time: Timestamp?
    /// False where no other picture is built on it.
    public var isReferred = true
    /// Of a stream in layers, of which the higher ones can be left out: 0 for the lowest.
    public var layer = 0
    /// How coarsely its first slice is coded: 0 to 51, six more for twice as coarse. Nil where that is not known.
    public var quantiser: Int?
    /// Whether it may be built on pictures that are shown after it, as B pictures are. Known where the quantiser is.
    public var isBetween = false
    /// Of those since the last key frame: 1 for the first one after it.
    var place = 0

    public init(start: Start, kind: Int = 0, bytes: Int, time: Timestamp?) {
        self.start = start
        self.kind = kind
        self.bytes = bytes
        self.time = time
    }
}

/// Whether a source dozes, and why not.
public enum Wakefulness: Sendable, Equatable {
    case dozing
    case awake(Reason)

    /// Why a source decodes every picture.
    public enum Reason: String, Sendable, CaseIterable {
        /// `source.doze: never`, or whoever reads the source has not said that it may.
        case off
        /// The codec has no pictures that are built on others, or none that is known here.
        case codec
        /// What decodes in hardware cannot be woken in time.
        case hardware
        /// Its packets state no times.
        case times
        /// Too few pictures from one key frame to the next.
        case shortGOP = "short_gop"
        /// Too many: they could not be kept.
        case longGOP = "long_gop"
        /// Pictures after a key frame are built on pictures before it.
        case openGOP = "open_gop"
        /// The sizes of the coded pictures do not tell whether anything moves, as with a constant bit rate.
        case sizes
        /// What is usual is still being learnt.
        case learning
        /// Something moves, or did a moment ago.
        case moving
        /// A packet was lost, or a key frame could not be decoded.
        case damaged
        /// Somebody watches the live picture.
        case watched
        /// A plate is being read and is not settled, or something like one was hardly looked at yet and key frames are far apart.
        case undecided
        /// The picture has been the very same for so long that the camera may hang.
        case same
        /// The recording is at its end.
        case end

        /// Of a stream that will hardly ever doze: for people, once.
        public var complaint: String? {
            switch self {
            case .codec: "its codec is neither H.264 nor HEVC, and only these can be dozed through"
            case .hardware: "it is decoded in hardware"
            case .times: "its packets state no times"
            case .shortGOP: "it has a key frame at least every fifth picture, so there is little to leave out"
            case .longGOP:
                "its key frames are more than 12 s apart; the camera's key frame interval (GOP, I-frame interval) sets that"
            case .openGOP: "pictures after its key frames are built on pictures before them (open GOP)"
            case .sizes:
                "the sizes of its packets do not tell whether anything moves; a variable bit rate (VBR) with less of it for a still "
                    + "picture would"
            default: nil
            }
        }
    }
}

/// What dozing has come to since a source was opened.
public struct DozeCount: Sendable, Equatable {
    /// Pictures that were not decoded, since nothing happened.
    public var dozed = 0
    /// Times the source woke because something stirred, or seemed to.
    public var wakes = 0

    public init() {}
}

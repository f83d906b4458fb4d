import Basics

/// Whether a camera's main stream is decoded, and why.
public enum Wakefulness: Sendable, Equatable {
    /// The sub-stream is watched instead.
    case resting
    case awake(Reason)

    /// Why every picture of the main stream is decoded.
    public enum Reason: Sendable, Equatable {
        /// No sub-stream is named, or it is no camera.
        case off
        /// The two streams were not compared yet.
        case measuring
        /// Something moves, or did a moment ago.
        case moving
        /// A plate is being read and is not settled.
        case undecided
        /// Somebody watches the live picture.
        case watched
        /// The picture has been the very same for so long that the camera may hang.
        case same
        /// A packet was lost, or a picture could not be decoded.
        case damaged
        /// The main stream ended.
        case end
        /// Packets of the main stream state no times.
        case times
        /// Its key frames are too far apart.
        case farKeyFrames
        /// Its packets since the last key frame are too many to be kept.
        case tooMuch
        case substream(SubstreamTrouble)

        /// Why the sub-stream is of no use, for people; nil where it is.
        public var complaint: String? {
            switch self {
            case .times: "packets of the main stream state no times"
            case .farKeyFrames:
                "key frames of the main stream are more than \(Int(RestJudge.longestGroup.seconds)) s apart; the camera's "
                    + "key frame interval (GOP, I-frame interval) sets that"
            case .tooMuch:
                "more than \(RestJudge.mostBytes >> 20) MB of the main stream come between two key frames; set the camera's "
                    + "key frame interval (GOP, I-frame interval) to two seconds"
            case .substream(let trouble): "\(trouble)"
            case .off, .measuring, .moving, .undecided, .watched, .same, .damaged, .end: nil
            }
        }
    }
}

/// What resting has come to since a source was opened.
public struct RestCount: Sendable, Equatable {
    /// Pictures of the main stream that were kept and not decoded.
    public var rested = 0
    /// Times the main stream was decoded again.
    public var wakes = 0

    public init() {}
}

import Basics

/// Why a camera's sub-stream cannot be watched in place of its main stream.
public enum SubstreamTrouble: Sendable, Equatable, CustomStringConvertible {
    /// It cannot be opened, or was lost.
    case lost(String)
    /// No picture has come for too long, though it is open.
    case silent
    /// Its pictures are too far apart.
    case slow
    /// Its picture has been the very same for too long.
    case frozen
    /// It shows another picture than the main stream.
    case differs
    /// It shows a part of the main stream's picture, and the region of interest lies beyond that.
    case cropped
    /// It shows things too long after the main stream does.
    case late

    public var description: String {
        switch self {
        case .lost(let reason): "the sub-stream is lost: \(reason)"
        case .silent: "no picture of the sub-stream comes"
        case .slow: "the sub-stream has fewer than two pictures a second; set it to ten at the camera"
        case .frozen: "the picture of the sub-stream has been the very same for too long"
        case .differs:
            "the sub-stream shows another picture than the main stream; source.substream has to be of the same camera and the same view"
        case .cropped:
            "the sub-stream shows a part of the main stream's picture, and roi lies beyond it; give the sub-stream the main stream's shape"
        case .late: "the sub-stream is more than \(Int(StreamMatch.longestDelay.seconds)) s behind the main stream"
        }
    }
}

/// What was seen in a camera's sub-stream up to now.
public struct SubstreamSight: Sendable, Equatable {
    public typealias Instant = ContinuousClock.Instant

    /// Since when nothing has moved in the region of interest; nil while something does.
    public var stillSince: Instant?
    /// When the last picture came; nil before the first one.
    public var lastPicture: Instant?
    /// How far apart pictures are, on average.
    public var spacing: Duration?
    /// When its picture last differed from the one before.
    public var lastChange: Instant?
    /// Why it cannot be opened; nil while it is open.
    public var loss: String?
    public var match = StreamMatch.Verdict.unknown
    /// When the streams were found to match.
    public var matchedAt: Instant?

    public init() {}

    /// Without a picture for this long it is silent.
    static let longestSilence = Duration.seconds(1)
    static let longestSpacing = Duration.milliseconds(500)
    /// A sensor's noise shows at least in key frames.
    static let longestSameness = Duration.seconds(15)

    /// Why it cannot be watched in place of the main stream; nil where it can.
    func trouble(at now: Instant) -> SubstreamTrouble? {
        if let loss { return .lost(loss) }
        guard let lastPicture, lastPicture.duration(to: now) <= Self.longestSilence else { return .silent }
        if let spacing, spacing > Self.longestSpacing { return .slow }
        if let lastChange, lastChange.duration(to: now) > Self.longestSameness { return .frozen }
        return match.trouble
    }
}

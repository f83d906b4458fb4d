import ALPR

/// A source of frames. Made, used and released on the capture queue.
public protocol VideoSource {
    /// Whether frames come at their own pace (a camera) or as fast as they are taken (a recording).
    var isLive: Bool { get }

    /// Faults since it was opened that did not end it.
    var health: SourceHealth { get }

    /// The next frame that `admits` lets through; nil at the end of a recording.
    ///
    /// `admits` is asked once for every decoded picture, before any pixel is copied.
    mutating func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame?

    /// The same; `passedOver` is called for what came and is no frame, while the next one is waited for.
    ///
    /// - Parameter hurries: whether a plate is undecided, so that another picture may be wanted sooner than it is due.
    mutating func nextFrame(
        where admits: (Timestamp) -> Bool, hurries: () -> Bool, passedOver: (PassedOver) -> Void
    ) throws -> Frame?
}

/// What a source had, and handed on as no frame.
public enum PassedOver: Sendable, Equatable {
    /// A picture that was damaged.
    case damaged(SourceHealth)
    /// One that is not decoded, since it comes too soon after the last frame and no other is built on it.
    case spared
}

extension VideoSource {
    public var health: SourceHealth { SourceHealth() }

    public mutating func nextFrame(
        where admits: (Timestamp) -> Bool, hurries: () -> Bool, passedOver: (PassedOver) -> Void
    ) throws -> Frame? {
        try nextFrame(where: admits)
    }
}

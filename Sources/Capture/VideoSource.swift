import ALPR

/// A source of frames. Made, used and released on the capture queue.
public protocol VideoSource {
    /// Whether frames come at their own pace (a camera) or as fast as they are taken (a recording).
    var isLive: Bool { get }

    /// Faults since it was opened that did not end it.
    var health: SourceHealth { get }

    /// Whether its main stream is decoded, and why.
    var wakefulness: Wakefulness { get }

    /// What resting has come to since it was opened.
    var restCount: RestCount { get }

    /// How long ago the last frame came, where it was kept before it was decoded.
    var lag: Duration { get }

    /// The next frame that `admits` lets through; nil at the end of a recording.
    ///
    /// `admits` is asked once for every decoded picture, before any pixel is copied.
    mutating func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame?

    /// The same; `passedOver` is called for what came and is no frame, while the next one is waited for.
    ///
    /// - Parameter wish: why whoever reads it wants every picture now, such as `undecided`; nil where some need not be decoded.
    mutating func nextFrame(
        where admits: (Timestamp) -> Bool, wish: () -> Wakefulness.Reason?, passedOver: (PassedOver) -> Void
    ) throws -> Frame?
}

/// What a source had, and handed on as no frame.
public enum PassedOver: Sendable, Equatable {
    /// A picture that was damaged.
    case damaged(SourceHealth)
    /// One that is not decoded, since it comes too soon after the last frame and no other is built on it.
    case spared
    /// A picture that is kept and not decoded, since nothing happens.
    case rested
    /// Nothing comes any more: pictures that are still handed out had come before, and are no sign that the camera is there.
    case fellSilent
}

extension VideoSource {
    public var health: SourceHealth { SourceHealth() }
    public var wakefulness: Wakefulness { .awake(.off) }
    public var restCount: RestCount { RestCount() }
    public var lag: Duration { .zero }

    public mutating func nextFrame(
        where admits: (Timestamp) -> Bool, wish: () -> Wakefulness.Reason?, passedOver: (PassedOver) -> Void
    ) throws -> Frame? {
        try nextFrame(where: admits)
    }
}

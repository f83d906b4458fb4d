import ALPR

/// A source of frames. Made, used and released on the capture queue.
public protocol VideoSource {
    /// Whether frames come at their own pace (a camera) or as fast as they are taken (a recording).
    var isLive: Bool { get }

    /// Faults since it was opened that did not end it.
    var health: SourceHealth { get }

    /// Whether it dozes, and why not.
    var wakefulness: Wakefulness { get }

    /// What dozing has come to since it was opened.
    var dozeCount: DozeCount { get }

    /// How long ago the last frame came, where it was kept before it was decoded.
    var lag: Duration { get }

    /// The next frame that `admits` lets through; nil at the end of a recording.
    ///
    /// `admits` is asked once for every decoded picture, before any pixel is copied.
    mutating func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame?

    /// The same; `passedOver` is called for what came and is no frame, while the next one is waited for.
    ///
    /// - Parameter leave: asked before any picture is left out. Once there is none, the source wakes and hands on what it had kept.
    mutating func nextFrame(
        where admits: (Timestamp) -> Bool, leave: () -> Leave, passedOver: (PassedOver) -> Void
    ) throws -> Frame?
}

/// What a source had, and handed on as no frame.
public enum PassedOver: Sendable, Equatable {
    /// A picture that was damaged.
    case damaged(SourceHealth)
    /// A picture that is kept and not decoded, since nothing happens.
    case dozed
    /// One that is not decoded, since it comes too soon after the last frame and no other is built on it.
    case spared
    /// What was kept will not be decoded: pictures of these times would have been asked about.
    case leftOut([Timestamp])
    /// Nothing comes any more: pictures that are still handed out had come before, and are no sign that the camera is there.
    case fellSilent
}

extension VideoSource {
    public var health: SourceHealth { SourceHealth() }
    public var wakefulness: Wakefulness { .awake(.off) }
    public var dozeCount: DozeCount { DozeCount() }
    public var lag: Duration { .zero }

    public mutating func nextFrame(
        where admits: (Timestamp) -> Bool, leave: () -> Leave, passedOver: (PassedOver) -> Void
    ) throws -> Frame? {
        try nextFrame(where: admits)
    }
}

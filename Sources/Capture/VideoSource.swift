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

    /// The same; `passedOver` is called for every picture that came and was damaged, while the next whole one is waited for.
    mutating func nextFrame(where admits: (Timestamp) -> Bool, passedOver: (SourceHealth) -> Void) throws -> Frame?
}

extension VideoSource {
    public var health: SourceHealth { SourceHealth() }

    public mutating func nextFrame(
        where admits: (Timestamp) -> Bool, passedOver: (SourceHealth) -> Void
    ) throws -> Frame? {
        try nextFrame(where: admits)
    }
}

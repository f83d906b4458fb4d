/// Faults that a source recovered from by itself since it was opened.
public struct SourceHealth: Sendable, Equatable {
    /// Packets that the decoder, or the device, could make nothing of.
    public var brokenPackets = 0
    /// Pictures that were damaged, or built on a damaged one, and were not handed on.
    public var damagedPictures = 0
    /// Picture files that end too soon, and were handed on as far as they go.
    public var cutPictures = 0
    /// Times packets were found missing on the way from the camera.
    public var losses = 0
    /// Times the pictures' size or pixel format changed in mid-stream.
    public var formatChanges = 0

    public init() {}

    /// Whether pictures, or what should have become one, were passed over since `before`.
    public func hasMoreDamage(than before: SourceHealth) -> Bool {
        damagedPictures > before.damagedPictures || brokenPackets > before.brokenPackets
    }
}

/// A failure that tells whether the source stalled or was lost.
public protocol SourceLoss: Error {
    /// True where the source is still there and sends nothing, or nothing that makes a picture.
    var isStall: Bool { get }
}

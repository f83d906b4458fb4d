import ALPR

/// Tells since when a camera has sent the very same picture. A living sensor never does: its noise differs.
public struct StillPicture: Sendable {
    /// Every so many pixels are compared: odd, so that all columns take their turn.
    private static let step = 31

    private var samples: [UInt8] = []
    private var size = (0, 0)
    private var since: Timestamp?

    public init() {}

    /// How long the picture has been the very same, with this one; zero for one that differs from the one before.
    public mutating func duration(with frame: Frame) -> Duration {
        let isSame =
            size == (frame.image.width, frame.image.height)
            && frame.image.withPixels { pixels in
                samples.indices.allSatisfy { samples[$0] == pixels[$0 * Self.step] }
            }
        if isSame, let since, frame.time >= since { return frame.time - since }
        size = (frame.image.width, frame.image.height)
        samples = frame.image.withPixels { pixels in
            stride(from: 0, to: pixels.count, by: Self.step).map { pixels[$0] }
        }
        since = frame.time
        return .zero
    }
}

import ALPR

/// Decides, from its time alone, whether a picture is worth analysing: at most one every interval, or every shorter one where somebody is in
/// a hurry.
///
/// The other half of the gate, skipping while the OCR queue is busy, is the slot between the queues: it holds one frame,
/// and a newer one takes its place.
public struct FrameGate: Sendable {
    /// Shortest time between two admitted frames.
    public let interval: Duration
    /// The same in a hurry; nil for no shorter one.
    public let hurried: Duration?
    /// Pictures let through.
    public private(set) var admitted = 0
    /// Pictures refused because the one before was too recent.
    public private(set) var tooSoon = 0

    private var last: Timestamp?

    public init(interval: Duration, hurried: Duration? = nil) {
        self.interval = interval
        self.hurried = hurried.flatMap { $0 < interval ? $0 : nil }
    }

    /// Whether to analyse the picture taken at `time`. A clock that jumps back starts the gate anew.
    ///
    /// - Parameter hurries: whether a plate is in view that is not decided yet; asked only where that decides on the picture.
    public mutating func admits(_ time: Timestamp, hurries: () -> Bool = { false }) -> Bool {
        guard isDue(time, hurries: hurries) else {
            tooSoon += 1
            return false
        }
        admitted += 1
        return true
    }

    /// Counts a picture that was too soon, and so was not even decoded.
    public mutating func spared() { tooSoon += 1 }

    private mutating func isDue(_ time: Timestamp, hurries: () -> Bool) -> Bool {
        if let last, time >= last, time - last < interval {
            guard let hurried, time - last >= hurried, hurries() else { return false }
        }
        last = time
        return true
    }
}

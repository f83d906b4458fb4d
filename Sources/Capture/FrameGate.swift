import ALPR

/// Decides, from its time alone, whether a picture is worth analysing: at most one every interval.
///
/// The other half of the gate, skipping while the OCR queue is busy, is the slot between the queues: it holds one frame,
/// and a newer one takes its place.
public struct FrameGate: Sendable {
    /// Shortest time between two admitted frames.
    public let interval: Duration
    /// Pictures let through.
    public private(set) var admitted = 0
    /// Pictures refused because the one before was too recent.
    public private(set) var tooSoon = 0

    private var last: Timestamp?

    public init(interval: Duration) {
        self.interval = interval
    }

    /// Whether to analyse the picture taken at `time`. A clock that jumps back starts the gate anew.
    public mutating func admits(_ time: Timestamp) -> Bool {
        guard isDue(time) else {
            tooSoon += 1
            return false
        }
        admitted += 1
        return true
    }

    /// Takes in a picture that nobody will see: the next ones are admitted as if this one had been asked about.
    public mutating func passesOver(_ time: Timestamp) { _ = isDue(time) }

    /// Counts a picture that was too soon, and so was not even decoded.
    public mutating func spared() { tooSoon += 1 }

    private mutating func isDue(_ time: Timestamp) -> Bool {
        if let last, time >= last, time - last < interval { return false }
        last = time
        return true
    }
}

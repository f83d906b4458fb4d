/// A moment on a source's own time line: presentation time for recordings, monotonic arrival time for live streams.
///
/// Wraps `Duration`, not `Double`: with seconds as `Double`, 0.6 - 0.4 < 0.2, and a gate of 0.2 s refuses frames that are due.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Time since the start of the source.
    public var sinceStart: Duration

    public init(_ sinceStart: Duration) {
        self.sinceStart = sinceStart
    }

    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        a.sinceStart < b.sinceStart
    }

    public static func - (a: Timestamp, b: Timestamp) -> Duration {
        a.sinceStart - b.sinceStart
    }

    public static func + (a: Timestamp, b: Duration) -> Timestamp {
        Timestamp(a.sinceStart + b)
    }
}

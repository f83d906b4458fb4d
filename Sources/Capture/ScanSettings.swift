/// How a camera is scanned: how often, when its source is given up and opened anew, and when its pictures show too little.
public struct ScanSettings: Sendable, Equatable {
    /// The camera's name in records.
    public var camera = "camera"
    /// Shortest time between two analysed frames.
    public var interval = Duration.milliseconds(200)
    /// Whether pictures are looked at twice as often while a plate is not decided yet and processors have time to spare.
    public var quickens = true
    /// A live source that sends nothing for this long is given up: what the source was told, for the watchdog to know.
    public var stall = Duration.seconds(20)
    /// How long a live source may take to answer when it is opened: what the source was told, for the watchdog to know.
    public var opening = Duration.seconds(10)
    /// How long the end waits for a source that hangs in the kernel, such as a file on a dead mount.
    public var grace = Duration.seconds(5)
    /// Waits before the attempts to reopen a camera that was lost; the last one for ever.
    public var reconnect: [Duration] = [.seconds(1), .seconds(5), .seconds(10), .seconds(60)]
    /// How often, while it waits, the scanner looks whether a camera that was away can be reached again.
    public var presence = Duration.seconds(1)
    /// A camera that sends the very same picture for this long is opened anew; nil for never.
    public var frozen: Duration? = .seconds(60)
    /// When pictures show too little for any plate; nil for never.
    public var sight: SightWatch.Settings? = SightWatch.Settings()
    /// How often a drawn plate is sent through recognition, to see that it still reads; nil for never.
    public var canary: Duration? = .seconds(300)

    public init() {}

    /// No pictures are looked at sooner than this by themselves: noise agrees with itself in pictures that come too close together.
    private static let soonest = Duration.milliseconds(100)

    /// Shortest time between two analysed frames while a plate is not decided yet; nil where that is no shorter.
    public var hurriedInterval: Duration? {
        let hurried = max(interval / 2, Self.soonest)
        return quickens && hurried < interval ? hurried : nil
    }

    /// What decides, from its time, whether a picture is analysed.
    public var gate: FrameGate { FrameGate(interval: interval, hurried: hurriedInterval) }
}

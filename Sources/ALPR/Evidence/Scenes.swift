/// The pictures in which plates that are still being read were read best: one a frame, however many plates it shows.
///
/// The newest is held as it came, which copies nothing; one that has to last longer is shrunk. What they take together is bounded.
struct Scenes: Sendable {
    /// Of all that are held longer than a frame, in bytes: ten of 960 × 540 with their colours.
    static let mostBytes = 8 << 20

    private struct Scene: Sendable {
        let time: Timestamp
        var picture: ColourImage
    }

    private let width: Int
    /// Oldest first.
    private var kept: [Scene] = []

    /// - Parameter width: to which a picture is shrunk.
    init(width: Int) {
        self.width = width
    }

    /// The picture of a time; nil where it is not kept.
    subscript(time: Timestamp) -> ColourImage? { kept.first { $0.time == time }?.picture }

    /// Keeps the pictures of these times, and no others.
    ///
    /// - Parameter frame: the newest one.
    mutating func keep(_ times: Set<Timestamp>, newest frame: Frame) {
        kept.removeAll { !times.contains($0.time) }
        for index in kept.indices { kept[index].picture = kept[index].picture.atMost(width: width) }
        var bytes = kept.reduce(0) { $0 + $1.picture.byteCount }
        // What has waited longest is the least likely to become a plate.
        while bytes > Self.mostBytes { bytes -= kept.removeFirst().picture.byteCount }
        if times.contains(frame.time) { kept.append(Scene(time: frame.time, picture: frame.anyColour)) }
    }
}

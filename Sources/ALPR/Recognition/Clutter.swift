/// Places that keep looking like a plate and never read like one: grilles, foliage, signs. They are read less and less often.
///
/// A plate that comes to such a place has another outline, so it is not held back; one whose outline happens to be the same changes the
/// picture there, and waits two seconds at most.
struct Clutter: Sendable {
    private struct Place: Sendable {
        var box: Box
        var failures: Int
        var lastSeen: Timestamp
        var nextReading: Timestamp
        /// Whether nothing has changed over it since it was last read.
        var isUnchanged: Bool
    }

    /// The same outline.
    private static let sameness = 0.6
    /// The wait after the first failure; it doubles with every further one, and stays at `longestWait` until the place is hopeless.
    private static let firstWait = Duration.milliseconds(250)
    /// Failures after which a place is hopeless.
    static let enough = 5
    private static let longestWait = Duration.seconds(2)
    /// Of a hopeless place over which nothing changes: noise alone makes no plate of it.
    static let longestUnchangedWait = Duration.seconds(16)
    /// A place that has not looked like a plate for this long is forgotten.
    private static let memory = Duration.seconds(6)
    /// The same while nothing changes over it: noise hides it in most looks, and shows it again.
    private static let unchangedMemory = Duration.seconds(600)

    private var places: [Place] = []

    /// Whether reading this place can wait.
    func canWait(_ box: Box, at time: Timestamp) -> Bool {
        index(of: box).map { time < places[$0].nextReading } ?? false
    }

    /// Whether this place has been read in vain so often that the next time will hardly be another.
    func isHopeless(_ box: Box) -> Bool { index(of: box).map { places[$0].failures >= Self.enough } ?? false }

    /// Notes that this place looked like a plate again.
    mutating func saw(_ box: Box, at time: Timestamp) {
        if let index = index(of: box) { places[index].lastSeen = time }
    }

    /// Tells that everything may have changed.
    mutating func anythingChanged(at time: Timestamp) {
        for index in places.indices { change(index, at: time) }
    }

    /// Tells that nothing has changed outside `area` (nil: nowhere).
    mutating func nothingChanged(outside area: Box?, at time: Timestamp) {
        guard let area else { return }
        for index in places.indices where places[index].box.overlap(area) > 0 { change(index, at: time) }
    }

    /// Nothing like a plate was read here.
    mutating func failed(_ box: Box, at time: Timestamp) {
        places.removeAll { time - $0.lastSeen > ($0.isUnchanged ? Self.unchangedMemory : Self.memory) }
        guard let index = index(of: box) else {
            places.append(
                Place(box: box, failures: 1, lastSeen: time, nextReading: time + Self.firstWait, isUnchanged: true))
            return
        }
        places[index].failures += 1
        places[index].box = box
        places[index].lastSeen = time
        places[index].nextReading = time + Self.wait(after: places[index].failures)
        places[index].isUnchanged = true
    }

    /// Something like a plate was read here.
    mutating func succeeded(_ box: Box) {
        if let index = index(of: box) { places.remove(at: index) }
    }

    private static func wait(after failures: Int) -> Duration {
        failures <= enough
            ? min(longestWait, firstWait * (1 << (failures - 1)))
            : min(longestUnchangedWait, longestWait * (1 << min(8, failures - enough)))
    }

    /// What is there now may be something else: it is worth one more reading before it is hopeless again.
    private mutating func change(_ index: Int, at time: Timestamp) {
        places[index].isUnchanged = false
        places[index].failures = min(places[index].failures, Self.enough - 1)
        places[index].nextReading = min(places[index].nextReading, time + Self.longestWait)
    }

    private func index(of box: Box) -> Int? {
        places.firstIndex { $0.box.iou(box) > Self.sameness }
    }
}

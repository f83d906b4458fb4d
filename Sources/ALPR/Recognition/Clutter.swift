/// Places that keep looking like a plate and never read like one: grilles, foliage, signs. They are read less and less often.
///
/// A plate that comes to such a place has another outline, so it is not held back; one whose outline happens to be the same waits
/// two seconds at most.
struct Clutter: Sendable {
    private struct Place: Sendable {
        var box: Box
        var failures: Int
        var lastSeen: Timestamp
        var nextReading: Timestamp
    }

    /// The same outline.
    private static let sameness = 0.6
    /// The wait after the first failure; it doubles with every further one.
    private static let firstWait = Duration.milliseconds(250)
    /// Failures after which a place is hopeless.
    static let enough = 5
    private static let longestWait = Duration.seconds(2)
    /// A place that has not looked like a plate for this long is forgotten.
    private static let memory = Duration.seconds(6)

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

    /// Nothing like a plate was read here.
    mutating func failed(_ box: Box, at time: Timestamp) {
        places.removeAll { time - $0.lastSeen > Self.memory }
        guard let index = index(of: box) else {
            places.append(Place(box: box, failures: 1, lastSeen: time, nextReading: time + Self.firstWait))
            return
        }
        places[index].failures += 1
        places[index].box = box
        places[index].lastSeen = time
        let wait = Self.firstWait * (1 << min(8, places[index].failures - 1))
        places[index].nextReading = time + min(Self.longestWait, wait)
    }

    /// Something like a plate was read here.
    mutating func succeeded(_ box: Box) {
        if let index = index(of: box) { places.remove(at: index) }
    }

    private func index(of box: Box) -> Int? {
        places.firstIndex { $0.box.iou(box) > Self.sameness }
    }
}

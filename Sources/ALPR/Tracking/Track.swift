import Basics
import Plates

/// One vehicle's plate over time: where it was, and the readings of the last moments.
struct Track: Sendable {
    let id: Int
    /// Ballots inside the rolling window, oldest first.
    private(set) var ballots: [Ballot]
    private(set) var framesSeen = 1
    let firstSeen: Timestamp
    private(set) var lastSeen: Timestamp
    private(set) var lastRead: Timestamp
    /// The last frame in which its plate was found, or in which nothing had changed since it was.
    private(set) var lastFound: Timestamp
    /// The last frame in which it was found and not read, since it is settled.
    private(set) var lastUnread: Timestamp?
    /// Looks at the whole picture, one after the other, in which it was not found.
    private(set) var misses = 0
    /// The last frame in which something had changed where it was.
    private var lastChange: Timestamp?
    private(set) var box: Box
    /// Where it was found first.
    let firstBox: Box
    /// The most that its box was high.
    private(set) var tallest: Double
    /// Whether more looks may make a plate of it: the text that leads is one of a plate.
    var isHopeful = true
    /// Whether what its frames agree on is nearly the text of another vehicle, and may be that, misread.
    var mayBeKnown = false
    /// The text it was decided on, once it was.
    var settled: String? { didSet { exhibit = nil } }
    /// What it was decided on: the texts with their shares of the vote, and how many frames read the first.
    var verdict: (candidates: [Candidate], reads: Int)?
    /// Whether that had been reported a short while ago, and so was not again.
    var isRepeated = false
    /// The lane it was accepted in.
    var lane: String?
    /// Since when its frames agree and it is not accepted, because of where it is going, or may be going.
    var heldSince: Timestamp?
    /// Whether it is known to go where no lane counts it.
    var isRefused = false
    private(set) var course = Course()
    /// The best look at it among its ballots; nil where none is kept.
    private(set) var exhibit: Exhibit?

    /// Once it is settled: what was read of another plate since it was last read as itself. See `Smoother.sort`.
    var dissent: [Ballot] = []
    /// For how long it had not been found before those, and whether they began where it was not.
    var absence = Duration.zero
    var dissentIsElsewhere = false
    /// The same before the newest reading, and whether that came where it was not expected.
    private(set) var newest: (absence: Duration, isElsewhere: Bool, isMoved: Bool) = (.zero, false, false)

    /// Pixels a second, of the box's centre.
    private var velocity = Point(x: 0, y: 0)

    init(id: Int, first: Ballot) {
        self.id = id
        ballots = [first]
        firstSeen = first.reading.time
        lastSeen = first.reading.time
        lastRead = first.reading.time
        lastFound = first.reading.time
        box = first.reading.region.box
        firstBox = box
        tallest = box.height
        course.add(first.reading.region, characters: first.text.count, at: first.reading.time)
    }

    mutating func add(_ ballot: Ballot) {
        let isMoved = overlap(with: ballot.reading.region.box, at: ballot.reading.time) <= 0.15
        newest = (ballot.reading.time - lastFound, isMoved || misses > 0, isMoved)
        saw(ballot.reading.region.box, at: ballot.reading.time)
        lastRead = ballot.reading.time
        ballots.append(ballot)
        course.add(ballot.reading.region, characters: ballot.text.count, at: ballot.reading.time)
    }

    /// Takes in a ballot of a frame that may be long past: it votes, and does not say where the plate is now.
    mutating func insert(_ ballot: Ballot) {
        guard ballot.reading.time < lastSeen else { return add(ballot) }
        framesSeen += 1
        // Where it was by then is not known any more.
        newest = (.zero, false, false)
        let place = ballots.firstIndex { $0.reading.time > ballot.reading.time } ?? ballots.endIndex
        ballots.insert(ballot, at: place)
    }

    /// Puts a reading in the place of the one of the same time and place. Returns whether there is one.
    mutating func replace(with reading: PlateReading) -> Bool {
        guard
            let index = ballots.firstIndex(where: {
                $0.reading.time == reading.time && $0.reading.region.box == reading.region.box
            })
        else { return false }
        ballots[index] = Ballot(reading: reading)
        return true
    }

    /// The plate was found again, and not read.
    mutating func sawUnread(_ other: Box, at time: Timestamp) {
        saw(other, at: time)
        lastUnread = time
    }

    private mutating func saw(_ other: Box, at time: Timestamp) {
        let elapsed = (time - lastSeen).seconds
        if elapsed > 0 {
            let from = box.centre
            let to = other.centre
            velocity = Point(x: (to.x - from.x) / elapsed, y: (to.y - from.y) / elapsed)
        }
        box = other
        tallest = max(tallest, other.height)
        lastSeen = time
        lastFound = time
        misses = 0
        framesSeen += 1
    }

    /// The whole picture was searched.
    mutating func searched(isFound: Bool) { misses = isFound ? 0 : misses + 1 }

    /// Something has changed where the plate was: it may be what left.
    mutating func mayHaveLeft(at time: Timestamp) { lastChange = max(lastChange ?? time, time) }

    /// Whether nothing has changed where it was found since: then it is there, however seldom it is found.
    var isUnchanged: Bool { lastChange.map { lastFound >= $0 } ?? true }

    /// Nothing has changed where the plate was: it is still there.
    ///
    /// - Parameter previous: the frame before. A plate that was not found in that one is not in this one either.
    mutating func stays(at time: Timestamp, since previous: Timestamp?) {
        if lastFound == previous { lastFound = time }
        velocity = Point(x: 0, y: 0)
        lastSeen = max(lastSeen, time)
    }

    /// Keeps the newest look as the exhibit where it is better than the one before: where it shows what leads the vote and the other does
    /// not, or else is worth more.
    mutating func keepExhibit(of frame: Frame, leader: String?) {
        guard let ballot = ballots.last, ballot.reading.time == frame.time else { return }
        if let exhibit {
            let (leads, led) = (ballot.text == leader, exhibit.text == leader)
            guard leads != led ? leads : Exhibit.worth(of: ballot) > exhibit.worth else { return }
        }
        exhibit = Exhibit(ballot, in: frame)
    }

    /// Takes out the ballots from before `time`.
    mutating func expire(before time: Timestamp) -> [Ballot] {
        let kept = ballots.drop { $0.reading.time < time }
        // Another vehicle may have come to the place since.
        if let exhibit, exhibit.time < time { self.exhibit = nil }
        defer {
            ballots = Array(kept)
            dissent.removeAll { $0.reading.time < time }
        }
        return Array(ballots.prefix(ballots.count - kept.count)) + dissent.filter { $0.reading.time < time }
    }

    /// Takes out all ballots.
    mutating func drain() -> [Ballot] {
        defer { ballots = [] }
        return ballots
    }

    /// Where the plate should be at `time` if it goes on as it went.
    func predictedBox(at time: Timestamp) -> Box {
        let elapsed = min(1, (time - lastSeen).seconds)
        return Box(
            x: box.x + velocity.x * elapsed, y: box.y + velocity.y * elapsed, width: box.width, height: box.height)
    }

    /// How well a place fits this track by position and size alone, 0-1.
    func overlap(with other: Box, at time: Timestamp) -> Double {
        max(box.iou(other), predictedBox(at: time).iou(other))
    }

    /// How well a reading fits this track, 0-2; nil where it belongs to another vehicle.
    func affinity(with reading: PlateReading) -> Double? {
        let other = reading.region.box
        let ratio = other.height / max(1, box.height)
        guard (0.5...2).contains(ratio) else { return nil }
        let place = overlap(with: other, at: reading.time)
        let alike = similarity(to: reading.best?.text ?? "")
        if place > 0.15 {
            // The same place with quite another text is the next vehicle.
            return alike >= 0.34 || ballots.isEmpty && settled == nil ? place + alike : nil
        }
        // It moved on by less than three of its widths, and says nearly the same.
        let from = predictedBox(at: reading.time).centre
        let distance = from.distance(to: other.centre)
        return alike >= 0.7 && distance < 3 * box.width ? alike * (1 - distance / (3 * box.width)) : nil
    }

    private func similarity(to text: String) -> Double {
        let known = Set(ballots.map(\.text) + [settled].compactMap { $0 })
        return known.map { $0.similarity(to: text) }.max() ?? 0
    }
}

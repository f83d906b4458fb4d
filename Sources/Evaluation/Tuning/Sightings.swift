import ALPR
import Basics
import Plates

/// Every text that was read in a recording, under whatever settings: when, where, and what it looks like.
public struct Sightings {
    struct Sighting {
        var times: Set<Timestamp> = []
        /// Of the place in which it was read best, and how well that was.
        var crop = LumaImage(width: 0, height: 0)
        var worth = 0.0
        /// Everywhere it was, in fractions of the picture.
        var place: Box?
        var isTold = false

        /// When it was first and last read.
        var span: ClosedRange<Timestamp>? {
            guard let first = times.min(), let last = times.max() else { return nil }
            return first...last
        }
    }

    /// Two looks that are nearer to each other show much the same picture.
    private static let distance = Duration.milliseconds(100)
    /// What nobody has told by then has its picture thrown away.
    private static let memory = Duration.seconds(30)
    /// A better picture has to be better by so much.
    private static let gain = 1.1

    private(set) var all: [String: Sighting] = [:]
    private var lastPruned = Timestamp(.zero)

    mutating func add(_ reading: PlateReading, in frame: Frame) {
        guard let best = reading.best else { return }
        let box = reading.region.box
        let (width, height) = (Double(frame.image.width), Double(frame.image.height))
        let part = Box(x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height)
        let worth = reading.region.textHeight * best.confidence
        var sighting = all[best.text] ?? Sighting()
        sighting.times.insert(frame.time)
        sighting.place = sighting.place?.union(part) ?? part
        if worth > Self.gain * sighting.worth {
            sighting.worth = worth
            sighting.crop = frame.image.cropped(to: box.expanded(x: 0.3 * box.height, y: 0.3 * box.height))
        }
        all[best.text] = sighting
        if frame.time - lastPruned > Self.memory { prune(at: frame.time) }
    }

    mutating func told(_ text: String) { all[text, default: Sighting()].isTold = true }

    /// How often a text was read in pictures that are not much the same, within a span where one is given.
    func looks(at text: String, in span: ClosedRange<Timestamp>? = nil) -> Int {
        var last: Timestamp?
        var count = 0
        for time in (all[text]?.times ?? []).sorted() where span?.contains(time) ?? true {
            if let last, time - last < Self.distance { continue }
            last = time
            count += 1
        }
        return count
    }

    /// The most looks of another text that may be a misreading of this one, or this one of it: nearly the same, at the same time.
    func looksOfRivals(of text: String) -> Int {
        guard let span = all[text]?.span else { return 0 }
        let near = Timestamp(span.lowerBound.sinceStart - .seconds(1))...(span.upperBound + .seconds(1))
        let rivals = all.keys.filter { $0 != text && Self.areAlike($0, text) }
        return rivals.map { looks(at: $0, in: near) }.max() ?? 0
    }

    /// A character or two apart, or one is a part of the other.
    private static func areAlike(_ one: String, _ other: String) -> Bool {
        let (long, short) = one.count > other.count ? (one, other) : (other, one)
        guard long.count - short.count <= 3 else { return false }
        return long.contains(short) || long.editDistance(to: short) <= 2
    }

    private mutating func prune(at time: Timestamp) {
        lastPruned = time
        for (text, sighting) in all where !sighting.isTold && sighting.worth > 0 {
            guard let last = sighting.span?.upperBound, time - last > Self.memory else { continue }
            all[text]?.crop = LumaImage(width: 0, height: 0)
            all[text]?.worth = 0
        }
    }
}

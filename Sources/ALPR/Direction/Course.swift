import Basics

import func Glibc.atan2
import func Glibc.log

/// Where a plate was lately, and what follows from that.
///
/// What counts is how its row of text grows and how it moves. The height of a row is measured to 2.6 % on the 32 public clips of
/// TU Delft, its width to half a per cent, but for one in ten, where a character more or less makes it up to a fifth wider. So
/// growth is what both agree on, and every trend is the middle one of all pairs of sightings (Theil and Sen), which a
/// sighting that is quite wrong does not move.
struct Course: Sendable {
    private struct Sighting: Sendable {
        var time: Timestamp
        var characters: Int
        var centre: Point
        /// Of the row of text, in pixels.
        var width: Double
        var height: Double
    }

    /// How far back sightings count: a vehicle that stops does not come on for ever.
    private static let memory = Duration.seconds(3)
    private static let most = 16
    /// Growth, as a share, from which on it is none of the measurement's making.
    private static let leastGrowth = 0.05
    /// Growth that may have escaped it.
    private static let hiddenGrowth = 0.03
    /// Ways in heights of the text: from the first on it moves, from the second on it may be passing.
    private static let (leastWay, passingWay) = (1.0, 2.0)
    /// Nothing stands that was not seen to for so long.
    private static let leastStanding = Duration.seconds(1)
    /// How far away a thing is that looks as large as it is wide, in widths: a view of 45 degrees. It is not known of the camera, and
    /// decides only where approaching becomes passing.
    private static let focalLength = 1.2
    /// Tangent of the angle to the picture's plane, 25 degrees, from which on a way leads towards the camera or away.
    private static let slant = 0.466

    private var sightings: [Sighting] = []

    mutating func add(_ region: Region, characters: Int, at time: Timestamp) {
        let row = region.rows[0]
        sightings.append(
            Sighting(
                time: time, characters: characters, centre: region.textBox.centre, width: row.quad.width,
                height: row.height))
        sightings.removeAll { time - $0.time > Self.memory }
        if sightings.count > Self.most { sightings.removeFirst() }
    }

    /// Where it is going; nil where too little was seen to tell.
    ///
    /// - Parameters:
    ///   - characters: of the plate: a row with more or fewer is as much wider or narrower.
    ///   - pictureWidth: in pixels.
    func direction(ofPlateWith characters: Int, pictureWidth: Int) -> Direction? {
        let seen = sightings.filter { $0.characters == characters && $0.width > 0 && $0.height > 0 }
        guard let first = seen.first, let last = seen.last else { return nil }
        let span = (last.time - first.time).seconds
        guard span > 0, let height = seen.map(\.height).median() else { return nil }

        let wider = Self.trend(seen) { log($0.width) }
        let higher = Self.trend(seen) { log($0.height) }
        let growth = wider.sign == higher.sign ? (abs(wider) < abs(higher) ? wider : higher) : 0
        let way = Point(x: Self.trend(seen) { $0.centre.x }, y: Self.trend(seen) { $0.centre.y })
        let speed = way.distance(to: Point(x: 0, y: 0))
        let moved = speed * span / height
        // How fast it grows, as pixels a second at the picture's scale: what it does in depth, to be held against its way.
        let depth = Self.focalLength * Double(pictureWidth)
        let hidden = Self.hiddenGrowth / span

        let movement: Direction.Movement
        if abs(growth) * span >= Self.leastGrowth, abs(growth) * depth >= Self.slant * speed {
            movement = growth > 0 ? .approaching : .leaving
        } else if moved >= Self.passingWay, (abs(growth) + hidden) * depth < Self.slant * speed {
            movement = .passing
        } else if span >= Self.leastStanding.seconds, moved < Self.leastWay,
            max(abs(wider), abs(higher)) * span < Self.leastGrowth
        {
            movement = .standing
        } else {
            return nil
        }
        let isGoing = movement != .standing && moved >= Self.leastWay
        return Direction(degrees: isGoing ? Self.degrees(way) : nil, movement: movement)
    }

    /// The middle one of the changes a second between any two.
    private static func trend(_ seen: [Sighting], of value: (Sighting) -> Double) -> Double {
        var changes: [Double] = []
        for (index, early) in seen.enumerated() {
            for late in seen[(index + 1)...] where late.time > early.time {
                changes.append((value(late) - value(early)) / (late.time - early.time).seconds)
            }
        }
        return changes.median() ?? 0
    }

    private static func degrees(_ way: Point) -> Double {
        let degrees = atan2(way.y, way.x) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}

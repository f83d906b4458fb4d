import ALPR
import Plates

/// What was read in some pictures, if they lie one way.
struct OrientationReadings {
    private struct Reading {
        var text: String
        /// 1 for a sure one.
        var weight: Double
        /// Of its characters, in pixels.
        var height: Double
        /// Where in the picture it is, in pixels.
        var place: Point
    }

    /// A plate that has grown less, or moved less than its characters are high, does not tell which way it came.
    private static let leastGrowth = 1.15

    private var all: [Reading]

    /// What stands at the very same place in several pictures is left out: a clock that the camera writes reads as something every way
    /// round.
    init(_ readings: [PlateReading]) {
        let all = readings.compactMap { reading in
            reading.best.map {
                let box = reading.region.textBox
                return Reading(
                    text: $0.text, weight: reading.weight, height: reading.region.textHeight,
                    place: Point(x: box.x + box.width / 2, y: box.y + box.height / 2))
            }
        }
        self.all = Dictionary(grouping: all, by: \.text).values.filter { !Self.standStill($0) }.flatMap(\.self)
    }

    private static func standStill(_ readings: [Reading]) -> Bool {
        guard let first = readings.first, readings.count > 1 else { return false }
        return readings.allSatisfy { abs($0.place.x - first.place.x) <= 1 && abs($0.place.y - first.place.y) <= 1 }
    }

    /// The sum of the readings' weights.
    var weight: Double { all.reduce(0) { $0 + $1.weight } }

    func weight(fitting layouts: FormatSet) -> Double {
        all.reduce(0) { $0 + (layouts.format(fitting: $1.text) == nil ? 0 : $1.weight) }
    }

    var surestText: String? { all.max { $0.weight < $1.weight }?.text }

    /// Whether plates move up in the picture as they grow. A camera looks down on a street: what comes nearer moves down.
    var growUpwards: Bool {
        let texts = Dictionary(grouping: all, by: \.text).values
        return texts.reduce(0) { $0 + Self.tendency(of: $1) } < 0
    }

    /// 1 where a plate moves down as it grows, -1 where it moves up, 0 where that cannot be told.
    private static func tendency(of readings: [Reading]) -> Int {
        guard let small = readings.min(by: { $0.height < $1.height }),
            let large = readings.max(by: { $0.height < $1.height }), large.height >= leastGrowth * small.height,
            abs(large.place.y - small.place.y) >= large.height
        else { return 0 }
        return large.place.y > small.place.y ? 1 : -1
    }
}

import Foundation

/// When a vehicle passes which camera: by chance, at some cameras often and at others seldom.
struct Traffic {
    private let rate: Double
    private let course: Course
    private var random: Chances
    /// Up to each camera, the share of it and those before it.
    private let shares: [Double]
    private var time = 0.0

    /// - Parameter rate: vehicles a second at all of these cameras, in the mean.
    init(cameras: Int, rate: Double, course: Course, random: Chances) {
        self.rate = rate
        self.course = course
        var random = random
        var sum = 0.0
        let sums = (0..<cameras).map { _ in
            // Three of four cameras between half and twice as busy as the one in the middle.
            sum += exp(0.6 * random.normal())
            return sum
        }
        shares = sums.map { $0 / sum }
        self.random = random
    }

    /// The next one, in seconds since the beginning; nil at the end.
    mutating func next() -> (time: Double, camera: Int)? {
        while true {
            let most = rate * Course.busiest
            time -= log(1 - random.share()) / most
            guard time < course.length else { return nil }
            guard Double.random(in: 0..<Course.busiest, using: &random) < course.bustle(time) else { continue }
            let place = random.share()
            return (time, min(shares.count - 1, shares.firstIndex { $0 > place } ?? 0))
        }
    }
}

import Basics
import Foundation
import Records

/// When what is played happened, and when it is written.
struct Course: Sendable {
    /// Events a second of the time that is played.
    let rate: Double
    /// How long that is.
    let length: Double
    /// How much faster than in life it goes by; nil for as fast as it can be written.
    private let speed: Double?
    private let beginning: Moment
    private let start: ContinuousClock.Instant

    /// - Parameters:
    ///   - rate: events a second; where hours that lie behind us are written, of their seconds.
    ///   - past: hours; 0 where it is written as it happens.
    init(rate: Double, seconds: Double, speed: Double, past: Double, now: Moment = .now) {
        let isPast = past > 0
        self.rate = isPast ? rate : rate / speed
        length = isPast ? past * 3600 : seconds * speed
        self.speed = isPast ? nil : speed
        // It ends when it was written.
        let lead = isPast ? length : length - seconds
        beginning = Moment(
            wall: WallTime(milliseconds: now.wall.milliseconds - Int64(lead * 1000)), instant: now.instant)
        start = now.instant
    }

    /// When something is to be written; nil for at once.
    ///
    /// - Parameter time: seconds since the beginning.
    func due(_ time: Double) -> ContinuousClock.Instant? { speed.map { start + .seconds(time / $0) } }

    /// What the clocks say where it happens.
    ///
    /// - Parameters:
    ///   - time: when it was drawn to happen.
    ///   - now: when it is written, which may be later.
    func moment(_ time: Double, writtenAt now: ContinuousClock.Instant) -> Moment {
        let passed = Duration.seconds(time)
        let real = speed.map { start.duration(to: now) * $0 } ?? passed
        let wall = beginning.wall.milliseconds + max(passed, real).milliseconds
        return Moment(wall: WallTime(milliseconds: wall), instant: beginning.instant + max(passed, real))
    }

    /// How busy a time is beside the mean: in days that lie behind us the nights are quiet.
    func bustle(_ time: Double) -> Double {
        guard speed == nil else { return 1 }
        let hour = Double((beginning.wall.milliseconds / 1000 + Int64(time)) % 86_400) / 3600
        return 1 + 0.9 * cos(2 * .pi * (hour - 14) / 24)
    }

    static let busiest = 1.9
}

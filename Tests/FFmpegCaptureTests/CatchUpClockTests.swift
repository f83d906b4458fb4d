import CFFmpeg
import Testing

@testable import FFmpegCapture

@Suite struct CatchUpClockTests {
    private let start = ContinuousClock.now
    private var clock = CatchUpClock(timeBase: AVRational(num: 1, den: 90_000))

    private func after(_ milliseconds: Int64) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test mutating func `what is caught up with came when its stamps say, until it is caught up with`() {
        clock.sends(0, keptSince: start)
        #expect(clock.arrival == start)
        clock.sends(3600, at: after(400))
        #expect(clock.arrival == after(40))
        clock.sends(7200, at: after(200))
        #expect(clock.arrival == after(80))
        clock.sends(10_800, at: after(130))
        #expect(clock.arrival == nil)
        clock.sends(14_400, at: after(900))
        #expect(clock.arrival == nil)
    }

    @Test mutating func `stamps that run more slowly than time are not waited for`() {
        clock.sends(0, keptSince: start)
        clock.sends(3600, at: after(100))
        #expect(clock.arrival == after(40))
        clock.sends(7200, at: after(300))
        #expect(clock.arrival == nil)
    }

    @Test(
        arguments: [
            (0, Int64.min), (90_000, .min), (Int64.min, 0), (.min, 90_000), (.min, .min), (-5, .max), (.max, -5),
            (.min + 1, .max), (9000, 0),
        ] as [(Int64, Int64)])
    func `a stamp that is none, or any number, stops nothing but this`(first: Int64, second: Int64) {
        var clock = clock
        clock.sends(first, keptSince: start)
        clock.sends(second, at: after(1000))
        #expect(clock.arrival == nil)
        clock.sends(0, at: after(2000))
    }
}

import ALPR
import Basics
import Testing

@testable import Scanner

@Suite struct DamageWatchTests {
    private let start = ContinuousClock.now

    /// 25 pictures a second for so many seconds, in order: whether each is whole is asked by its number. Returns when it was blind,
    /// in seconds, at each change.
    private func changes(of watch: inout DamageWatch, seconds: Int, isWhole: (Int) -> Bool) -> [Double] {
        var changes: [Double] = []
        for number in 0..<25 * seconds {
            let now = start + .milliseconds(40 * number)
            let before = watch.since == nil
            if isWhole(number) { watch.sawWhole(at: now) } else { watch.sawDamaged(at: now) }
            if before != (watch.since == nil) { changes.append(start.duration(to: now).seconds) }
        }
        return changes
    }

    @Test func `pictures that are whole are no blindness, nor is a packet lost now and then`() {
        var watch = DamageWatch()
        #expect(changes(of: &watch, seconds: 60) { _ in true }.isEmpty)
        // Up to the next key frame, once in four seconds.
        #expect(changes(of: &watch, seconds: 60) { $0 % 100 < 75 }.isEmpty)
    }

    @Test func `two seconds without a whole picture are, since the last one`() {
        var watch = DamageWatch()
        let changes = changes(of: &watch, seconds: 20) { $0 < 100 || $0 >= 200 }
        // The last whole picture is number 99, the first one after it number 200.
        #expect(changes.count == 2 && abs(changes[0] - (3.96 + 2)) < 0.05)
        // Over when no more than half a second of the last four was missing.
        #expect(abs(changes[1] - (8 + 3.5)) < 0.05)
    }

    @Test func `it is one time of blindness, however many single pictures come through`() {
        var watch = DamageWatch()
        // A key frame a second, of which most come whole, and nothing after them.
        let changes = changes(of: &watch, seconds: 120) { $0 < 100 || $0 % 25 == 0 && $0 % 7 != 0 }
        #expect(changes.count == 1)
        #expect(watch.since == start + .milliseconds(40 * 100) || watch.since == start + .milliseconds(40 * 99))
    }

    @Test func `a stream that is another one begins with a good name`() {
        var watch = DamageWatch()
        _ = changes(of: &watch, seconds: 10) { $0 == 0 }
        #expect(watch.since == start && watch.lastSign != nil)
        watch.restart()
        #expect(watch.since == nil && watch.lastSign == nil)
    }
}

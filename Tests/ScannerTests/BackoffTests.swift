import Basics
import TestSupport
import Testing

@testable import Scanner

@Suite struct BackoffTests {
    @Test func `the steps are taken in turn, the last for ever, each with a tenth of jitter`() {
        var generator = SplitMix64(seed: 7)
        var backoff = Backoff(schedule: [.seconds(1), .seconds(5), .seconds(10), .seconds(60)])
        let waits = (0..<6).map { _ in backoff.next(using: &generator).seconds }
        for (wait, step) in zip(waits, [1, 5, 10, 60, 60, 60.0]) { #expect(abs(wait - step) <= step / 10) }
        #expect(Set(waits.suffix(3)).count == 3)
        backoff.reset()
        #expect(backoff.next(using: &generator).seconds < 1.2)
    }
}

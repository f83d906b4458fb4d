import Basics
import Testing

@Suite struct BackoffTests {
    @Test func `waits grow to the last one, vary by a tenth, and begin anew`() {
        var backoff = Backoff([.seconds(5), .seconds(30)])
        let waits = [0, 0.5, 1].map { Int(backoff.next(chance: $0).milliseconds) }
        #expect(waits == [4500, 30_000, 33_000])
        backoff.reset()
        #expect(backoff.next(chance: 0.5) == .seconds(5))
    }

    @Test func `what a receiver asks for counts where it is more, up to a day`() {
        var backoff = Backoff([.seconds(5)])
        #expect(backoff.next(atLeast: .seconds(60), chance: 0.5) == .seconds(60))
        #expect(backoff.next(atLeast: .seconds(1), chance: 0.5) == .seconds(5))
        #expect(backoff.next(atLeast: .seconds(1 << 30), chance: 0.5) == .seconds(86_400))
    }
}

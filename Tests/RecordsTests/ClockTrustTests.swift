import Records
import Synchronization
import TestSupport
import Testing

@Suite struct ClockTrustTests {
    private let clock = TestClock()
    private let talk = Talk()
    private static let minute = Duration.seconds(60)

    private func trust(isSynchronised: @escaping @Sendable () -> Bool = { false }) -> ClockTrust {
        ClockTrust(from: clock.now, log: talk.logger, isSynchronised: isSynchronised)
    }

    @Test func `a clock that somebody keeps right is trusted at once, and nothing is said of it`() {
        #expect(trust { true }.time(at: clock.now)?.wall == clock.now.wall)
        #expect(talk.all.isEmpty)
    }

    @Test func `another one is trusted once it has gone for an hour, and what waits and goes on is said once`() {
        let trust = trust()
        for _ in 0..<60 {
            #expect(trust.time(at: clock.now) == nil)
            clock.advance(by: Self.minute)
        }
        for _ in 0..<3 { #expect(trust.time(at: clock.now) != nil) }
        #expect(talk.all.count == 2)
        #expect(talk.all.first?.hasPrefix("notice: nothing is deleted for its age yet: ") == true)
        #expect(talk.all.last?.contains("is deleted from now on") == true)
    }

    @Test(arguments: [61, -61, 40 * 86_400])
    func `where it jumps, before it is trusted or after, the hour begins anew`(jump: Int) {
        let trust = trust()
        for wait in [59, 60, 200] {
            clock.advance(by: Self.minute * wait)
            #expect((trust.time(at: clock.now) != nil) == (wait > 59))
            clock.advance(by: .zero, wall: .seconds(jump))
            #expect(trust.time(at: clock.now) == nil)
        }
        clock.advance(by: Self.minute * 60)
        #expect(trust.time(at: clock.now) != nil)
    }

    @Test func `who deletes nothing is told the same, and nothing is said of it`() {
        let trust = trust()
        #expect(!trust.isRight(at: clock.now))
        clock.advance(by: Self.minute * 60)
        #expect(trust.isRight(at: clock.now))
        clock.advance(by: .zero, wall: .seconds(-61))
        #expect(!trust.isRight(at: clock.now) && talk.all.isEmpty)
        clock.advance(by: Self.minute * 60)
        #expect(trust.time(at: clock.now) != nil && talk.all.isEmpty)
    }

    @Test func `one that is set by a little goes on, and so does a machine that slept`() {
        let trust = trust()
        clock.advance(by: Self.minute * 30, wall: Self.minute * 31)
        #expect(trust.time(at: clock.now) == nil)
        clock.advance(by: Self.minute * 30)
        #expect(trust.time(at: clock.now) != nil)
        clock.advance(by: Self.minute * 5000)
        #expect(trust.time(at: clock.now) != nil)
    }

    @Test func `one that was far off at the start is trusted as soon as somebody has set it`() {
        let isSynchronised = Mutex(false)
        let trust = trust { isSynchronised.withLock { $0 } }
        #expect(trust.time(at: clock.now) == nil)
        clock.advance(by: Self.minute, wall: .seconds(-40 * 86_400))
        isSynchronised.withLock { $0 = true }
        #expect(trust.time(at: clock.now) != nil)
        // Nobody keeps it right any more: what it went since then counts.
        isSynchronised.withLock { $0 = false }
        clock.advance(by: Self.minute * 59)
        #expect(trust.time(at: clock.now) == nil)
        clock.advance(by: Self.minute)
        #expect(trust.time(at: clock.now) != nil)
    }
}

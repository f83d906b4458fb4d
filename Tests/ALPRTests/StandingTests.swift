import Plates
import Testing

@testable import ALPR

/// What who watches is told of a track.
@Suite struct StandingTests {
    private func time(_ milliseconds: Int) -> Timestamp { Timestamp(.milliseconds(milliseconds)) }

    @Test func `a track is undecided, then accepted, with its votes`() throws {
        var smoother = Smoother()
        _ = smoother.feed(["AB12CD"])
        let first = try #require(smoother.standing(at: time(0)).first)
        #expect(first.standing == .undecided && first.reads == 1 && first.readsNeeded == 2)
        #expect(first.candidates.map(\.text) == ["AB12CD"])
        _ = smoother.add([reading("AB12CD", at: 200)], at: time(200))
        let second = try #require(smoother.standing(at: time(200)).first)
        #expect(second.standing == .accepted && second.reads == 2 && second.box == first.box)
    }

    @Test func `what was reported a short while ago is told as that`() {
        var smoother = Smoother(cooldown: .seconds(300))
        _ = smoother.feed(["AB12CD", "AB12CD"])
        _ = smoother.add([], at: time(5000))
        for milliseconds in [60_000, 60_200] {
            _ = smoother.add([reading("AB12CD", at: milliseconds)], at: time(milliseconds))
        }
        #expect(smoother.standing(at: time(60_200)).first?.standing == .rejected(.cooldown))
    }

    @Test func `a plate is where it was while nothing changes, and nowhere once it was not found`() {
        var smoother = Smoother()
        _ = smoother.feed(["AB12CD", "AB12CD"])
        smoother.nothingChanged(outside: nil, at: time(400))
        _ = smoother.add([], at: time(400))
        #expect(smoother.standing(at: time(400)).count == 1)
        // The car has left: the place was looked at, and nothing was found there.
        _ = smoother.add([], at: time(600))
        #expect(smoother.standing(at: time(600)).isEmpty)
        // Nothing has changed since: it is still not there.
        smoother.nothingChanged(outside: nil, at: time(800))
        _ = smoother.add([], at: time(800))
        #expect(smoother.standing(at: time(800)).isEmpty)
    }
}

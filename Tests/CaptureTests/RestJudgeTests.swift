import Testing

@testable import Capture

@Suite struct RestJudgeTests {
    private let start = ContinuousClock.now

    /// A sub-stream that matches, and in which nothing has moved for a minute.
    private func sight(at now: ContinuousClock.Instant) -> SubstreamSight {
        var sight = SubstreamSight()
        (sight.stillSince, sight.lastPicture, sight.lastChange) = (now - .seconds(60), now, now)
        (sight.spacing, sight.match, sight.matchedAt) = (.milliseconds(100), .matches(delay: nil), now - .seconds(60))
        return sight
    }

    private func objection(
        _ judge: RestJudge = RestJudge(), bytes: Int = 1000, key: Duration? = .seconds(1),
        wish: Wakefulness.Reason? = nil, _ change: (inout SubstreamSight) -> Void = { _ in }
    ) -> Wakefulness.Reason? {
        var (judge, sight) = (judge, sight(at: start))
        change(&sight)
        return judge.objection(
            at: start, to: .init(bytes: bytes, newestKey: key.map { start - $0 }), seeing: sight, wish: wish)
    }

    @Test func `the main stream rests where the sub-stream has been still for a while, and nobody wants more`() {
        #expect(objection() == nil)
        #expect(objection { $0.stillSince = nil } == .moving)
        #expect(objection { $0.stillSince = start - .seconds(2) } == .moving)
        #expect(objection { $0.stillSince = start - .seconds(3) } == nil)
        #expect(objection(wish: .undecided) == .undecided)
        #expect(objection(wish: .watched) == .watched)
    }

    @Test func `before the streams were measured, and an hour after it, everything is decoded`() {
        #expect(objection { ($0.match, $0.matchedAt) = (.unknown, nil) } == .measuring)
        #expect(objection { $0.matchedAt = start - .seconds(3601) } == .measuring)
        #expect(objection { $0.matchedAt = start - .seconds(3599) } == nil)
        #expect(objection { $0.match = .fails(.differs) } == .substream(.differs))
    }

    @Test func `a sub-stream that is lost, silent, slow or frozen is no reason to rest`() {
        #expect(objection { $0.loss = "refused" } == .substream(.lost("refused")))
        #expect(objection { $0.lastPicture = nil } == .substream(.silent))
        #expect(objection { $0.lastPicture = start - .milliseconds(1100) } == .substream(.silent))
        #expect(objection { $0.spacing = .milliseconds(600) } == .substream(.slow))
        #expect(objection { $0.lastChange = start - .seconds(16) } == .substream(.frozen))
    }

    @Test func `what could not be decoded later is decoded now`() {
        #expect(objection(key: nil) == .moving)
        #expect(objection(key: .seconds(13)) == .farKeyFrames)
        #expect(objection(bytes: RestJudge.mostBytes + 1) == .tooMuch)
    }

    @Test func `after too much was to be kept everything is decoded for a minute`() {
        var judge = RestJudge()
        let kept = RestJudge.Kept(bytes: RestJudge.mostBytes + 1, newestKey: start)
        #expect(judge.objection(at: start, to: kept, seeing: sight(at: start), wish: nil) == .tooMuch)
        for (seconds, expected) in [(59, Wakefulness.Reason.tooMuch), (61, nil)] {
            let now = start + .seconds(seconds)
            let found = judge.objection(
                at: now, to: .init(bytes: 10, newestKey: now), seeing: sight(at: now), wish: nil)
            #expect(found == expected)
        }
    }

    @Test func `two seconds are kept, and more where the sub-stream is late`() {
        let judge = RestJudge()
        #expect(judge.keptSince(at: start, .matches(delay: nil)) == start - .seconds(2))
        #expect(judge.keptSince(at: start, .matches(delay: .milliseconds(400))) == start - .seconds(2))
        #expect(judge.keptSince(at: start, .matches(delay: .milliseconds(1600))) == start - .milliseconds(2600))
    }

    @Test func `a key frame is looked at every ten seconds of rest`() {
        var judge = RestJudge()
        judge.wasAwake(at: start)
        let looks = (0..<30).filter { judge.isLookDue(at: start + .seconds($0)) }
        #expect(looks == [10, 20])
    }
}

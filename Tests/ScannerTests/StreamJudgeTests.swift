import ALPR
import Capture
import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct StreamJudgeTests {
    private struct Silence: SourceLoss { let isStall: Bool }

    private let clock = TestClock()
    private var now: ContinuousClock.Instant { clock.now.instant }

    private func judge() -> StreamJudge {
        StreamJudge(frozenLimit: .seconds(60), stall: .seconds(20), at: now)
    }

    /// A picture of one grey, now.
    private func frame(_ grey: UInt8) -> Frame {
        Frame(
            image: LumaImage(width: 64, height: 48, filledWith: grey),
            time: Timestamp(.milliseconds(clock.now.wall.milliseconds)))
    }

    @Test func `the same picture for too long is told once, and that it changes again once as well`() throws {
        var judge = judge()
        #expect(try !judge.compare(frame(1), at: now))
        let since = now
        clock.advance(by: .seconds(59))
        #expect(try !judge.compare(frame(1), at: now) && judge.frozenSince == nil)
        clock.advance(by: .seconds(1))
        #expect { try judge.compare(frame(1), at: now) } throws: {
            "\($0)" == "the picture has been the very same for 60.0 s"
        }
        #expect(judge.frozenSince == since)
        // Opening it anew did not help: it stays frozen, and is not opened anew again.
        clock.advance(by: .seconds(60))
        #expect(try !judge.compare(frame(1), at: now) && judge.frozenSince == since)
        #expect(try judge.compare(frame(2), at: now) && judge.frozenSince == nil)
        #expect(try !judge.compare(frame(3), at: now))
    }

    @Test func `without a limit no picture is the same for too long`() throws {
        var judge = StreamJudge(frozenLimit: nil, stall: .seconds(20), at: now)
        for _ in 0..<10 {
            clock.advance(by: .seconds(3600))
            #expect(try !judge.compare(frame(1), at: now))
        }
        #expect(judge.frozenSince == nil)
    }

    @Test(arguments: [(true, Gap.Cause.stalled), (false, .lost)])
    func `a camera is lost since its last whole picture`(isStall: Bool, cause: Gap.Cause) {
        var judge = judge()
        clock.advance(by: .seconds(5))
        judge.sawWhole(at: now)
        let last = now
        clock.advance(by: .seconds(20))
        #expect(judge.lost(to: Silence(isStall: isStall)) == (cause, last))
    }

    @Test
    func `a camera that sent damaged pictures only was damaged, and one that is gone in the middle of it is lost`() {
        for isStall in [true, false] {
            var judge = judge()
            judge.sawWhole(at: now)
            let whole = now
            for _ in 0..<200 {
                clock.advance(by: .milliseconds(100))
                judge.sawDamaged(at: now)
            }
            #expect(judge.damagedSince == whole)
            #expect(judge.lost(to: Silence(isStall: isStall)) == (isStall ? (.damaged, whole) : (.lost, now)))
            // What was damaged has still to show that it is better; what was lost is another stream.
            #expect((judge.damagedSince == nil) == !isStall)
        }
    }
}

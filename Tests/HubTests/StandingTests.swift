import Foundation
import Records
import TestSupport
import Testing

@testable import Answers

/// How destinations stand, in the words that all who show it have.
@Suite struct StandingTests {
    private let noon = WallTime(milliseconds: 1_795_348_800_000)

    private func answer(_ change: (inout DestinationAnswer) -> Void) -> DestinationAnswer {
        var answer = DestinationAnswer(name: "one", type: "mqtt", place: "mqtt://broker:1883")
        change(&answer)
        return answer
    }

    @Test func `nothing that was not reached is well`() {
        #expect(answer { $0.hasBegun = false }.standing == .notBegun)
        #expect(answer { _ in }.standing == .notTried)
        // It took records before the hub was started anew.
        #expect(answer { $0.lastDelivered = noon }.standing == .notTried)
        #expect(answer { $0.isReached = true }.standing == .reachable)
        let well = answer {
            $0.isReached = true
            $0.lastDelivered = noon
        }
        #expect(well.standing == .well && well.state(.utc) == "well")
    }

    @Test func `what cannot be reached says why in its row, in one line`() {
        let away = answer {
            $0.failing = noon
            $0.isAway = true
            $0.trouble = "the broker refuses user or\npassword"
        }
        #expect(away.standing == .notConnected)
        #expect(
            away.state(.utc)
                == "not connected since 2026-11-22 12:00:00 +00:00: the broker refuses user or\\u{a}password")
    }

    @Test func `what takes nothing, or wants nothing any more, is told apart from that`() {
        let failing = answer {
            $0.failing = noon
            $0.isReached = true
            $0.attempts = 2
            $0.trouble = "the server answers 500"
        }
        #expect(failing.state(.utc) == "failing since 2026-11-22 12:00:00 +00:00, 2 attempts")
        let stopped = answer {
            $0.failing = noon
            $0.isStopped = true
        }
        #expect(stopped.standing == .stopped && stopped.state(.utc) == "stopped since 2026-11-22 12:00:00 +00:00")
    }

    @Test func `each is good, bad, or not known yet`() {
        let states = DestinationAnswer.Standing.allCases
        #expect(states.filter(\.isGood) == [.reachable, .well])
        #expect(states.filter(\.isBad) == [.notConnected, .failing, .stopped])
    }
}

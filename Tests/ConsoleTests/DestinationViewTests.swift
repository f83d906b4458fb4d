import Answers
import Records
import TestSupport
import Testing

@testable import Console

@Suite struct DestinationViewTests {
    private let noon = WallTime(milliseconds: 1_795_348_800_000)

    private func values(_ change: (inout DestinationAnswer) -> Void) -> Pages.Values {
        var answer = DestinationAnswer(name: "one", type: "mqtt", place: "mqtt://broker:1883")
        change(&answer)
        return DestinationView(answer: answer, now: noon, zone: .utc, isForPlates: true).values
    }

    @Test func `what was not reached yet is neither good nor bad`() {
        let values = values { _ in }
        #expect(values["state"] as? String == "not tried yet" && values["tag"] as? String == "")
        #expect(values["since"] == nil)
    }

    @Test func `what cannot be reached is bad, with its cause and without a count`() {
        let values = values {
            $0.failing = noon
            $0.isAway = true
            $0.attempts = 9
            $0.trouble = "the broker refuses user or password"
        }
        #expect(values["state"] as? String == "not connected" && values["tag"] as? String == "bad")
        #expect(values["what"] as? String == "Not connected" && values["attempts"] as? Bool == false)
        #expect(values["trouble"] as? String == "the broker refuses user or password")
    }
}

import ALPR
import Testing

@Suite struct TimestampTests {
    @Test func `times are ordered, and apart by a duration`() {
        let early = Timestamp(.milliseconds(400))
        let late = early + .milliseconds(200)
        #expect(early < late && !(late < early))
        #expect(late - early == .milliseconds(200))
    }

    @Test func `sums of frame times are exact`() {
        // As Double, 0.6 - 0.4 < 0.2.
        var time = Timestamp(.zero)
        for _ in 0..<15 { time = time + .milliseconds(40) }
        #expect(time - Timestamp(.milliseconds(400)) == .milliseconds(200))
    }
}

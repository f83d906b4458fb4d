import Basics
import Testing

@Suite struct DurationTests {
    @Test(arguments: [(0, 0), (1_999, 1), (2_000, 2), (-500, 0), (-1_500, -1)])
    func `milliseconds are whole ones`(microseconds: Int, milliseconds: Int64) {
        #expect(Duration.microseconds(microseconds).milliseconds == milliseconds)
    }

    @Test func `seconds are for printing`() {
        #expect(Duration.milliseconds(1_250).seconds == 1.25)
        #expect(Duration.milliseconds(-1_250).seconds == -1.25)
    }
}

import Records
import TestSupport
import Testing

@testable import PostgreSQLHistory

@Suite struct MonthsTests {
    @Test func `each month begins where the one before ends, and every time is in its month`() {
        for month in (-30_000)...30_000 as ClosedRange<Int64> {
            let times = Months.times(of: month)
            #expect(times.upperBound == Months.times(of: month + 1).lowerBound)
            #expect((28...31).contains((times.upperBound - times.lowerBound) / 86_400_000))
            for time in [times.lowerBound, times.upperBound - 1] { #expect(Months.number(of: time) == month) }
        }
    }

    @Test func `months have the names of the calendar`() {
        let noon = HistoryScene.noon.milliseconds
        #expect(Months.part(of: "record", Months.number(of: noon)) == "record_2026_11")
        #expect(Months.part(of: "record", Months.number(of: 0)) == "record_1970_01")
        #expect(Months.part(of: "lost_event", 0) == "lost_event_wrong")
        #expect(
            WallTime(milliseconds: Months.times(of: Months.number(of: noon)).lowerBound).description
                == "2026-11-01T00:00:00.000Z")
        for time in [Int64.min, -1, .max] {
            #expect(Months.times(of: Months.number(of: time) % 1_000_000).isEmpty == false)
        }
    }
}

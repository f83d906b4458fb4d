import TestSupport
import Testing

@testable import Records

@Suite struct WallTimeTests {
    @Test(arguments: [
        (-1, "1969-12-31T23:59:59.999Z"), (4_102_444_800_000, "2100-01-01T00:00:00.000Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func `a time is written in UTC with milliseconds, and read back`(milliseconds: Int64, text: String) {
        let time = WallTime(milliseconds: milliseconds)
        #expect(time.description == text)
        #expect(WallTime(rfc3339: text) == time)
    }

    @Test func `times that have no year of four digits are written as the nearest that has`() {
        #expect(WallTime(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
        #expect(WallTime(milliseconds: .min).description == "0000-01-01T00:00:00.000Z")
    }

    @Test func `every day of four centuries is written and read back`() {
        for day in Int64(-146_097)...146_097 {
            let time = WallTime(milliseconds: day * 86_400_000 + 43_200_000)
            #expect(WallTime(rfc3339: time.description) == time)
        }
    }

    @Test(arguments: [
        ("2026-11-21T10:32:05Z", 1_795_257_125_000), ("2026-11-21t10:32:05.1z", 1_795_257_125_100),
        ("2026-11-21 10:32:05.123999Z", 1_795_257_125_123), ("2026-11-21T12:02:05+01:30", 1_795_257_125_000),
        ("2026-11-21T10:32:05-00:00", 1_795_257_125_000), ("2026-11-21T05:32:05-05:00", 1_795_257_125_000),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ])
    func `every form of RFC 3339 is read`(text: String, milliseconds: Int64) {
        #expect(WallTime(rfc3339: text) == WallTime(milliseconds: milliseconds))
    }

    @Test(arguments: [
        "", "2026", "2026-11-21", "2026-11-21T10:32:05", "2026-11-21T10:32Z", "2026-13-21T10:32:05Z",
        "2026-02-29T10:32:05Z", "2026-04-31T10:32:05Z", "2026-00-01T10:32:05Z", "2026-01-00T10:32:05Z",
        "2026-11-21T24:00:00Z", "2026-11-21T10:60:00Z", "2026-11-21T10:32:61Z", "2026-11-21T10:32:05.Z",
        "2026-11-21T10:32:05+1:00", "2026-11-21T10:32:05+24:00", "2026-11-21T10:32:05Z ", "２026-11-21T10:32:05Z",
        "-026-11-21T10:32:05Z", "2026-11-21T10:32:05+0100",
    ])
    func `what is no time of RFC 3339 is none`(text: String) {
        #expect(WallTime(rfc3339: text) == nil)
    }
}

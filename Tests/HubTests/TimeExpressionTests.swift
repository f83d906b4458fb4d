import Records
import Testing

@testable import Answers
@testable import plated_hub

/// Amsterdam in 2026: clocks are set forward on 29 March at 1:00 UTC, and back on 25 October at 1:00 UTC.
let amsterdam = LocalZone { time in
    guard let spring = WallTime(rfc3339: "2026-03-29T01:00:00Z"), let autumn = WallTime(rfc3339: "2026-10-25T01:00:00Z")
    else {
        return 0
    }
    return (spring..<autumn).contains(time) ? 7200 : 3600
}

@Suite struct TimeExpressionTests {
    private func read(_ text: String, now: String = "2026-11-21T10:32:05Z") throws -> TimeExpression {
        try TimeExpression(text, now: try #require(WallTime(rfc3339: now)), zone: amsterdam)
    }

    @Test(arguments: [
        ("now", "2026-11-21T10:32:05.000Z"), ("14:05", "2026-11-21T13:05:00.000Z"),
        ("9:05:30", "2026-11-21T08:05:30.000Z"),
        ("today 14:05", "2026-11-21T13:05:00.000Z"), ("Yesterday 14:00", "2026-11-20T13:00:00.000Z"),
        ("2026-11-20 14:05", "2026-11-20T13:05:00.000Z"), ("2026-11-20T14:05:30", "2026-11-20T13:05:30.000Z"),
        ("2026-07-01 14:00", "2026-07-01T12:00:00.000Z"), ("90 minutes ago", "2026-11-21T09:02:05.000Z"),
        ("1 hour ago", "2026-11-21T09:32:05.000Z"), ("3 days ago 14:00", "2026-11-18T13:00:00.000Z"),
        ("3 days ago", "2026-11-18T10:32:05.000Z"), ("1 week ago", "2026-11-14T10:32:05.000Z"),
        ("2026-11-20T14:05:00Z", "2026-11-20T14:05:00.000Z"),
        ("2026-11-20T14:05:00.5-05:00", "2026-11-20T19:05:00.500Z"),
    ])
    func `a moment is read in the zone of whoever asks`(text: String, moment: String) throws {
        let time = try read(text)
        #expect(time.earliest.description == moment)
        #expect(time.latest == time.earliest)
    }

    @Test(arguments: [
        ("today", "2026-11-20T23:00:00.000Z", "2026-11-21T23:00:00.000Z"),
        ("yesterday", "2026-11-19T23:00:00.000Z", "2026-11-20T23:00:00.000Z"),
        ("2026-11-20", "2026-11-19T23:00:00.000Z", "2026-11-20T23:00:00.000Z"),
        // 23 and 25 hours long.
        ("2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"),
        ("2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"),
    ])
    func `a day means all of it`(text: String, start: String, end: String) throws {
        let time = try read(text)
        #expect(time.earliest.description == start)
        #expect(time.latest.description == end)
    }

    @Test func `an hour that clocks show twice means both`() throws {
        let time = try read("2026-10-25 02:30")
        #expect(time.earliest.description == "2026-10-25T00:30:00.000Z")
        #expect(time.latest.description == "2026-10-25T01:30:00.000Z")
    }

    @Test func `a day ago is what clocks showed then, also where they were set since`() throws {
        #expect(try read("1 day ago", now: "2026-10-25T11:00:00Z").earliest.description == "2026-10-24T10:00:00.000Z")
        #expect(
            try read("24 hours ago", now: "2026-10-25T11:00:00Z").earliest.description == "2026-10-24T11:00:00.000Z")
    }

    @Test func `a time that no clock showed is refused`() {
        #expect(
            throws: TimeExpression.Refusal(
                reason: "no clock here ever showed 2026-03-29 02:30: clocks were set forward over it",
                jump: WallTime(rfc3339: "2026-03-29T01:00:00Z"))
        ) {
            try read("2026-03-29 02:30")
        }
    }

    @Test(arguments: [
        "", "soon", "25:00", "14:60", "2026-13-01", "2026-02-30", "2026-11-20 14", "3 days", "three days ago",
        "-1 days ago",
        "yesterday 14:00 15:00", "2026-11-20T14:05:00+99:00", "1e3 days ago", "99999999999999999999 days ago", "\u{0}",
    ])
    func `what is no time is refused, with what would be one`(text: String) {
        let refusal = #expect(throws: TimeExpression.Refusal.self) { try read(text) }
        #expect(
            refusal?.reason.contains("yesterday 14:00") ?? false
                || refusal?.reason.contains("the calendar has no") ?? false)
    }
}

@Suite struct LocalZoneTests {
    @Test func `a time is printed with its offset`() throws {
        let time = try #require(WallTime(rfc3339: "2026-07-01T22:30:05.120Z"))
        #expect(amsterdam.text(time) == "2026-07-02 00:30:05 +02:00")
        #expect(amsterdam.rfc3339(time) == "2026-07-02T00:30:05.120+02:00")
        #expect(LocalZone { _ in -12_600 }.text(time) == "2026-07-01 19:00:05 -03:30")
    }

    @Test func `where clocks jump over midnight, the day begins with the jump`() {
        // Cairo and Beirut do so: from 0:00 to 1:00.
        let jump = WallTime(milliseconds: 20_000 * 86_400_000)
        let zone = LocalZone { $0 < jump ? 0 : 3600 }
        #expect(zone.moments(of: ClockTime(milliseconds: jump.milliseconds)) == [])
        #expect(zone.start(ofDay: 20_000) == jump)
    }

    @Test func `a day begins within an hour of UTC where the zone's offset has a half one`() throws {
        let kolkata = LocalZone { _ in 19_800 }
        let hour = try #require(WallTime(rfc3339: "2026-11-25T18:00:00Z"))
        #expect(kolkata.midnight(inHourAt: hour)?.description == "2026-11-25T18:30:00.000Z")
        #expect(kolkata.midnight(inHourAt: WallTime(milliseconds: hour.milliseconds + 3_600_000)) == nil)
        let whole = try #require(WallTime(rfc3339: "2026-11-25T23:00:00Z"))
        #expect(amsterdam.midnight(inHourAt: whole) == nil)
    }
}

import Answers
import Records
import Testing

@testable import Console

/// Marks of the page of health in weeks in which clocks are set.
@Suite struct HealthSpanTests {
    /// As in Berlin, in 2026.
    private static let berlin = LocalZone { time in
        let summer = (1_774_746_000_000..<1_792_890_000_000 as Range<Int64>).contains(time.milliseconds)
        return summer ? 7200 : 3600
    }
    private static let kolkata = LocalZone { _ in 19_800 }
    private static let newfoundland = LocalZone { _ in -12_600 }

    private func labels(_ span: HealthSpan, _ now: String, _ zone: LocalZone) throws -> [String] {
        let moment = try #require(WallTime(rfc3339: now))
        let edges = span.edges(now: moment, zone: zone)
        return span.ticks(edges, zone: zone).map { span.label(edges[$0], zone: zone) }
    }

    private let days = ["10-23", "10-24", "10-25", "10-26", "10-27", "10-28", "10-29"]

    @Test func `each of seven days has one mark, also where one has 25 hours or 23`() throws {
        #expect(try labels(.week, "2026-10-29T10:00:00Z", Self.berlin) == days)
        let spring = ["03-27", "03-28", "03-29", "03-30", "03-31", "04-01", "04-02"]
        #expect(try labels(.week, "2026-04-02T10:00:00Z", Self.berlin) == spring)
    }

    @Test func `a mark stands where its day begins`() throws {
        let now = try #require(WallTime(rfc3339: "2026-10-29T10:00:00Z"))
        let edges = HealthSpan.week.edges(now: now, zone: Self.berlin)
        let ticks = HealthSpan.week.ticks(edges, zone: Self.berlin)
        #expect(ticks == [0, 24, 48, 73, 97, 121, 145])
        #expect(ticks.allSatisfy { Self.berlin.text(edges[$0]).contains(" 00:00:00 ") })
    }

    @Test func `in zones with half hours a mark has the day that begins in its hour`() throws {
        for zone in [Self.kolkata, Self.newfoundland] {
            #expect(try labels(.week, "2026-10-29T10:00:00Z", zone) == days)
            #expect(try labels(.month, "2026-10-29T10:00:00Z", zone).first == "09-30")
        }
    }

    @Test func `a day has a mark every four hours`() throws {
        let hours = ["11:00", "15:00", "19:00", "23:00", "03:00", "07:00"]
        #expect(try labels(.day, "2026-10-29T09:30:00Z", Self.berlin) == hours)
    }
}

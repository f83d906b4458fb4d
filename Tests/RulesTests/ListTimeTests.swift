import Answers
import Records
import Testing

@testable import Rules

/// Times of entries where clocks are set: London sets them forward on 28 March 2027, from 1:00 to 2:00.
@Suite struct ListTimeTests {
    private let jump: WallTime
    private let london: LocalZone

    init() throws {
        let jump = try #require(WallTime(rfc3339: "2027-03-28T01:00:00Z"))
        self.jump = jump
        london = LocalZone { $0 < jump ? 0 : 3600 }
    }

    private func entry(_ from: String, _ until: String) throws -> ListEntry {
        let list = try PlateList(
            name: "staff", kind: .allow, text: "plate,from,until\nAB12CDE,\(from),\(until)\nXY34ABC,,\n",
            file: "staff.allow.csv", zone: london)
        #expect(list.entries.map(\.plate) == ["AB12CDE", "XY34ABC"])
        return list.entries[0]
    }

    private func obstacle(_ entry: ListEntry, _ milliseconds: Int64) -> ListObstacle? {
        entry.obstacle(for: nil, at: WallTime(milliseconds: jump.milliseconds + milliseconds), zone: london)
    }

    @Test(arguments: ["2027-03-28 01:00", "2027-03-28 01:30", "2027-03-28T01:59:59"])
    func `a time that clocks skip is the moment at which they are set forward`(text: String) throws {
        let ends = try entry("", text)
        #expect(obstacle(ends, -1) == nil && obstacle(ends, 0) == .late)
        let begins = try entry(text, "")
        #expect(obstacle(begins, -1) == .early && obstacle(begins, 0) == nil)
        // It is kept as it was written.
        #expect(ends.until == text && begins.from == text)
    }

    @Test func `times beside what clocks skip are what they were`() throws {
        #expect(ListEntry.time("2027-03-28 00:59:59", zone: london)?.earliest.milliseconds == jump.milliseconds - 1000)
        #expect(ListEntry.time("2027-03-28 02:00", zone: london)?.earliest == jump)
        #expect(ListEntry.time("2027-02-30 01:30", zone: london) == nil)
    }

    @Test func `the jump is found wherever in the world clocks make it`() throws {
        for hours in [-11, 0, 13] {
            let zone = LocalZone { $0 < jump ? hours * 3600 : (hours + 1) * 3600 }
            let clock = ClockTime(milliseconds: jump.milliseconds + Int64(hours) * 3_600_000 + 1_800_000)
            #expect(zone.moments(of: clock).isEmpty && zone.jump(over: clock) == jump)
        }
    }
}

import Addresses
import Answers
import Foundation
import History
import Logging
import Records
import Rules
import TestSupport
import Testing

@testable import Console

@Suite struct SessionPageTests {
    private let now = WallTime(milliseconds: 1_795_348_800_000)
    private let sites = [
        SessionSite(name: "park", entries: [SessionPoint(camera: "in")], exits: [SessionPoint(camera: "out")])
    ]

    private func pass(_ camera: String, _ plate: String, _ minute: Int64) -> SessionPass {
        SessionPass(
            camera: camera, id: "\(camera)\(minute)",
            time: WallTime(milliseconds: now.milliseconds - minute * 60_000), plate: plate, confidence: 0.9)
    }

    private func session(_ entry: SessionPass?, _ exit: SessionPass?, _ state: SessionState) -> SessionRecord {
        let time = exit?.time ?? entry?.time ?? now
        return SessionRecord(
            id: "r", time: time, camera: "in", site: "park", session: "s", revision: 0, state: state, change: .began,
            plate: entry?.plate ?? exit?.plate ?? "", entry: entry, exit: exit, occupancy: 1)
    }

    private func question(_ text: String) throws -> SessionQuestion {
        try SessionQuestion(try #require(Fields(text)), sites: sites, now: now, zone: .utc)
    }

    @Test func `a question takes what it asks for, at either end`() throws {
        var left = session(pass("in", "HB820LM", 90), pass("out", "H8820LM", 10), .ended)
        let inside = session(pass("in", "AB12CDE", 5), nil, .open)
        #expect(try question("").takes(inside) && !question("").takes(left))
        #expect(try question("state=all&q=hb-8").takes(left) && question("state=all&q=H88").takes(left))
        #expect(try !question("state=all&q=X").takes(left))
        #expect(try question("state=ended&camera=out").takes(left) && !question("state=ended&camera=else").takes(left))
        #expect(try !question("state=overstay").takes(left))
        left.isOverstay = true
        #expect(try question("state=overstay&site=park").takes(left))
        left.state = .withdrawn
        #expect(try !question("state=all").takes(left) && !question("state=overstay").takes(left))
    }

    @Test(arguments: [
        "state=gone", "site=nowhere", "page=0", "limit=501", "page=x", "from=never", "from=now&to=yesterday",
    ])
    func `what cannot be asked is refused`(text: String) throws {
        #expect(throws: RequestProblem.self) { try question(text) }
    }

    @Test func `those that are in are looked for as far back as anybody can be in`() throws {
        #expect(try question("").from.milliseconds == now.milliseconds - 49 * 3_600_000)
        #expect(try question("state=all").from.milliseconds == now.milliseconds - 24 * 3_600_000)
        // A site's card counts all who have been in too long, and leads here.
        #expect(try question("state=overstay").from == question("").from)
        var road = sites[0]
        road.forgottenAfter = .seconds(1800)
        #expect(SessionQuestion.span(.open, [road]) == 5_400_000)
        #expect(SessionQuestion.span(.overstay, [road]) == 86_400_000)
    }

    @Test func `where only an end is said, they are looked for before that`() throws {
        let (hour, until) = (Int64(3_600_000), now.milliseconds - 30 * 86_400_000)
        let to = "to=" + LocalZone.utc.rfc3339(WallTime(milliseconds: until)).percentEncoded
        #expect(try question("state=all&" + to).from.milliseconds == until - 24 * hour)
        #expect(try question(to).from.milliseconds == until - 49 * hour)
        #expect(try question(to).until?.milliseconds == until)
    }

    @Test func `of pseudonyms there is no text and no picture`() throws {
        let mark = Pseudonyms.mark + "4f2a"
        let view = SessionView(
            session: session(pass("in", mark, 90), pass("out", mark, 10), .ended), events: [:], zone: .utc, now: now)
        let row = try Pages().text("session-row", view.values)
        #expect(row.contains(mark) && !row.contains("<img") && !row.contains("/plates/"))
        #expect(row.contains("1 h 20 min"))
    }
}

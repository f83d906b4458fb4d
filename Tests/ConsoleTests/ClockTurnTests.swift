import Answers
import HTTPTypes
import History
import HummingbirdCore
import NIOCore
import Records
import TestSupport
import Testing

@testable import Console

/// When clocks are set next: pages that are open then go on with what the machine's clock shows.
@Suite struct ClockTurnTests {
    /// 25 October 2026, 01:00 UTC.
    private let autumn = WallTime(milliseconds: 1_792_890_000_000)

    private var zone: LocalZone {
        LocalZone { [autumn] in $0 < autumn ? 7200 : 3600 }
    }

    private func time(_ milliseconds: Int64) -> WallTime {
        WallTime(milliseconds: autumn.milliseconds + milliseconds)
    }

    @Test(arguments: [-1, -1000, -86_400_000, -100 * 86_400_000, -400 * 86_400_000] as [Int64])
    func `it is told to the millisecond`(before: Int64) {
        let turn = zone.turn(after: time(before))
        #expect(turn?.time == autumn && turn?.offset == 3600)
    }

    @Test func `where clocks are not set, or not for long, there is none`() {
        #expect(zone.turn(after: autumn) == nil)
        #expect(zone.turn(after: time(-401 * 86_400_000)) == nil)
        #expect(LocalZone.utc.turn(after: autumn) == nil)
    }

    @Test func `each page says it, for the clock that goes on in it`() async throws {
        let folder = try TemporaryFolder()
        let history = try SQLiteHistory(path: folder.file("history.sqlite"), access: .writing)
        func head(_ zone: LocalZone) async throws -> String {
            let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/health")
            let query = Query(
                request: Request(head: head, body: RequestBody(buffer: ByteBuffer())), parts: [],
                fields: try #require(Fields("")),
                session: Session(digest: "", name: "vera", role: .viewer, cameras: [], ends: autumn), address: "",
                isSecure: false, now: time(-3_600_000))
            let frame = PageFrame(history: history, zone: zone)
            return try Pages().text("head", try await frame.values("Health", .health, query))
        }
        let turning = try await head(zone)
        #expect(turning.contains("data-offset=\"7200\" data-turn=\"1792890000000\" data-turned=\"3600\""))
        #expect(turning.contains(">02:00 +02:00</span>"))
        #expect(try await !head(.utc).contains("data-turn"))
    }
}

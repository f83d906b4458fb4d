import Answers
import HTTPTypes
import HummingbirdCore
import NIOCore
import Records
import Testing

@testable import Console

/// Which time is answered for where an address says half of it.
@Suite struct PeriodTests {
    private let now = WallTime(milliseconds: 1_795_348_800_000)

    private func start(_ fields: String) throws -> String {
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/api/doors")
        let query = Query(
            request: Request(head: head, body: RequestBody(buffer: ByteBuffer())), parts: [],
            fields: try #require(Fields(fields)), session: nil, address: "", isSecure: false, now: now)
        return try Period(query, zone: .utc).start(now: now).description
    }

    @Test(arguments: [
        ("", "2026-11-21T12:00:00.000Z"), ("from=2026-11-01", "2026-11-01T00:00:00.000Z"),
        ("to=2026-11-01+12:00", "2026-10-31T12:00:00.000Z"),
        ("from=2026-10-01&to=2026-11-01+12:00", "2026-10-01T00:00:00.000Z"),
    ])
    func `an end alone means the 24 hours before it`(fields: String, from: String) throws {
        #expect(try start(fields) == from)
    }
}

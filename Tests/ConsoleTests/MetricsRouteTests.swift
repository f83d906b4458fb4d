import Answers
import Foundation
import HTTPTypes
import History
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Records
import Rules
import TestSupport
import Testing

@testable import Console

/// Who is told of doors by `/metrics`. `scripts/test-console` asks a running hub.
@Suite struct MetricsRouteTests {
    @Test(arguments: [(Role.viewer, false), (.operator, true), (.admin, true)])
    func `when doors opened is told to whom the counts tell it`(role: Role, tells: Bool) async throws {
        let folder = try TemporaryFolder()
        let routes = try Routes.onNothing(in: folder, metrics: { $0 ? "with doors" : "without" })
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/metrics")
        let query = Query(
            request: Request(head: head, body: RequestBody(buffer: ByteBuffer())), parts: [],
            fields: try #require(Fields("")),
            session: Session(digest: "", name: "vera", role: role, cameras: [], ends: WallTime(milliseconds: 0)),
            address: "", isSecure: false, now: .now)
        let length = try await routes.health.metricsText(query).body.contentLength
        #expect(length == (tells ? "with doors" : "without").utf8.count)
    }
}

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
        let sources = ConsoleSources(
            accounts: folder.file("console.sqlite"), evidence: { [path = folder.path] in "\(path)/\($0)" },
            missed: { [path = folder.path] in "\(path)/\($0)" }, live: folder.file("run"), lookups: nil,
            setup: SetupPlaces(folder: folder.path, probe: folder.file("p"), helper: folder.file("h"), scratch: nil),
            destinations: { [] }, metrics: { $0 ? "with doors" : "without" },
            lists: try ListWatch(ListFolder(path: folder.file("lists")), talk: Logger(label: "test")),
            pictures: PictureSettings(socket: folder.file("s"), patience: .seconds(1), listen: nil, allow: []),
            pictureMeter: PictureMeter())
        let desk = Desk(
            history: try SQLiteHistory(path: folder.file("history.sqlite"), access: .writing),
            accounts: try AccountFile(path: sources.accounts), pages: try Pages(),
            live: LiveFeeds(folder: sources.live, group: MultiThreadedEventLoopGroup.singleton), sources: sources,
            zone: .utc, settings: ConsoleSettings(listen: nil, hosts: [], behindProxy: false),
            pictures: PictureDesk(sources.pictures, meter: sources.pictureMeter, talk: Logger(label: "test")),
            talk: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/metrics")
        let query = Query(
            request: Request(head: head, body: RequestBody(buffer: ByteBuffer())), parts: [],
            fields: try #require(Fields("")),
            session: Session(digest: "", name: "vera", role: role, cameras: [], ends: WallTime(milliseconds: 0)),
            address: "", isSecure: false, now: .now)
        let length = try await desk.metricsText(query).body.contentLength
        #expect(length == (tells ? "with doors" : "without").utf8.count)
    }
}

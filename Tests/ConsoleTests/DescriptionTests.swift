import Answers
import Foundation
import HTTPTypes
import History
import Logging
import NIOPosix
import Rules
import TestSupport
import Testing

@testable import Console

/// What the API says of itself. `scripts/test-console` asks a running hub whether it keeps to it.
@Suite struct DescriptionTests {
    private func routes() throws -> [Route] {
        let folder = try TemporaryFolder()
        let sources = ConsoleSources(
            accounts: folder.file("console.sqlite"), evidence: { [path = folder.path] in "\(path)/\($0)" },
            missed: { [path = folder.path] in "\(path)/\($0)" }, live: folder.file("run"), lookups: nil,
            setup: SetupPlaces(folder: folder.path, probe: folder.file("p"), helper: folder.file("h"), scratch: nil),
            destinations: { [] }, metrics: { _ in "" },
            lists: try ListWatch(ListFolder(path: folder.file("lists")), talk: Logger(label: "test")),
            pictures: PictureSettings(socket: folder.file("s"), patience: .seconds(1), listen: nil, allow: []),
            pictureMeter: PictureMeter())
        let desk = Desk(
            history: try SQLiteHistory(path: folder.file("history.sqlite"), access: .writing),
            accounts: try AccountFile(path: sources.accounts), pages: try Pages(),
            live: LiveFeeds(folder: sources.live, group: MultiThreadedEventLoopGroup(numberOfThreads: 1)),
            sources: sources, zone: .utc, settings: ConsoleSettings(listen: nil, hosts: [], behindProxy: false),
            pictures: PictureDesk(sources.pictures, meter: sources.pictureMeter, talk: Logger(label: "test")),
            talk: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return desk.routes
    }

    @Test func `every route for programs is described, and no other`() throws {
        let object = try JSONSerialization.jsonObject(with: Data(Pages.description)) as? [String: Any]
        let paths = try #require(object?["paths"] as? [String: [String: Any]])
        let described = paths.flatMap { path, methods in
            methods.keys.map { "\($0.uppercased()) \(path.replacing(/\{[a-z]+\}/, with: "*"))" }
        }
        let there = try routes().filter { $0.path.first == "api" && $0.path.last != "openapi.json" }.map { route in
            "\(route.method.rawValue) /" + route.path.map { $0 ?? "*" }.joined(separator: "/")
        }
        #expect(there.count > 8)
        #expect(Set(described) == Set(there))
    }

    @Test func `whatever takes a role can be refused for the lack of one, and says so`() throws {
        let object = try JSONSerialization.jsonObject(with: Data(Pages.description)) as? [String: Any]
        let paths = try #require(object?["paths"] as? [String: [String: [String: Any]]])
        for (path, methods) in paths {
            for (method, operation) in methods {
                let answers = try #require(operation["responses"] as? [String: Any])
                for status in ["200", "401", "403", "503"] {
                    #expect(answers[status] != nil, "\(method) \(path): \(status)")
                }
            }
        }
    }
}

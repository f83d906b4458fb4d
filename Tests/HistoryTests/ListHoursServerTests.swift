import History
import Records
import TestSupport
import Testing

@testable import PostgreSQLHistory

/// How far back a search by list looks, at a server.
@Suite(.enabled(if: PostgreSQLServer.isInstalled)) struct ListHoursServerTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene(.postgresql) }

    private func looked() throws -> Int {
        let connection = try Connection(ServerPlace(scene.schema()))
        let filter = try #require(try SearchFilter(Search(list: "staff"), after: .newest, of: connection))
        var newest = Newest(limit: 100)
        return try ListWalk(list: "staff", connection: connection, filter: filter, place: "the history")
            .collect(nil, into: &newest)
    }

    @Test func `hours whose records were removed are not looked at`() async throws {
        try scene.appendMatches(hours: 6)
        let history = try await scene.filled("gate", "yard", "matches")
        #expect(try looked() == 6)
        repeat {} while try await !history.remove(before: HistoryScene.time(hour: 4).trusted).isDone
        #expect(try looked() == 2)
        #expect(try await history.search(Search(list: "staff"), after: nil, limit: 50).records.count == 4)
        repeat {} while try await !history.remove(before: HistoryScene.time(hour: 6).trusted).isDone
        #expect(try looked() == 0)
    }
}

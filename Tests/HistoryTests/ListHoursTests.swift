import GRDB
import Records
import TestSupport
import Testing

@testable import History

/// How far back a search by list looks.
@Suite struct ListHoursTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private func looked(_ history: SQLiteHistory) async throws -> Int {
        let search = try Search(list: "staff")
        return try await history.pool.read { database in
            let filter = try #require(try SearchFilter(search, after: .newest, in: database))
            var newest = Newest(limit: 100)
            return try ListWalk(list: "staff", database: database, filter: filter, cursor: .newest, search: search)
                .collect(nil, into: &newest)
        }
    }

    @Test func `hours whose records were removed are not looked at`() async throws {
        try scene.appendMatches(hours: 6)
        let history = try scene.file()
        try await scene.intake(history, "gate", "yard", "matches").catchUp()
        #expect(try await looked(history) == 12)
        for (camera, hour) in [("gate", 4), ("yard", 2)] {
            let time = HistoryScene.time(hour: hour)
            repeat {} while try await !history.remove(before: time.trusted, camera: camera).isDone
        }
        #expect(try await looked(history) == 2 + 4)
        #expect(try await history.search(Search(list: "staff"), after: nil, limit: 50).records.count == 2 + 4)
        repeat {} while try await !history.remove(before: HistoryScene.time(hour: 6).trusted, camera: nil).isDone
        #expect(try await looked(history) == 0)
    }
}

extension HistoryScene {
    static func time(hour: Int) -> WallTime { WallTime(milliseconds: noon.milliseconds + Int64(hour) * 3_600_000) }

    /// Two cameras, each with a plate an hour that a list has something of.
    func appendMatches(hours: Int) throws {
        for number in 0..<2 * hours {
            let event = Self.event(
                "AB\(100 + number)", number, camera: number.isMultiple(of: 2) ? "gate" : "yard",
                second: Double(number / 2) * 3600)
            try append(event)
            let match = MatchRecord(
                id: MatchRecord.id(of: event, list: "staff", number: 0), time: event.time, camera: event.camera,
                event: event.id, plate: event.plate, list: "staff", kind: "allow", way: .exact, entry: event.plate,
                chance: 0.9)
            try append(String(decoding: match.line, as: UTF8.self), to: "matches")
        }
    }
}

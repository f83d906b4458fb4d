import Records
import Synchronization
import TestSupport
import Testing

@testable import History
@testable import PostgreSQLHistory

/// Searches that name the months they look into.
@Suite(.enabled(if: PostgreSQLServer.isInstalled)) struct PartTests {
    private static let day = 86_400.0

    private let scene: HistoryScene

    init() throws { scene = try HistoryScene(.postgresql) }

    private func search(_ history: any History, _ text: String, days: ClosedRange<Int64>) async throws -> [String] {
        func day(_ number: Int64) -> WallTime {
            WallTime(milliseconds: HistoryScene.noon.milliseconds + number * 86_400_000)
        }
        return try await history.search(
            Search(way: .pattern, text: text, from: day(days.lowerBound), until: day(days.upperBound)), limit: 50
        ).plates
    }

    @Test func `texts are looked for in all months, the newest first`() async throws {
        let (count, day) = (40, 86_400.0)
        // Twenty texts, each twice, over ten months; one clock is wrong.
        try scene.append(
            (0..<count).map { number in
                HistoryScene.event("P\(number / 2)", number, second: Double(number - count) * 7.6 * day)
            } + [HistoryScene.event("P77", 77, second: 60 * 365 * day)])
        let history = try await scene.filled()
        let newest = (0..<count).reversed().map { "P\($0 / 2)" }
        #expect(try await history.plates(.pattern, "P*", limit: 30) == ["P77"] + newest.prefix(29))
        #expect(try await history.plates(.pattern, "?1*", limit: 50) == newest.filter { $0.hasPrefix("P1") })
        let search = try Search(way: .near, text: "P3", distance: 2)
        var (found, cursor): ([String], PageCursor?) = ([], nil)
        repeat {
            let page = try await history.search(search, after: cursor, limit: 3)
            found += page.plates
            cursor = page.next
        } while cursor != nil
        #expect(found == ["P77"] + newest)
        // Now that the texts are in memory.
        #expect(try await history.plates(.pattern, "P*", limit: 30) == ["P77"] + newest.prefix(29))
        // So few events are gone through rather than looked for.
        let connection = try Connection(ServerPlace(scene.schema()))
        let filter = try #require(try SearchFilter(Search(), after: .newest, of: connection))
        let parts = Part.those(of: Part.all(in: try connection.run([Part.all])[0]), within: filter.times)
        #expect(parts.months.map(\.events).reduce(0, +) == count && parts.wrong?.events == 1)
        let numbers = try connection.rows("SELECT id FROM plate ORDER BY id").integers()
        let texts = WantedTexts(numbers: numbers, known: numbers.count, last: numbers.last ?? 0)
        let all = try connection.rows("SELECT seq FROM record ORDER BY ts DESC, seq DESC").integers()
        for limit in [1, 7, 100] {
            let walk = EventWalk(
                kind: .plate, connection: connection, filter: filter, stretches: nil, months: parts.months,
                wrong: parts.wrong, share: 1)
            var found = NewestRows(limit: limit)
            for part in (parts.wrong.map { [$0] } ?? []) + parts.months {
                try walk.seek(texts, in: [part], into: &found)
            }
            #expect(found.all.map(\.found.seq) == Array(all.prefix(limit)))
            var again = NewestRows(limit: limit)
            try walk.collect(texts, into: &again)
            #expect(again.all.map(\.found) == found.all.map(\.found))
        }
    }

    @Test func `a month that is dropped while it is asked for is asked for again, and is not there`() async throws {
        try scene.append([-70.0, -40, 0].enumerated().map { HistoryScene.event("P\($0)", $0, second: $1 * Self.day) })
        let history = try await scene.database()
        _ = try await scene.filled()
        let place = try ServerPlace(scene.schema())
        // The connection has the statement prepared.
        #expect(try await history.plates(.exact, "P0") == ["P0"])
        let attempts = Mutex(0)
        let search = try Search(way: .exact, text: "P0")
        let page = try await history.reading("searching") { connection in
            let attempt = attempts.withLock {
                $0 += 1; return $0
            }
            let filter = try #require(try SearchFilter(search, after: .newest, of: connection))
            let parts = Part.those(of: Part.all(in: try connection.run([Part.all])[0]), within: filter.times)
            if attempt == 1 {
                #expect(parts.months.count == 3)
                try Connection(place).script(
                    """
                    BEGIN; DELETE FROM month WHERE number = \(parts.months[2].month);
                    DROP TABLE \(parts.months[2].table("record")); DROP TABLE \(parts.months[2].table("lost_event")); COMMIT
                    """)
            }
            let walk = EventWalk(
                kind: .plate, connection: connection, filter: filter, stretches: nil, months: parts.months,
                wrong: parts.wrong, share: 1)
            var newest = NewestRows(limit: 9)
            try walk.collect(WantedTexts(numbers: [1], known: 3, last: 3), into: &newest)
            return newest.all.count
        }
        #expect(attempts.withLock { $0 } == 2 && page == 0)
        #expect(try await history.plates(.pattern, "P*") == ["P2", "P1"])
        #expect(try await history.plates() == ["P2", "P1"])
    }

    @Test func `a month that goes and comes again is found`() async throws {
        try scene.append([-70.0, 0].enumerated().map { HistoryScene.event("P\($0)", $0, second: $1 * Self.day) })
        let history = try await scene.filled()
        #expect(try await search(history, "P*", days: -75...(-65)) == ["P0"])
        for _ in 0..<2 { #expect(try await history.plates(.exact, "P0") == ["P0"]) }
        while try await history.remove(before: HistoryScene.noon.trusted).isDone == false {}
        // The connection still names the month that is gone.
        for _ in 0..<2 { #expect(try await history.plates(.exact, "P0") == []) }
        #expect(try await search(history, "P*", days: -75...(-65)) == [])
        try scene.append(HistoryScene.event("P7", 7, second: -69 * Self.day))
        let again = try await scene.filled()
        for history in [history, again] {
            #expect(try await search(history, "P*", days: -75...(-65)) == ["P7"])
            for _ in 0..<2 { #expect(try await history.plates(.exact, "P7") == ["P7"]) }
            #expect(try await history.plates() == ["P1", "P7"])
        }
    }

    @Test func `texts that were frequent long ago are found though what came since is gone through first`() async throws
    {
        let count = 3000
        // A tenth of all texts, all in the first days of the month; the rest of it has others.
        try scene.append(
            (0..<count).map { number in
                let text = number < count / 5 ? "A\(number % 30)" : "B\(number % 270)"
                return HistoryScene.event(text, number, second: Double(number - count) * 20 * Self.day / Double(count))
            })
        let history = try await scene.filled()
        let expected = (0..<count / 5).reversed().map { "A\($0 % 30)" }
        // The texts are in memory from here on.
        #expect(try await history.plates(.pattern, "?1", limit: 1) == ["B1"])
        for limit in [7, 50, 60, 1000] {
            #expect(try await history.plates(.pattern, "A*", limit: limit) == Array(expected.prefix(limit)))
        }
        let connection = try Connection(ServerPlace(scene.schema()))
        let parts = Part.those(of: Part.all(in: try connection.run([Part.all])[0]), within: .min ... .max)
        #expect(parts.months.map(\.events) == [count])
    }

    @Test func `who has searched holds nothing: the next question is answered and months go`() async throws {
        try scene.append(HistoryScene.event("P1", 1))
        let history = try await scene.filled()
        for _ in 0..<3 { #expect(try await history.plates() == ["P1"]) }
        let connection = try Connection(ServerPlace(scene.schema()))
        let idle =
            "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND query LIKE '%record_2026_11%'"
        #expect(try await eventually { try connection.rows(idle).integer(0, 0) == 0 })
    }
}

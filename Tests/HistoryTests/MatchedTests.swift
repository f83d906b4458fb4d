import History
import Records
import TestSupport
import Testing

/// Plates that a list has something of.
@Suite struct MatchedTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private static let hours = 7

    private func event(_ number: Int) -> PlateEvent {
        // Some hours, and two cameras.
        HistoryScene.event(
            "AB\(100 + number)", number, camera: number.isMultiple(of: 2) ? "gate" : "yard",
            second: Double(number) * 600)
    }

    private func match(_ event: PlateEvent, list: String, number: Int = 0, chance: Double = 0.9) -> MatchRecord {
        MatchRecord(
            id: MatchRecord.id(of: event, list: list, number: number), time: event.time, camera: event.camera,
            event: event.id, plate: event.plate, list: list, kind: "allow", way: .exact, entry: event.plate,
            chance: chance)
    }

    /// Every third is one of the staff's, and every fourth one of the guests'.
    private func history() async throws -> any History {
        let events = (0..<Self.hours * 6).map(event)
        try scene.append(events)
        for (number, event) in events.enumerated() {
            if number.isMultiple(of: 3) { try append(match(event, list: "staff")) }
            if number.isMultiple(of: 3), number.isMultiple(of: 2) { try append(match(event, list: "staff", number: 1)) }
            if number.isMultiple(of: 4) { try append(match(event, list: "guests")) }
        }
        return try await scene.filled("gate", "yard", "matches")
    }

    private func append(_ match: MatchRecord) throws {
        try scene.append(String(decoding: match.line, as: UTF8.self), to: "matches")
    }

    @Test(arguments: HistoryEnd.all, [1, 3, 5, 50])
    func `each is found once, the newest first, page by page`(end: HistoryEnd, limit: Int) async throws {
        scene.end = end
        let history = try await history()
        var (found, next): ([String], PageCursor?) = ([], nil)
        repeat {
            let page = try await history.search(Search(list: "staff"), after: next, limit: limit)
            found += page.plates
            next = page.next
            #expect(page.records.count <= limit)
        } while next != nil
        let wanted = (0..<Self.hours * 6).filter { $0.isMultiple(of: 3) }.reversed().map { "AB\(100 + $0)" }
        #expect(found == wanted)
    }

    @Test(arguments: HistoryEnd.all)
    func `the rest of a search holds beside the list`(end: HistoryEnd) async throws {
        scene.end = end
        let history = try await history()
        func found(
            _ way: Search.Way = .exact, _ text: String? = nil, cameras: [String] = [], from: Int? = nil,
            until: Int? = nil
        )
            async throws -> [String]
        {
            let search = try Search(
                way: way, text: text, cameras: cameras, from: from.map { event($0).time },
                until: until.map { event($0).time }, list: "staff")
            return try await history.search(search).plates
        }
        #expect(try await found(.exact, "AB106") == ["AB106"])
        #expect(try await found(.exact, "AB107") == [])
        #expect(try await found(.pattern, "AB11?") == ["AB118", "AB115", "AB112"])
        #expect(try await found(cameras: ["yard"], until: 16) == ["AB115", "AB109", "AB103"])
        #expect(try await found(from: 6, until: 12) == ["AB109", "AB106"])
        #expect(try await history.search(Search(list: "nowhere")).plates == [])
        #expect(throws: HistoryFailure.self) { try Search(way: .candidate, text: "AB", list: "staff") }
    }

    @Test(arguments: HistoryEnd.all)
    func `the events of matches are found, each once`(end: HistoryEnd) async throws {
        scene.end = end
        let history = try await history()
        let (first, second) = (event(6), event(12))
        let events = try await history.events(of: [
            match(second, list: "staff"), match(first, list: "staff"), match(first, list: "guests"),
            match(HistoryScene.event("GONE", 999), list: "staff"),
        ])
        #expect(events.compactMap(\.record.id) == [second.id, first.id])
    }
}

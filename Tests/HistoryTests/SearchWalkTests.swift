import History
import Records
import TestSupport
import Testing

/// Searches over a month and a half, held to a slow and simple comparison. There are enough texts that events are looked for by text,
/// by time, and read whole, whichever is less.
@Suite struct SearchWalkTests {
    private static let count = 1500
    private static let cameras = ["gate", "yard", "dock"]

    private let scene: HistoryScene
    /// As they are stored.
    private let events: [PlateEvent]

    init() throws {
        scene = try HistoryScene()
        var random = SplitMix64(seed: 7)
        func text() -> String {
            let number = Int.random(in: 0..<100, using: &random)
            return (Bool.random(using: &random) ? "A" : "B") + (number < 10 ? "0" : "") + "\(number)"
        }
        events = (0..<Self.count).map { number in
            var event = HistoryScene.event(
                text(), number, camera: Self.cameras.randomElement(using: &random) ?? "",
                second: Double(Int.random(in: 0..<45 * 86_400, using: &random) / 600 * 600),
                lost: Int.random(in: 0..<3, using: &random) == 0 ? ["L" + text()] : [])
            event.lane = [nil, "in", "out"].randomElement(using: &random) ?? nil
            event.direction = Bool.random(using: &random) ? PlateDirection(degrees: nil, movement: .passing) : nil
            return event
        }
        try scene.append(events)
    }

    /// Whether a text fits the few patterns that are asked for here: each is a beginning, an end, or all of it.
    private func fits(_ text: String, _ pattern: String) -> Bool {
        if pattern.hasPrefix("*") { return text.hasSuffix(pattern.dropFirst()) }
        if pattern.hasSuffix("*") { return text.hasPrefix(pattern.dropLast()) }
        return text == pattern
    }

    /// Identifiers, in the order of the answers. Events of one moment come in the order they were stored, the last first.
    private func expected(_ search: Search, stored: [String: Int64]) -> [String] {
        let fitting = events.filter { event in
            let texts =
                search.way == .candidate ? event.candidates.map(\.plate).filter { $0 != event.plate } : [event.plate]
            return (search.text.map { pattern in texts.contains { fits($0, pattern) } } ?? true)
                && (search.cameras.isEmpty || search.cameras.contains(event.camera))
                && (search.from.map { event.time >= $0 } ?? true) && (search.until.map { event.time < $0 } ?? true)
                && (search.lane == nil || search.lane == event.lane)
                && (search.movement == nil || search.movement == event.direction?.movement.rawValue)
        }
        return fitting.sorted { ($0.time, stored[$0.id] ?? 0) > ($1.time, stored[$1.id] ?? 0) }.map(\.id)
    }

    @Test(arguments: HistoryEnd.all)
    func `whatever is looked for in whatever time is found whole, in order and in pages`(end: HistoryEnd) async throws {
        scene.end = end
        let history = try await scene.filled("gate", "yard", "dock")
        let stored = Dictionary(
            try await history.everything().map { ($0.record.id ?? "", $0.seq) }, uniquingKeysWith: { first, _ in first }
        )
        func day(_ number: Int64) -> WallTime {
            WallTime(milliseconds: HistoryScene.noon.milliseconds + number * 86_400_000)
        }
        let times: [(WallTime?, WallTime?)] = [(nil, nil), (day(3), day(30)), (day(20), day(21)), (nil, day(11))]
        var searches = 0
        for (way, text) in [
            (Search.Way.pattern, "A*"), (.pattern, "*7"), (.pattern, "B1*"), (.exact, "A42"), (.pattern, "Z*"),
            (.candidate, "LA*"), (.candidate, "*33"), (.exact, nil),
        ] {
            for (from, until) in times {
                for (cameras, lane, movement) in [
                    ([], nil, nil), (["yard"], nil, nil), (["gate", "dock"], "in", nil), ([], "out", "passing"),
                ] as [([String], String?, String?)] {
                    let search = try Search(
                        way: way, text: text, cameras: cameras, from: from, until: until, lane: lane, movement: movement
                    )
                    let expected = expected(search, stored: stored)
                    var found: [String] = []
                    var cursor: PageCursor?
                    repeat {
                        let page = try await history.search(search, after: cursor, limit: 60)
                        found += page.records.compactMap(\.record.id)
                        cursor = page.next
                    } while cursor != nil
                    #expect(found == expected, "\(search)")
                    searches += expected.isEmpty ? 0 : 1
                }
            }
        }
        #expect(searches > 80)
    }
}

import Foundation
import History
import Records

/// Every way of searching, asked for many texts.
struct Questions {
    private let history: History
    private let pageSize = 50
    private var random = Random(state: 4242)
    private let end: Int64

    init(folder: String) async throws {
        history = try History(path: "\(folder)/history.db")
        end = try await history.status().cameras.compactMap { $0.newest?.milliseconds }.max() ?? 0
    }

    mutating func ask() async throws {
        print("| question | middle | longest | answers |\n|---|---|---|---|")
        for (name, count, make) in Self.kinds {
            var measured = Measured(name: name, times: [], found: 0)
            for _ in 0..<count {
                let plate = String(
                    decoding: Traffic.plate(
                        random.below(2) == 0 ? random.below(60_000) : 60_000 + random.below(2_000_000)), as: UTF8.self)
                let search = try make(plate, end)
                let start = ContinuousClock.now
                let page = try await history.search(search, limit: pageSize)
                measured.times.append(Machine.milliseconds(.now - start))
                measured.found += page.records.count
                // The second page is to be as quick as the first.
                if let next = page.next {
                    let start = ContinuousClock.now
                    _ = try await history.search(search, after: next, limit: pageSize)
                    measured.times.append(Machine.milliseconds(.now - start))
                }
            }
            print(
                String(
                    format: "| %@ | %.1f ms | %.1f ms | %d |", measured.name, measured.middle, measured.longest,
                    measured.found))
        }
        print("memory: \(Int(Machine.memory().now)) MB, \(Int(Machine.memory().most)) MB at most")
    }

    private typealias Kind = (name: String, count: Int, make: (String, Int64) throws -> Search)

    private static func days(_ count: Int64, before end: Int64) -> (WallTime, WallTime) {
        (WallTime(milliseconds: end - (count + 30) * 86_400_000), WallTime(milliseconds: end - 30 * 86_400_000))
    }

    private static var kinds: [Kind] {
        [
            ("exact", 100, { plate, _ in try Search(way: .exact, text: plate) }),
            (
                "exact, one camera, a week", 100,
                { plate, end in
                    let (from, until) = days(7, before: end)
                    return try Search(way: .exact, text: plate, cameras: ["gate"], from: from, until: until)
                }
            ),
            ("prefix of 1", 20, { plate, _ in try Search(way: .pattern, text: plate.prefix(1) + "*") }),
            ("prefix of 2", 50, { plate, _ in try Search(way: .pattern, text: plate.prefix(2) + "*") }),
            ("prefix of 4", 50, { plate, _ in try Search(way: .pattern, text: plate.prefix(4) + "*") }),
            (
                "prefix of 3, one camera, a day", 50,
                { plate, end in
                    let (from, until) = days(1, before: end)
                    return try Search(
                        way: .pattern, text: plate.prefix(3) + "*", cameras: ["gate"], from: from, until: until)
                }
            ),
            (
                "substring of 3", 30,
                { plate, _ in try Search(way: .pattern, text: "*" + plate.dropFirst(2).prefix(3) + "*") }
            ),
            (
                "substring of 5", 30,
                { plate, _ in try Search(way: .pattern, text: "*" + plate.dropFirst(1).prefix(5) + "*") }
            ),
            (
                "substring of 4, one camera, a week", 30,
                { plate, end in
                    let (from, until) = days(7, before: end)
                    return try Search(
                        way: .pattern, text: "*" + plate.dropFirst(1).prefix(4) + "*", cameras: ["yard"], from: from,
                        until: until)
                }
            ),
            ("one character unknown (?)", 30, { plate, _ in try Search(way: .pattern, text: "?" + plate.dropFirst()) }),
            ("A*1*B*", 10, { _, _ in try Search(way: .pattern, text: "A*1*B*") }),
            ("look-alikes", 30, { plate, _ in try Search(way: .alike, text: plate) }),
            (
                "look-alikes, substring of 4", 30,
                { plate, _ in
                    try Search(way: .alike, text: "*" + plate.dropFirst(1).prefix(4) + "*")
                }
            ),
            ("near, distance 1", 30, { plate, _ in try Search(way: .near, text: plate, distance: 1) }),
            ("near, distance 2", 30, { plate, _ in try Search(way: .near, text: plate, distance: 2) }),
            (
                "near, distance 2, one camera, a week", 30,
                { plate, end in
                    let (from, until) = days(7, before: end)
                    return try Search(way: .near, text: plate, cameras: ["dock"], from: from, until: until, distance: 2)
                }
            ),
            ("candidate, exact", 30, { plate, _ in try Search(way: .candidate, text: plate) }),
            ("candidate, one unknown", 30, { plate, _ in try Search(way: .candidate, text: "?" + plate.dropFirst()) }),
            ("the newest", 30, { _, _ in try Search() }),
            (
                "a camera, a day", 30,
                { _, end in
                    let (from, until) = days(1, before: end)
                    return try Search(cameras: ["gate"], from: from, until: until)
                }
            ),
            (
                "a lane and a movement, a week", 30,
                { _, end in
                    let (from, until) = days(7, before: end)
                    return try Search(from: from, until: until, lane: "entry", movement: "approaching")
                }
            ),
            ("a movement that never was", 5, { _, _ in try Search(movement: "leaving") }),
        ]
    }
}

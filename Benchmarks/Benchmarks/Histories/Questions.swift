import Foundation
import History
import Records

/// Every way of searching, asked for many texts.
struct Questions {
    private let place: String
    private let pageSize = 50
    private var random = Random(state: 4242)
    private let end: Int64
    private let cameras: [String]

    /// - Parameter place: a folder, or the address of a database.
    init(_ place: String) async throws {
        self.place = place
        let status = try await Histories.history(at: place).status()
        end = status.cameras.compactMap { $0.newest?.milliseconds }.max() ?? 0
        // Of those of one machine, by name; of thousands some of different sites, whatever was added to them for other measurements.
        let names = status.cameras.map(\.name)
        let own = ["gate", "yard", "dock"]
        cameras =
            own.allSatisfy(names.contains)
            ? own : own.indices.map { names[min(names.count - 1, (2 * $0 + 1) * names.count / 6)] }
    }

    mutating func ask() async throws {
        print("| question | middle | 95 of 100 | longest | first |\n|---|---|---|---|---|")
        if Histories.isServer(place) { try await askServer() } else { try await askFile() }
        print("memory: \(Int(Machine.memory().now)) MB, \(Int(Machine.memory().most)) MB at most")
    }

    private mutating func askFile() async throws {
        let kinds = kinds
        var measured = [Measured](repeating: Measured(), count: kinds.count)
        for (index, kind) in kinds.enumerated() {
            // Nothing of it is in memory, neither here nor in the kernel's cache.
            let history = try Histories.file(in: place)
            Machine.forget(history.path)
            try await measure(kind.make, in: history, into: &measured[index])
        }
        let history = try Histories.file(in: place)
        Machine.read(history.path)
        for (index, kind) in kinds.enumerated() {
            for _ in 0..<kind.count { try await measure(kind.make, in: history, into: &measured[index]) }
            print(measured[index].row(kind.name))
        }
    }

    /// It has more than memory holds: each question is asked, which reads from disk what nobody asked for before, and then asked again.
    /// What came first is the middle of the times of the former.
    private mutating func askServer() async throws {
        let history = try await Histories.history(at: place)
        // The texts come into this process.
        for way in [Search.Way.near, .candidate] {
            let start = ContinuousClock.now
            _ = try await history.search(Search(way: way, text: way == .near ? "NOTHING" : "NOTHIN?"), limit: 1)
            print("| texts, once (\(way.rawValue)) | \(Int(Machine.milliseconds(.now - start))) ms | | | |")
        }
        for kind in kinds {
            var (first, measured) = (Measured(), Measured())
            for _ in 0..<kind.count {
                let before = random
                try await measure(kind.make, in: history, into: &first)
                random = before
                try await measure(kind.make, in: history, into: &measured)
            }
            print(measured.row(kind.name, first: first.at(0.5)))
            fflush(nil)
        }
        try await askPages(history)
    }

    /// What pages of the console ask beside that.
    private func askPages(_ history: any History) async throws {
        let day: Int64 = 86_400_000
        let newest = try await history.search(Search(), limit: 1).records.compactMap(\.record.id).first ?? ""
        let end = end
        let asked: [(name: String, ask: () async throws -> Void)] = [
            ("how far it is, and each camera's newest", { _ = try await history.status() }),
            ("one event, by its identifier", { _ = try await history.records(id: newest) }),
            ("plates since midnight", { _ = try await history.plates(since: WallTime(milliseconds: end / day * day)) }),
            ("counts of a day", { _ = try await history.counts(from: WallTime(milliseconds: end - day)) }),
            ("counts of 30 days", { _ = try await history.counts(from: WallTime(milliseconds: end - 30 * day)) }),
        ]
        for (name, ask) in asked {
            var measured = Measured()
            for _ in 0..<20 {
                let start = ContinuousClock.now
                try await ask()
                measured.add(.now - start)
            }
            print(measured.row(name))
        }
    }

    /// The second page is to be as quick as the first.
    private mutating func measure(
        _ make: (String, Int64) throws -> Search, in history: any History, into measured: inout Measured
    ) async throws {
        let vehicle = random.below(2) == 0 ? random.below(60_000) : 60_000 + random.below(2_000_000)
        let search = try make(String(decoding: Vehicles.plate(vehicle), as: UTF8.self), end)
        var cursor: PageCursor?
        for _ in 0..<2 {
            let start = ContinuousClock.now
            let page = try await history.search(search, after: cursor, limit: pageSize)
            measured.add(.now - start)
            cursor = page.next
            // Of what comes from disk one is enough.
            if cursor == nil || measured.times.count == 1 { break }
        }
    }

    /// How many events are found, all pages together.
    static func count(_ way: String, _ text: String, in history: any History) async throws {
        guard let way = Search.Way(rawValue: way) else { return print("no such way") }
        let search = try Search(way: way, text: text)
        var count = 0
        var cursor: PageCursor?
        repeat {
            let page = try await history.search(search, after: cursor, limit: 10_000)
            count += page.records.count
            cursor = page.next
        } while cursor != nil
        print("found: \(count)")
    }

    private typealias Kind = (name: String, count: Int, make: (String, Int64) throws -> Search)

    private static func days(_ count: Int64, before end: Int64) -> (WallTime, WallTime) {
        (WallTime(milliseconds: end - (count + 30) * 86_400_000), WallTime(milliseconds: end - 30 * 86_400_000))
    }

    private var kinds: [Kind] {
        let (gate, yard, dock) = (cameras[0], cameras[1], cameras[2])
        let days = Self.days
        return [
            ("exact", 100, { plate, _ in try Search(way: .exact, text: plate) }),
            (
                "exact, one camera, a week", 100,
                { plate, end in
                    let (from, until) = days(7, end)
                    return try Search(way: .exact, text: plate, cameras: [gate], from: from, until: until)
                }
            ),
            ("prefix of 1", 50, { plate, _ in try Search(way: .pattern, text: plate.prefix(1) + "*") }),
            ("prefix of 2", 50, { plate, _ in try Search(way: .pattern, text: plate.prefix(2) + "*") }),
            ("prefix of 4", 50, { plate, _ in try Search(way: .pattern, text: plate.prefix(4) + "*") }),
            (
                "prefix of 3, one camera, a day", 50,
                { plate, end in
                    let (from, until) = days(1, end)
                    return try Search(
                        way: .pattern, text: plate.prefix(3) + "*", cameras: [gate], from: from, until: until)
                }
            ),
            (
                "substring of 3", 50,
                { plate, _ in try Search(way: .pattern, text: "*" + plate.dropFirst(2).prefix(3) + "*") }
            ),
            (
                "substring of 5", 50,
                { plate, _ in try Search(way: .pattern, text: "*" + plate.dropFirst(1).prefix(5) + "*") }
            ),
            (
                "substring of 4, one camera, a week", 50,
                { plate, end in
                    let (from, until) = days(7, end)
                    return try Search(
                        way: .pattern, text: "*" + plate.dropFirst(1).prefix(4) + "*", cameras: [yard], from: from,
                        until: until)
                }
            ),
            ("one character unknown (?)", 50, { plate, _ in try Search(way: .pattern, text: "?" + plate.dropFirst()) }),
            ("A*1*B*", 50, { _, _ in try Search(way: .pattern, text: "A*1*B*") }),
            ("look-alikes", 50, { plate, _ in try Search(way: .alike, text: plate) }),
            (
                "look-alikes, substring of 4", 50,
                { plate, _ in
                    try Search(way: .alike, text: "*" + plate.dropFirst(1).prefix(4) + "*")
                }
            ),
            ("near, distance 1", 50, { plate, _ in try Search(way: .near, text: plate, distance: 1) }),
            ("near, distance 2", 50, { plate, _ in try Search(way: .near, text: plate, distance: 2) }),
            (
                "near, distance 2, one camera, a week", 50,
                { plate, end in
                    let (from, until) = days(7, end)
                    return try Search(way: .near, text: plate, cameras: [dock], from: from, until: until, distance: 2)
                }
            ),
            ("candidate, exact", 50, { plate, _ in try Search(way: .candidate, text: plate) }),
            ("candidate, one unknown", 50, { plate, _ in try Search(way: .candidate, text: "?" + plate.dropFirst()) }),
            ("the newest", 50, { _, _ in try Search() }),
            (
                "a camera, a day", 50,
                { _, end in
                    let (from, until) = days(1, end)
                    return try Search(cameras: [gate], from: from, until: until)
                }
            ),
            (
                "a lane and a movement, a week", 50,
                { _, end in
                    let (from, until) = days(7, end)
                    return try Search(from: from, until: until, lane: "entry", movement: "approaching")
                }
            ),
            ("a movement that never was", 50, { _, _ in try Search(movement: "leaving") }),
        ]
    }
}

import Records
import TestSupport
import Testing

@testable import History

struct KeptTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private func batch(_ events: [PlateEvent], under camera: String, keeping place: String) throws -> Batch {
        var batch = Batch()
        let packer = LinePacker()
        for event in events {
            let line = Array(event.line.dropLast())
            var entry = try #require(
                Entry(try Record(line: line), line: line, log: "", now: HistoryScene.noon, packer: packer))
            entry.camera = camera
            batch.entries.append(("site north", entry))
        }
        batch.kept[KeptName("site north", "place")] = place
        return batch
    }

    @Test func `a text is kept with the records that it belongs to, and the newest stands`() async throws {
        let history = try scene.history()
        #expect(try await history.kept("site north") == [:])
        _ = try await history.store(batch([HistoryScene.event("AB1", 1)], under: "north.gate", keeping: "1"))
        _ = try await history.store(batch([HistoryScene.event("AB2", 2)], under: "north.gate", keeping: "2"))
        #expect(try await history.kept("site north") == ["place": "2"])
        #expect(try await history.kept("site nor") == [:])
        #expect(try await history.status().logs.isEmpty)
    }

    @Test func `a record is told under the camera that it is filed under, and its line is as it was`() async throws {
        let history = try scene.history()
        let event = HistoryScene.event("AB1", 1)
        _ = try await history.store(batch([event], under: "north.gate", keeping: "1"))
        _ = try await history.store(batch([event], under: "south.gate", keeping: "1"))
        let all = try await history.everything()
        #expect(all.map(\.camera) == ["north.gate", "south.gate"])
        #expect(all.map { if case .plate(let event) = $0.record { event.camera } else { "" } } == all.map(\.camera))
        #expect(all.allSatisfy { $0.line == Array(event.line.dropLast()) })
        let found = try await history.search(Search(cameras: ["south.gate"]), limit: 5).records
        #expect(found.map(\.seq) == [2])
    }

    @Test func `one hub has all sites`() async throws {
        #expect(try await scene.history().claims.claim(["north", "south"]) == ["north", "south"])
    }
}

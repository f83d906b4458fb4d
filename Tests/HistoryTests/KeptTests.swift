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

    @Test(arguments: HistoryEnd.all)
    func `a text is kept with the records that it belongs to, and the newest stands`(end: HistoryEnd) async throws {
        scene.end = end
        let history = try await scene.history()
        #expect(try await history.kept("site north") == [:])
        _ = try await history.store(batch([HistoryScene.event("AB1", 1)], under: "north/gate", keeping: "1"))
        _ = try await history.store(batch([HistoryScene.event("AB2", 2)], under: "north/gate", keeping: "2"))
        #expect(try await history.kept("site north") == ["place": "2"])
        #expect(try await history.kept("site nor") == [:])
        #expect(try await history.status().logs.isEmpty)
    }

    @Test(arguments: HistoryEnd.all)
    func `a record is told under the camera that it is filed under, and its line is as it was`(end: HistoryEnd)
        async throws
    {
        scene.end = end
        let history = try await scene.history()
        let event = HistoryScene.event("AB1", 1)
        _ = try await history.store(batch([event], under: "north/gate", keeping: "1"))
        _ = try await history.store(batch([event], under: "south/gate", keeping: "1"))
        let all = try await history.everything()
        #expect(all.map(\.camera) == ["north/gate", "south/gate"])
        #expect(all.map { if case .plate(let event) = $0.record { event.camera } else { "" } } == all.map(\.camera))
        #expect(all.allSatisfy { $0.line == Array(event.line.dropLast()) })
        let found = try await history.search(Search(cameras: ["south/gate"]), limit: 5).records
        #expect(found.map(\.seq) == [2])
    }

    @Test(arguments: HistoryEnd.all)
    func `other programs are told the name that the history has for a camera, beside the line`(end: HistoryEnd)
        async throws
    {
        scene.end = end
        let history = try await scene.history()
        let event = HistoryScene.event("AB1", 1)
        let line = String(decoding: event.line.dropLast(), as: UTF8.self)
        _ = try await history.store(batch([event], under: #"north."gate"#, keeping: "1"))
        let told = try #require(try await history.everything().first).told
        #expect(String(decoding: told, as: UTF8.self) == String(line.dropLast()) + #","filed_under":"north.\"gate"}"#)
        let own = StoredRecord(
            seq: 1, camera: "gate", time: event.time, record: .plate(event), line: Array(line.utf8))
        #expect(own.told == own.line)
    }
}

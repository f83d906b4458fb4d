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

    @Test func `one hub has all sites`() async throws {
        #expect(try await scene.file().claims.claim(["north", "south"]) == ["north", "south"])
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled))
    func `centres share the sites, and those of one that dies are taken by the others`() async throws {
        let sites = (0..<20).map { "site \($0)" }
        scene.end = .postgresql
        let first = try await scene.history().claims
        var second: (any SiteClaims)? = try await scene.history().claims
        #expect(try await first.claim(sites) == Set(sites))
        // All are taken, until the first hears that it is no longer alone.
        let early = try await second?.claim(sites)
        #expect(early == [])
        let kept = try await first.claim(sites)
        let taken = try await second?.claim(sites)
        #expect(kept.count == 10)
        #expect(taken == Set(sites).subtracting(kept))
        #expect(try await first.claim(sites) == kept)
        // A site that is no longer one is nobody's.
        #expect(try await first.claim(sites.dropLast()).contains("site 19") == false)
        second = nil
        // The server hears of it a moment later.
        var all = try await first.claim(sites)
        while all.count < sites.count { all = try await first.claim(sites) }
        #expect(all == Set(sites))
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

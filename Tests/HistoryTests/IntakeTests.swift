import History
import Records
import TestSupport
import Testing

@Suite struct IntakeTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    @Test func `what stands in the logs is stored, with numbers without holes and every line as it was`() async throws {
        let other = #"{"schema":"plated.later/9","id":"x","ts":"2026-11-22T12:00:00Z","camera":"yard","new":[1, 2]}"#
        try scene.append(HistoryScene.event("AB12CDE", 1), HistoryScene.event("XY99ZZZ", 1, camera: "yard"))
        try scene.append(other + "\n", to: "yard")
        let stored = try await scene.filled("gate", "yard").everything()
        #expect(stored.map(\.seq) == [1, 2, 3])
        #expect(stored.map(\.camera) == ["gate", "yard", "yard"])
        #expect(String(decoding: stored[2].line, as: UTF8.self) == other)
        #expect(stored[0].record == .plate(HistoryScene.event("AB12CDE", 1)))
    }

    @Test func `a log is followed over rotations and compression, and after a restart from where it was`() async throws
    {
        try scene.append(HistoryScene.event("A1", 1), HistoryScene.event("A2", 2))
        try scene.move("gate.ndjson", "gate.ndjson.1")
        try scene.compress("gate.ndjson.1")
        try scene.append(HistoryScene.event("A3", 3))
        #expect(try await scene.filled().everything().map(\.seq) == [1, 2, 3])
        try scene.append(HistoryScene.event("A4", 4))
        try scene.move("gate.ndjson.1.gz", "gate.ndjson.2.gz")
        try scene.move("gate.ndjson", "gate.ndjson.1")
        try scene.append(HistoryScene.event("A5", 5))
        let history = try await scene.filled()
        #expect(try await history.plates() == ["A5", "A4", "A3", "A2", "A1"])
        #expect(scene.talk.all == [])
    }

    @Test func `a record is stored once, however often its log is read`() async throws {
        let events = (1...50).map { HistoryScene.event("A\($0)", $0) }
        try scene.append(events)
        #expect(try await scene.filled().everything().count == 50)
        // Another file with the same records, as a copy that was put back is.
        try scene.move("gate.ndjson", "copy.ndjson")
        let again = try await scene.filled("copy")
        #expect(try await again.everything().count == 50)
        // The same identifier from another camera is another record.
        try scene.append(HistoryScene.event("A1", 1, camera: "yard"))
        #expect(try await scene.filled("yard").everything().count == 51)
    }

    @Test func `a line that comes late is found at its time`() async throws {
        try scene.append(HistoryScene.event("B1", 1, second: 10), HistoryScene.event("B2", 2, second: 20))
        try scene.append(HistoryScene.event("LATE", 3, second: 15))
        let history = try await scene.filled()
        #expect(try await history.plates() == ["B2", "LATE", "B1"])
        #expect(try await history.plates(.pattern, "*") == ["B2", "LATE", "B1"])
    }
}

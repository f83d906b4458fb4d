import Records
import TestSupport
import Testing

@testable import History

/// Several that write to one history, each on what it knows.
struct OvertakenTests {
    private static let name = KeptName("site north", "turn")
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private func batch(_ number: Int, expecting: String?, keeping: String) throws -> Batch {
        var batch = Batch()
        let line = Array(HistoryScene.event("AB\(number)", number).line.dropLast())
        let entry = Entry(try Record(line: line), line: line, log: "", now: HistoryScene.noon, packer: LinePacker())
        batch.entries.append(("site north", try #require(entry)))
        batch.expected[Self.name] = .some(expecting)
        batch.kept[Self.name] = keeping
        return batch
    }

    @Test(arguments: HistoryEnd.all)
    func `nothing of a batch is stored where a text is not what it expects`(end: HistoryEnd) async throws {
        scene.end = end
        let history = try await scene.history()
        let wrong = try batch(7, expecting: "1", keeping: "2")
        let tooEarly = await #expect(throws: HistoryFailure.self) { try await history.store(wrong) }
        #expect(tooEarly?.cause == .overtaken)
        #expect(try await history.store(batch(1, expecting: nil, keeping: "1")).new == 1)
        let late = try batch(2, expecting: nil, keeping: "1")
        let failure = await #expect(throws: HistoryFailure.self) { try await history.store(late) }
        #expect(failure?.cause == .overtaken && failure?.mayPass == false)
        #expect(try await history.everything().count == 1)
        #expect(try await history.store(batch(2, expecting: "1", keeping: "2")).new == 1)
        #expect(try await history.kept("site north") == ["turn": "2"])
    }

    @Test(arguments: HistoryEnd.all)
    func `a long text is kept whole`(end: HistoryEnd) async throws {
        scene.end = end
        let history = try await scene.history()
        let text = String(repeating: "a chain's standing ", count: 200)
        _ = try await history.store(batch(1, expecting: nil, keeping: text))
        #expect(try await history.kept("site north") == ["turn": text])
    }
}

import Foundation
import Records
import TestSupport
import Testing

@testable import History

@Suite struct StrangeCameraTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    /// Such a name would be a topic, a folder and a variable of whoever gets the record.
    @Test(arguments: HistoryEnd.all)
    func `a camera whose name no scanner takes has no records, which is told once and counted`(end: HistoryEnd)
        async throws
    {
        scene.end = end
        let strange = [
            String(repeating: "x", count: 100_000), "the gate", "gate/#", ".gate", "", "tor.1", "Gate", "front_gate",
            "key",
            "north/gate",
        ]
        let events = strange.enumerated().map { HistoryScene.event("B\($0)", $0, camera: $1) }
        for event in events + [HistoryScene.event("A1", 9), HistoryScene.event("A2", 9, camera: "tor-1")] {
            try scene.append(String(decoding: event.line, as: UTF8.self))
        }
        let history = try await scene.filled()
        #expect(Set(try await history.plates()) == ["A1", "A2"])
        #expect(Set(try await history.status().cameras.map(\.name)) == ["gate", "tor-1"])
        let log = try #require(try await history.status().logs.first)
        #expect(log.lines == 12 && log.unreadable == 10)
        #expect(scene.talk.all.count == 1 && scene.talk.all[0].contains("the field camera is no camera's name"))
        #expect(scene.talk.all[0].utf8.count < 1000)
    }
}

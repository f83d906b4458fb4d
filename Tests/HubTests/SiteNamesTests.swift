import Fleet
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import plated_hub

/// What a site of a centre tells of car parks and doors that have the names of the centre's own.
@Suite struct SiteNamesTests {
    private let scene: HubScene
    private let now = WallTime.now

    init() throws {
        scene = try HubScene()
        try scene.folder.write(
            try scene.folder.text("hub.yaml") + """

                sessions: [{name: park, entries: [gate], exits: [yard], capacity: 5}]

                """, to: "hub.yaml")
    }

    private func session(_ plate: String) throws -> SessionRecord {
        let id = scene.ids.next(at: now)
        let entry = SessionPass(camera: "gate", id: id, time: now, plate: plate, confidence: 0.9)
        return SessionRecord(
            id: id, time: now, camera: "gate", site: "park", session: id, revision: 0, state: .open, change: .began,
            plate: plate, entry: entry, exit: nil, occupancy: 1)
    }

    private func opening(_ plate: String) -> OpeningRecord {
        OpeningRecord(
            id: scene.ids.next(at: now), time: now, camera: "gate", door: "barrier", state: .opened, until: now,
            plate: plate)
    }

    /// A history with what `north` told, and with what this machine's own logs have.
    private func history() async throws -> SQLiteHistory {
        let history = try SQLiteHistory(path: scene.history)
        let lines = [try session("NN11NNN").line, opening("NN11NNN").line]
        try await SiteScene.take(lines, of: "north", into: history, now: now)
        for (name, line) in [("sessions", try session("CC11CCC").line), ("openings", opening("CC11CCC").line)] {
            try scene.folder.write(String(decoding: line, as: UTF8.self), to: "logs/\(name).ndjson")
        }
        try await Intake(
            history: history, logs: [scene.log("sessions"), scene.log("openings")], talk: Talk().logger, now: { .now },
            limit: { _ in nil }
        ).catchUp()
        return history
    }

    @Test func `a car park of a site is another than the centre's of the same name`() async throws {
        let history = try await history()
        #expect(try await history.sessions(sites: ["park"]).map(\.plate) == ["CC11CCC"])
        #expect(try await history.sessions(sites: ["north/park"]).map(\.plate) == ["NN11NNN"])
        #expect(try await Set(history.sessions().map(\.site)) == ["park", "north/park"])
        let answer = try scene.hub("sessions")
        #expect(answer.output.contains("park: 1 of 5 are in."), "\(answer)")
        #expect(!answer.output.contains("NN11NNN"), "\(answer)")
    }

    @Test func `a door of a site is another than the centre's of the same name`() async throws {
        let history = try await history()
        #expect(try await history.openings(doors: ["barrier"]).compactMap(\.plate) == ["CC11CCC"])
        #expect(try await history.openings(doors: ["north/barrier"]).compactMap(\.plate) == ["NN11NNN"])
        // What a door remembers when the hub starts.
        #expect(try await history.openings(areOwn: true).compactMap(\.plate) == ["CC11CCC"])
    }
}

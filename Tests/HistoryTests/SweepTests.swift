import GRDB
import Records
import TestSupport
import Testing

@testable import History

/// Sweeps that fail for a moment.
@Suite struct SweepTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private func forgotten(_ event: PlateEvent) -> String {
        let line = ForgottenLine(
            id: event.id, time: event.time, camera: event.camera, hash: Digest(of: event.line.dropLast()),
            previous: .zero)
        return String(decoding: line.line, as: UTF8.self)
    }

    @Test func `an intake goes on beside a sweep that fails, and makes it good at a later look`() async throws {
        let events = [HistoryScene.event("SECRET1", 1), HistoryScene.event("SECRET2", 2)]
        try scene.append(events)
        let history = try scene.file()
        let intake = try await scene.intake(history)
        try await intake.catchUp()
        try await history.keepFromSweeping()
        for (number, event) in events.enumerated() {
            try scene.append(forgotten(event))
            try scene.append(HistoryScene.event("AB12CDE", 3 + number))
            try await intake.catchUp()
        }
        #expect(try await history.plates() == ["AB12CDE", "AB12CDE"])
        #expect(try await history.touched == 2)
        // Once for all the time that it lasts.
        #expect(scene.talk.all.count == 1, "\(scene.talk.all)")
        #expect(scene.talk.all.first?.hasPrefix("warning: ") == true)
        try await history.letSweep()
        // Another one, as after a new log was found; with nothing new in any.
        try await scene.intake(history).catchUp()
        #expect(try await history.touched == 0)
        #expect(try await history.plates(.pattern, "SECRET*") == [])
        #expect(!history.news.owesSweep)
    }
}

extension SQLiteHistory {
    /// Has each sweep fail as it does beside another process that keeps the history to itself.
    fileprivate func keepFromSweeping() async throws {
        try await pool.write { database in
            database.add(
                function: DatabaseFunction("is_busy", argumentCount: 0) { _ in
                    throw DatabaseError(resultCode: .SQLITE_BUSY, message: "database is locked")
                })
            try database.execute(
                sql: "CREATE TEMP TRIGGER is_kept BEFORE DELETE ON touched BEGIN SELECT is_busy(); END")
        }
    }

    fileprivate func letSweep() async throws {
        try await pool.write { try $0.execute(sql: "DROP TRIGGER is_kept") }
    }

    /// Texts that are still to be looked at.
    fileprivate var touched: Int? {
        get async throws {
            try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM touched") }
        }
    }
}

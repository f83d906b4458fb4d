import Basics
import Foundation
import GRDB
import Records
import TestSupport
import Testing

@testable import Fleet
@testable import History

/// A centre whose history cannot be swept for a moment.
struct CentreSweepTests {
    private let folder: TemporaryFolder
    private let history: SQLiteHistory
    private let talk = Talk()

    init() throws {
        folder = try TemporaryFolder()
        history = try SQLiteHistory(path: folder.file("history.sqlite"), access: .writing)
    }

    private static func event(_ number: Int) -> PlateEvent {
        let time = WallTime(milliseconds: 1_795_348_800_000 + Int64(number))
        return PlateEvent(
            id: EventIDs.ofThisProcess.next(at: time), time: time, camera: "gate", plate: "N\(number)",
            plateRaw: "N\(number)",
            confidence: 0.9, candidates: [], box: PlateBox(x: 0, y: 0, width: 9, height: 3), reads: 2, framesSeen: 2,
            firstSeen: time, lastSeen: time, engine: "none", latencyMilliseconds: 1)
    }

    /// Until the site has been told that it is stored up to there.
    private func isStored(_ number: Int64, _ line: [UInt8], over wire: ScriptedLine) async throws -> Bool {
        let record = FleetRecord(seq: number, line: Array(line.dropLast()))
        let end = ContinuousClock.now + .seconds(300)
        while ContinuousClock.now < end {
            wire.bring(FleetMessage(origin: "A", after: number - 1, records: [record]), from: "north")
            try await Task.sleep(for: .milliseconds(50))
            if wire.word(to: "north")?.committed == number { return true }
        }
        return false
    }

    @Test func `what was stored is not stored again because the sweep behind it failed`() async throws {
        let wire = ScriptedLine()
        let centre = Centre([SiteSettings(name: "north")], line: wire, history: history, talk: talk.logger)
        let task = Task { try await centre.run() }
        defer { task.cancel() }
        let event = Self.event(1)
        #expect(try await isStored(1, event.line, over: wire))
        try await history.keepFromSweeping()
        let line = ForgottenLine(
            id: event.id, time: event.time, camera: "gate", hash: Digest(of: event.line.dropLast()), previous: .zero)
        #expect(try await isStored(2, line.line, over: wire))
        #expect(try await history.touched == 1)
        #expect(!talk.all.contains { $0.contains("another centre") }, "\(talk.all)")
        #expect(talk.all.count { $0.contains("Texts of forgotten plates") } == 1, "\(talk.all)")
        try await history.letSweep()
        #expect(try await isStored(3, Self.event(3).line, over: wire))
        #expect(try await history.touched == 0)
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

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

    private func take(_ line: [UInt8], behind number: Int64) async throws -> RecordsDesk.Answer {
        var posted = PostedRecords(origin: "A", after: number)
        posted.add(PostedRecord(line: Array(line.dropLast())))
        let site = SiteBooks("north", kept: try await history.kept(SiteBooks.space(of: "north")))
        return try await RecordsDesk(history, talk: talk.logger, now: { .now }).take(posted, of: site)
    }

    private func committed(_ answer: RecordsDesk.Answer) -> Int64? {
        if case .stored(let committed) = answer { committed.committed } else { nil }
    }

    @Test func `what was stored is not stored again because the sweep behind it failed`() async throws {
        let event = Self.event(1)
        #expect(committed(try await take(event.line, behind: 0)) == 1)
        try await history.keepFromSweeping()
        let line = ForgottenLine(
            id: event.id, time: event.time, camera: "gate", hash: Digest(of: event.line.dropLast()), previous: .zero)
        #expect(committed(try await take(line.line, behind: 1)) == 2)
        #expect(try await history.touched == 1)
        #expect(talk.all.count { $0.contains("Texts of forgotten plates") } == 1, "\(talk.all)")
        try await history.letSweep()
        #expect(committed(try await take(Self.event(3).line, behind: 2)) == 3)
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

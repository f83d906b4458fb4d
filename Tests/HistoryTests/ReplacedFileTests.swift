import Foundation
import GRDB
import Glibc
import Records
import TestSupport
import Testing

@testable import History

/// The history's file is deleted or replaced while it is in use.
@Suite struct ReplacedFileTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    enum Harm: CaseIterable, Sendable {
        case deleted, deletedWithAll, moved, overwrittenByAnother, withoutWAL, withoutIndex
    }

    private func harm(_ harm: Harm) throws {
        switch harm {
        case .deleted: try #require(unlink(scene.path) == 0)
        case .deletedWithAll: for end in ["", "-wal", "-shm"] { try #require(unlink(scene.path + end) == 0) }
        case .moved: try scene.move("history.db", "old.db")
        case .overwrittenByAnother:
            do { _ = try SQLiteHistory(path: scene.folder.file("other.db")) }
            try #require(rename(scene.folder.file("other.db"), scene.path) == 0)
        case .withoutWAL: try #require(unlink(scene.path + "-wal") == 0)
        case .withoutIndex: try #require(unlink(scene.path + "-shm") == 0)
        }
    }

    @Test(arguments: Harm.allCases)
    func `nothing is stored in a file that nobody finds, and what takes its place gets all that the logs have`(
        harm: Harm
    ) async throws {
        try scene.append(HistoryScene.event("A1", 1), HistoryScene.event("A2", 2))
        let history = try scene.file()
        let intake = try await scene.intake(history)
        try await intake.catchUp()
        try self.harm(harm)
        try scene.append(HistoryScene.event("A3", 3))
        let told = await #expect(throws: HistoryFailure.self) { try await intake.catchUp() }
        #expect(told?.cause == .replaced && told?.reason.contains(scene.path) == true, "\(told.debugDescription)")
        await #expect(throws: HistoryFailure.self) { try await history.plates() }
        history.abandon()
        let anew = try scene.file()
        try await scene.intake(anew).catchUp()
        #expect(try await anew.events() == ["A1", "A2", "A3"])
        // It is whole, also for who opens it later.
        let pragma = try await anew.reading("checking") { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        #expect(pragma == "ok")
    }

    @Test func `a file that was moved away has all that was stored in it`() async throws {
        try scene.append(HistoryScene.event("A1", 1))
        let history = try scene.file()
        try await scene.intake(history).catchUp()
        try scene.move("history.db", "old.db")
        await #expect(throws: HistoryFailure.self) { try await history.plates() }
        history.abandon()
        #expect(try await SQLiteHistory(path: scene.folder.file("old.db")).plates() == ["A1"])
    }

    @Test func `a history that is in its place is in use for as long as one likes`() async throws {
        let history = try scene.file()
        let intake = try await scene.intake(history)
        for number in 0..<3 {
            try scene.append(HistoryScene.event("A\(number)", number))
            try await intake.catchUp()
            try await history.writing("making the file small") { _ in }
            try await history.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            // Another program looks.
            _ = try await scene.file(.reading).plates()
        }
        #expect(try await history.plates().count == 3)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "needs to mount a small file system"))
    func `a full disk is told for as long as it lasts, and all is stored once there is room`() async throws {
        let disk = scene.folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        try #require(Command.succeeds("mount", "-t", "tmpfs", "-o", "size=4m", "plated-test", disk))
        defer { _ = Command.succeeds("umount", "-l", disk) }
        let history = try SQLiteHistory(path: disk + "/history.db")
        let intake = try await scene.intake(history)
        try scene.append(HistoryScene.event("A0", 0))
        try await intake.catchUp()
        #expect(history.news.standstill == nil)
        _ = Command.succeeds("dd", "if=/dev/zero", "of=" + disk + "/filler", "bs=4k")
        // Far more than fits into pages that are there already.
        try scene.append((1...4000).map { HistoryScene.event("A\($0)", $0) })
        let running = Task { try await intake.catchUp() }
        while history.news.standstill == nil { await Task.yield() }
        let standstill = try #require(history.news.standstill)
        #expect(standstill.since == HistoryScene.noon && standstill.reason.contains("the disk of"), "\(standstill)")
        #expect(standstill.remedy.contains("Make room"))
        try #require(unlink(disk + "/filler") == 0)
        try await running.value
        #expect(history.news.standstill == nil)
        #expect(try await history.events().count == 4001)
    }
}

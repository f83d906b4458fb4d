import Basics
import Foundation
import GRDB
import Glibc
import Records
import TestSupport
import Testing

@testable import History

@Suite struct FileTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private func failure(_ access: SQLiteHistory.Access = .writing) -> HistoryFailure? {
        do {
            _ = try SQLiteHistory(path: scene.path, access: access)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [SQLiteHistory.Access.writing, .reading])
    func `what is no database is refused, and left as it is`(access: SQLiteHistory.Access) throws {
        let text = String(repeating: "This is a letter to my landlord. ", count: 200)
        try scene.folder.write(text, to: "history.db")
        #expect(failure(access)?.cause == .foreign)
        #expect(failure(access)?.remedy.contains("plated-hub rebuild") == true)
        #expect(try scene.folder.text("history.db") == text)
    }

    @Test(arguments: [SQLiteHistory.Access.writing, .reading])
    func `what is no file is refused at once, in words of its own`(access: SQLiteHistory.Access) throws {
        try #require(mkfifo(scene.path, 0o600) == 0)
        #expect(failure(access)?.reason == "it is a pipe, a socket or a device, and no file")
        for (path, reason) in [
            (scene.folder.path, "it is a folder"), ("/dev/null", "it is a pipe, a socket or a device, and no file"),
        ] {
            let told = #expect(throws: HistoryFailure.self) { try SQLiteHistory(path: path, access: access) }
            #expect(told?.reason == reason && told?.cause == .missing && told?.remedy.isEmpty == false)
        }
    }

    @Test func `an empty file is told as one, and becomes a history`() throws {
        try scene.folder.write("", to: "history.db")
        #expect(failure(.reading)?.reason == "the file is empty")
        #expect(failure(.writing) == nil && failure(.reading) == nil)
    }

    @Test func `the database of another program is refused, and left as it is`() throws {
        do {
            let other = try DatabaseQueue(path: scene.path)
            try other.write { try $0.execute(sql: "CREATE TABLE shopping(what TEXT)") }
        }
        let before = try Data(contentsOf: URL(filePath: scene.path))
        #expect(failure()?.cause == .foreign && failure()?.status == .badData)
        #expect(failure(.reading)?.cause == .foreign)
        #expect(try Data(contentsOf: URL(filePath: scene.path)) == before)
    }

    @Test func `a file of a later version is refused with a remedy`() throws {
        let later = Migration(version: 99) { try $0.execute(sql: "CREATE TABLE later(x)") }
        _ = try SQLiteHistory(path: scene.path, access: .writing, steps: Migration.all + [later])
        #expect(failure()?.cause == .newer && failure(.reading)?.cause == .newer)
        #expect(failure()?.reason.contains("its form is 99") == true)
    }

    @Test func `a file of an earlier version is brought to the present form, with all that is in it`() async throws {
        try scene.append(HistoryScene.event("AB12CDE", 1))
        let steps = Migration.all + [Migration(version: 99) { try $0.execute(sql: "CREATE TABLE later(x)") }]
        do {
            let first = try scene.file()
            try await scene.intake(first).catchUp()
        }
        #expect(throws: HistoryFailure.self) { try SQLiteHistory(path: scene.path, access: .reading, steps: steps) }
        let later = try SQLiteHistory(path: scene.path, access: .writing, steps: steps)
        #expect(try await later.plates() == ["AB12CDE"])
        #expect(try await later.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM later") } == 0)
        #expect(try await later.pool.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 99)
    }

    @Test func `a step that fails leaves the file as it was`() async throws {
        struct Broken: Error {}
        let steps =
            Migration.all + [
                Migration(version: 99) {
                    try $0.execute(sql: "CREATE TABLE later(x)")
                    throw Broken()
                }
            ]
        #expect(throws: HistoryFailure.self) { try SQLiteHistory(path: scene.path, access: .writing, steps: steps) }
        let history = try scene.file()
        #expect(try await history.pool.read { try $0.tableExists("later") } == false)
    }

    @Test func `damaged pages are told as damage, with the way to mend it`() async throws {
        try scene.append((0..<2000).map { HistoryScene.event("P\($0)", $0) })
        do {
            let history = try await scene.filled()
            _ = try await history.forget("NOBODY")
        }
        var bytes = try Data(contentsOf: URL(filePath: scene.path))
        for place in stride(from: 4096, to: bytes.count, by: 4096) {
            bytes.replaceSubrange(place..<place + 64, with: Data(repeating: 0xA5, count: 64))
        }
        try bytes.write(to: URL(filePath: scene.path))
        let told = await #expect(throws: HistoryFailure.self) {
            let history = try scene.file()
            _ = try await history.plates(.pattern, "*1*")
        }
        #expect(told?.cause == .damaged && told?.remedy.contains("plated-hub rebuild") == true)
    }

    @Test func `a history is made anew from the logs, and the old file is kept`() async throws {
        try scene.append(HistoryScene.event("AB12CDE", 1))
        try scene.folder.write(
            "not a database at all, and longer than a header of one hundred bytes is. "
                + String(repeating: "x", count: 100), to: "history.db")
        #expect(failure()?.cause == .foreign)
        let old = try #require(try SQLiteHistory.setAside(scene.path, now: HistoryScene.noon))
        #expect(old == scene.path + ".old-20261122T120000.000Z")
        #expect(try await scene.filled().plates() == ["AB12CDE"])
        #expect(try String(contentsOfFile: old, encoding: .utf8).hasPrefix("not a database"))
        #expect(try SQLiteHistory.setAside(scene.folder.file("nothing.db")) == nil)
    }

    @Test func `committed records are as safe as the disk is`() async throws {
        let history = try scene.file()
        // GRDB sets another one for pools.
        #expect(try await history.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        #expect(
            try await history.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA secure_delete") } == 1)
    }

    @Test func `a reader beside the writer sees what was stored, and changes nothing`() async throws {
        #expect(failure(.reading)?.cause == .missing)
        try scene.append(HistoryScene.event("AB12CDE", 1))
        let writer = try await scene.filled()
        let reader = try scene.file(.reading)
        #expect(try await reader.plates() == ["AB12CDE"])
        try scene.append(HistoryScene.event("ZZ99ZZZ", 2))
        try await scene.intake(writer).catchUp()
        #expect(try await reader.plates() == ["ZZ99ZZZ", "AB12CDE"])
        await #expect(throws: HistoryFailure.self) { try await reader.forget("AB12CDE") }
    }
}

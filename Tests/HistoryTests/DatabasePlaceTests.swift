import Foundation
import GRDB
import History
import TestSupport
import Testing

@Suite struct DatabasePlaceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a file that is open keeps its locks, so that another program leaves what is in use`() throws {
        let path = folder.file("a.sqlite")
        #expect(DatabasePlace.make(path, rights: 0o600) == nil)
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { try $0.execute(sql: "CREATE TABLE t(x)") }
        #expect(DatabasePlace.make(path, rights: 0o600) == nil)
        try look(path, at: "t")
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        try queue.write { try $0.execute(sql: "INSERT INTO t VALUES(1)") }
    }

    @Test func `a history that is opened twice keeps its locks, too`() throws {
        let path = folder.file("history.sqlite")
        do { _ = try SQLiteHistory(path: path) }
        // As `forget` may: whoever looks whether it is there, and who takes out of it then.
        let reader = try SQLiteHistory(path: path, access: .reading)
        let writer = try SQLiteHistory(path: path, access: .writing)
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        try look(path, at: "record")
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        withExtendedLifetime((reader, writer)) {}
    }

    @Test func `a history may be a link, and is not readable for all where that leads`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("real"))
        for _ in 0..<2 { _ = try SQLiteHistory(path: folder.file("link")) }
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("real"))
        #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o7 } == 0)
        _ = try SQLiteHistory(path: folder.file("link"), access: .reading)
    }

    /// Another program reads a table. The last who closes a database removes its -wal: this one is not the last.
    private func look(_ path: String, at table: String) throws {
        let look =
            "import sqlite3, sys; a = sqlite3.connect(sys.argv[1]); a.execute('SELECT * FROM \(table)').fetchall(); a.close()"
        let other = try Program.run(["-c", look, path], program: "/usr/bin/python3")
        #expect(other.status == 0, "\(other)")
    }

    @Test func `what is no file to write is told`() throws {
        try folder.write("", to: "real")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("real"))
        #expect(DatabasePlace.make(folder.file("link"), rights: 0o600) == ELOOP)
        #expect(DatabasePlace.make(folder.path, rights: 0o600) == EISDIR)
        #expect(DatabasePlace.make(folder.file("none/a"), rights: 0o600) == ENOENT)
    }
}

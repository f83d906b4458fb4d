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
        // The last who closes a database removes its -wal: this one is not the last.
        let look =
            "import sqlite3, sys; a = sqlite3.connect(sys.argv[1]); a.execute('SELECT * FROM t').fetchall(); a.close()"
        let other = try Program.run(["-c", look, path], program: "/usr/bin/python3")
        #expect(other.status == 0, "\(other)")
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        try queue.write { try $0.execute(sql: "INSERT INTO t VALUES(1)") }
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

import Foundation
import Records
import TestSupport
import Testing

/// A hub whose history is in PostgreSQL.
@Suite struct ServerHistoryTests {
    private let scene: HubScene

    init() throws { scene = try HubScene() }

    @Test(.enabled(if: PostgreSQLServer.isInstalled))
    func `commands ask it, and change it, as they do a file`() throws {
        let server = try #require(PostgreSQLServer.shared)
        try scene.take(server.schema())
        try scene.write([
            scene.event("AB12CDE", at: "2024-11-20T12:00:00Z"), scene.event("XY34ZZZ", at: "2024-11-21T08:00:00Z"),
        ])
        let none = try scene.hub("search", "AB12CDE")
        #expect(none.status == 66 && none.errors.contains("there is no history in it"), "\(none)")
        try scene.build()
        #expect(try scene.found("AB1*").count == 1)
        #expect(try scene.found("AB12CDX", "--match", "near").count == 1)
        let status = try scene.hub("status")
        #expect(status.output.contains("postgresql://\(server.folder)/postgres: "), "\(status)")
        #expect(status.output.contains("2 plates, record "), "\(status)")
        let found = try scene.found("AB12CDE")
        #expect(try scene.hub("show", found[0]).output.contains("AB12CDE"))
        #expect(try scene.hub("stats", "--from", "2024-11-20").output.contains("gate"))
        let forgotten = try scene.hub("forget", "AB12CDE", "--yes")
        #expect(forgotten.status == 0, "\(forgotten)")
        #expect(try scene.found("AB12CDE").isEmpty)
        #expect(try scene.found().count == 1)
        // What was forgotten in it was renamed.
        try scene.write([scene.event("ZZ99ZZZ", at: "2024-11-22T08:00:00Z")])
        let again = try scene.hub("rebuild")
        #expect(again.status == 0 && again.errors.contains("in the schema plated_old_"), "\(again)")
        #expect(!FileManager.default.fileExists(atPath: scene.history))
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled))
    func `a hub waits for a server that is away, and stores what was logged meanwhile`() throws {
        let server = try #require(try PostgreSQLServer.own())
        try scene.take(server.schema())
        try server.stop()
        try scene.write([scene.event("AB12CDE")])
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.folder.text("said").contains("It is tried again every five seconds") })
        try server.start()
        #expect(try eventually { try scene.found().count == 1 })
        try server.stop()
        try scene.write([scene.event("XY34ZZZ", camera: "yard")], to: "yard")
        #expect(try eventually { try scene.folder.text("said").ranges(of: "error: ").count >= 2 })
        try server.start()
        #expect(try eventually { try scene.found().count == 2 })
        #expect(hub.isRunning)
    }

    @Test func `an address with a password, and one that is none, are told by check`() throws {
        try scene.take("postgresql://me:secret@db.example/plated")
        let told = try scene.hub("check")
        #expect(told.status == 78 && told.errors.contains("name a file with it in password_file"), "\(told)")
        #expect(!told.errors.contains("secret") && !told.output.contains("secret"))
        let other = try HubScene()
        try other.take("mysql://db.example/plated")
        #expect(try other.hub("check").errors.contains("it is no address of a PostgreSQL database. Write it like"))
    }

    @Test(arguments: [
        (":99999/plated", "its port is 99999. A port is a number from 1 to 65535"),
        (":0/plated", "its port is 0."),
        ("/plated?sslmode=perhaps", "its sslmode is perhaps. It takes one of: disable,"),
    ])
    func `what libpq would find wrong only when it connects is told by check`(rest: String, said: String) throws {
        try scene.take("postgresql://plated@db.example\(rest)")
        let told = try scene.hub("check")
        #expect(told.status == 78 && told.errors.contains(said), "\(told)")
    }

    @Test func `check looks for the file with the password`() throws {
        try scene.take("postgresql://plated@db.example/plated\", password_file: \"secret")
        let none = try scene.hub("check")
        #expect(
            none.status == 78 && none.errors.contains("secret, the password_file of the history: there is no"),
            "\(none)")
        try scene.folder.write("open sesame\n", to: "secret")
        let path = scene.folder.file("secret")
        for (mode, isOpen) in [(0o644, true), (0o640, false)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let told = try scene.hub("check")
            #expect(
                told.status == 0 && told.errors.contains("every user of this machine can read") == isOpen, "\(told)")
        }
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled))
    func `a hub that waits for its server is ended by a signal`() throws {
        let server = try #require(try PostgreSQLServer.own())
        try scene.take(server.schema())
        try server.stop()
        let hub = try scene.start()
        #expect(try eventually { try scene.folder.text("said").contains("It is tried again every five seconds") })
        hub.terminate()
        #expect(eventually { !hub.isRunning })
        #expect(hub.terminationReason == .exit && hub.terminationStatus == 0)
    }
}

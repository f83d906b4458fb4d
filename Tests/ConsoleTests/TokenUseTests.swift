import Basics
import GRDB
import Records
import TestSupport
import Testing

@testable import Console

/// When a token was last used is written down while it is looked at; that may fail.
@Suite struct TokenUseTests {
    private let now = WallTime(milliseconds: 1_700_000_000_000)

    private func scene(_ folder: TemporaryFolder) throws -> (accounts: AccountFile, digest: String) {
        let accounts = try AccountFile(path: folder.file("console.sqlite"))
        let text = try accounts.addToken("prometheus", role: .viewer, days: 1, at: now)
        return (accounts, try #require(Token(text)).digest)
    }

    @Test func `a full disk keeps no token out`() throws {
        let folder = try TemporaryFolder()
        let (accounts, digest) = try scene(folder)
        try accounts.write("filling the disk") { database in
            try database.execute(
                sql: """
                    CREATE TABLE room(taken BLOB);
                    CREATE TRIGGER full AFTER UPDATE ON token BEGIN INSERT INTO room VALUES(zeroblob(1000000)); END
                    """)
        }
        // As many pages as there are: SQLite then says what it says of a disk.
        try accounts.write("filling the disk") { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = 1") }
        let failure = #expect(throws: Failure.self) {
            try accounts.write("writing") { try $0.execute(sql: "UPDATE token SET seen = 1") }
        }
        #expect(failure?.reason.contains("full") == true, "\(String(describing: failure))")
        let session = try #require(try accounts.program(digest, at: now))
        #expect(session.name == "token:prometheus" && session.role == .viewer)
        #expect(try accounts.holds(session, at: now))
        #expect(accounts.damage == nil)
        #expect(try accounts.tokens().first?.seen == nil)
        // There is room again.
        try accounts.write("making room") { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = 100000") }
        #expect(try accounts.program(digest, at: now) != nil)
        #expect(try accounts.tokens().first?.seen == now)
    }

    @Test func `damage that is found by noting it lets nobody in`() throws {
        let folder = try TemporaryFolder()
        let (accounts, digest) = try scene(folder)
        try accounts.write("spoiling") { database in
            database.add(
                function: DatabaseFunction("spoilt", argumentCount: 0) { _ in
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a page is spoilt")
                })
            try database.execute(
                sql: "CREATE TEMP TRIGGER spoilt BEFORE UPDATE ON token BEGIN SELECT spoilt(); END")
        }
        let failure = #expect(throws: Failure.self) { try accounts.program(digest, at: now) }
        #expect(failure?.status == .badData && accounts.damage == failure)
    }
}

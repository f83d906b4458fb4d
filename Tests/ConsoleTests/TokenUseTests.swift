import Basics
import GRDB
import Records
import TestSupport
import Testing

@testable import Console

#if canImport(Glibc)
    import Glibc
#endif

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

    @Test func `a use is noted once a minute, and put right where the clock was ahead`() throws {
        let folder = try TemporaryFolder()
        let (accounts, digest) = try scene(folder)
        func seen(after seconds: Int64) throws -> Int64? {
            let time = WallTime(milliseconds: now.milliseconds + seconds * 1000)
            guard try accounts.program(digest, at: time) != nil else { return nil }
            return try accounts.tokens().first?.seen.map { ($0.milliseconds - now.milliseconds) / 1000 }
        }
        #expect(try seen(after: 43_200) == 43_200)
        #expect(try seen(after: 0) == 0)
        #expect(try seen(after: 50) == 0)
        #expect(try seen(after: 70) == 70)
        #expect(try seen(after: 20) == 70)
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

    /// What SQLite says where it cannot make a journal (no inodes, a folder that can only be read), and where a page is not taken (a quota).
    private static let refusals: [ResultCode] = [
        .SQLITE_CANTOPEN, .SQLITE_IOERR_WRITE, .SQLITE_IOERR, .SQLITE_READONLY,
    ]

    /// Makes what writes to a table fail, until `mend`.
    private func spoil(_ accounts: AccountFile, _ table: String, with code: ResultCode) throws {
        try accounts.write("spoiling") { database in
            database.add(
                function: DatabaseFunction("refused", argumentCount: 0) { _ in
                    throw DatabaseError(resultCode: code)
                })
            for event in ["INSERT", "UPDATE"] {
                try database.execute(
                    sql:
                        "CREATE TEMP TRIGGER refused_\(event) BEFORE \(event) ON \(table) BEGIN SELECT refused(); END"
                )
            }
        }
    }

    private func mend(_ accounts: AccountFile) throws {
        try accounts.write("mending") { database in
            for event in ["INSERT", "UPDATE"] { try database.execute(sql: "DROP TRIGGER temp.refused_\(event)") }
        }
    }

    @Test(arguments: refusals) func `a disk that takes nothing keeps no token out, and is no damage`(
        code: ResultCode
    ) throws {
        let folder = try TemporaryFolder()
        let (accounts, digest) = try scene(folder)
        try spoil(accounts, "token", with: code)
        #expect(throws: Failure.self) {
            try accounts.write("writing") { try $0.execute(sql: "UPDATE token SET seen = 1") }
        }
        for _ in 0..<2 { #expect(try accounts.program(digest, at: now)?.name == "token:prometheus") }
        #expect(accounts.damage == nil)
        #expect(try accounts.tokens().first?.seen == nil)
        try mend(accounts)
        #expect(try accounts.program(digest, at: now) != nil)
        #expect(try accounts.tokens().first?.seen == now)
    }

    @Test(arguments: refusals)
    func `a failed login that cannot be written is counted, and closes the console to nobody else`(
        code: ResultCode
    ) async throws {
        let folder = try TemporaryFolder()
        let (accounts, _) = try scene(folder)
        try accounts.write("adding") { database in
            try database.execute(
                sql: "INSERT INTO account(name, role, hash, made) VALUES('anna', 'viewer', '$y$', 1)")
        }
        let token = try accounts.begin("anna", at: now)
        try spoil(accounts, "failure", with: code)
        let gate = LoginGate(accounts: accounts)
        for _ in 0..<5 {
            #expect(try await gate.logIn("eve", password: "wrong", from: "10.0.0.1", at: now) == .wrong)
        }
        // It counts in memory.
        #expect(try await gate.logIn("eve", password: "wrong", from: "10.0.0.1", at: now) == .wait(60))
        #expect(accounts.damage == nil)
        #expect(try accounts.session(token.digest, at: now)?.role == .viewer)
        try mend(accounts)
        try accounts.failed(["from 10.0.0.1"], at: now)
    }

    @Test(arguments: [ResultCode.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_NOTADB])
    func `what cannot be read is damage`(code: ResultCode) throws {
        let folder = try TemporaryFolder()
        let (accounts, digest) = try scene(folder)
        try spoil(accounts, "token", with: code)
        let failure = #expect(throws: Failure.self) { try accounts.program(digest, at: now) }
        #expect(failure != nil && accounts.damage == failure)
    }

    @Test(arguments: [(ENOSPC, "Make room"), (EDQUOT, "Make room"), (EROFS, "can only be read"), (EACCES, "be root")])
    func `whoever cannot open the accounts is told what helps`(code: Int32, words: String) {
        #expect(AccountFile.remedy(of: code).contains(words))
    }
}

import Basics
import Foundation
import GRDB
import Records
import TestSupport
import Testing

@testable import Console

/// What of the accounts' file a disk spoils while it is in use.
@Suite struct AccountDamageTests {
    private let now = WallTime(milliseconds: 1_700_000_000_000)

    @Test(arguments: UInt64(1)...60)
    func `damage in any place ends nothing and lets nobody in`(seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        let folder = try TemporaryFolder()
        let accounts = try AccountFile(path: folder.file("console.sqlite"))
        try accounts.write("filling") { database in
            for number in 0..<60 {
                try database.execute(
                    sql:
                        "INSERT INTO account(name, role, cameras, hash, made) VALUES(?, 'operator', 'gate yard', ?, 1)",
                    arguments: ["user\(number)", "$y$j7T$\(number)"])
            }
        }
        let tokens = try (0..<20).map { try accounts.begin("user\($0)", at: now) }
        let program = try accounts.addToken("board", role: .viewer, days: 1, at: now)
        #expect(accounts.damage == nil)

        let file = try #require(FileHandle(forUpdatingAtPath: accounts.path))
        let size = try file.seekToEnd()
        for _ in 0..<24 {
            try file.seek(toOffset: 100 + UInt64(chance.next() % (size - 100)))
            try file.write(contentsOf: Data((0..<8).map { _ in UInt8(truncatingIfNeeded: chance.next()) }))
        }
        // Somebody has written: nothing that is in memory counts.
        try file.seek(toOffset: 24)
        try file.write(contentsOf: Data([0x7F, 1, 2, 3]))
        try file.close()

        var failures: [Failure] = []
        func attempt<Value>(_ body: () throws(Failure) -> Value) -> Value? {
            do throws(Failure) { return try body() } catch {
                failures.append(error)
                return nil
            }
        }
        for _ in 0..<4 {
            #expect(attempt { () throws(Failure) in try accounts.session(Token().digest, at: now) } ?? nil == nil)
        }
        #expect(attempt { () throws(Failure) in try accounts.program(Token().digest, at: now) } ?? nil == nil)
        for token in tokens {
            // Whoever had a session has the rights of it, or none.
            if let session = attempt({ () throws(Failure) in try accounts.session(token.digest, at: now) }) ?? nil {
                #expect(session.role <= .operator)
            }
        }
        if let token = Token(program) {
            _ = attempt { () throws(Failure) in try accounts.program(token.digest, at: now) }
        }
        _ = attempt { () throws(Failure) in try accounts.accounts() }
        _ = attempt { () throws(Failure) in try accounts.tokens() }
        _ = attempt { () throws(Failure) in try accounts.failed(["anna"], at: now) }
        _ = attempt { () throws(Failure) in try accounts.corrected(from: now, until: now) }
        #expect(failures.isEmpty || accounts.damage != nil, "\(failures)")
        for failure in failures { #expect(!"\(failure)".contains("$y$"), "no hash is told") }
    }

    @Test func `a record that cannot be read, or has no role, is damage`() throws {
        let folder = try TemporaryFolder()
        let accounts = try AccountFile(path: folder.file("console.sqlite"))
        let token = try {
            try accounts.write("adding") { database in
                try database.execute(
                    sql: "INSERT INTO account(name, role, hash, made) VALUES('anna', 'viewer', '$y$', 1)")
            }
            return try accounts.begin("anna", at: now)
        }()
        #expect(try accounts.session(token.digest, at: now)?.role == .viewer)
        try accounts.write("spoiling") { try $0.execute(sql: "UPDATE account SET role = 'sultan'") }
        let failure = #expect(throws: Failure.self) { try accounts.session(token.digest, at: now) }
        #expect(failure?.status == .badData && accounts.damage == failure)
    }
}

import Basics
import Foundation
import GRDB
import Records
import TestSupport
import Testing

@testable import Console

@Suite struct AccountTests {
    private static let password = "correct horse battery"
    private let folder: TemporaryFolder
    private let accounts: AccountFile
    private let now = WallTime(milliseconds: 1_700_000_000_000)

    init() throws {
        folder = try TemporaryFolder()
        accounts = try AccountFile(path: folder.file("console.sqlite"))
    }

    @Test func `a password's hash is yescrypt's, fits it alone, and is another each time`() throws {
        let hash = try Password.hash(Self.password)
        #expect(hash.hasPrefix("$y$"))
        #expect(Password.fits(Self.password, hash: hash))
        #expect(!Password.fits("Correct horse battery", hash: hash))
        #expect(!Password.fits("", hash: hash))
        #expect(try Password.hash(Self.password) != hash)
    }

    @Test func `a file that is another program's is left as it is, and one that is none is told with what to do`()
        throws
    {
        let path = folder.file("other.sqlite")
        do { try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE shopping(what TEXT)") } }
        let before = try Data(contentsOf: URL(filePath: path))
        let other = #expect(throws: Failure.self) { try AccountFile(path: path) }
        #expect(other?.reason == "it is the database of another program" && other?.status == .badData)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        try folder.write(String(repeating: "Dear diary. ", count: 100), to: "diary.sqlite")
        let diary = #expect(throws: Failure.self) { try AccountFile(path: folder.file("diary.sqlite")) }
        #expect(diary?.status == .badData && diary?.remedy.contains("Move it away") == true)
    }

    @Test func `only the hub's user may read the file, and no password or token is in it`() throws {
        try accounts.add("anna", role: .operator, password: Self.password)
        let token = try accounts.begin("anna", at: now)
        let rights = try FileManager.default.attributesOfItem(atPath: accounts.path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        let bytes = try Data(contentsOf: URL(filePath: accounts.path))
        #expect(bytes.range(of: Data(Self.password.utf8)) == nil)
        #expect(bytes.range(of: Data(token.text.utf8)) == nil)
        #expect(bytes.range(of: Data(token.digest.utf8)) != nil)
    }

    // MARK: - Tokens, and cameras

    @Test func `a token lets in until its days are over or it is taken away, and only its digest is kept`() throws {
        let text = try accounts.addToken("barrier", role: .operator, cameras: ["gate"], days: 2, at: now)
        let digest = try #require(Token(text)).digest
        let session = try #require(try accounts.program(digest, at: now))
        #expect(session.name == "token:barrier" && session.role == .operator && session.isToken)
        #expect(session.maySee("gate") && !session.maySee("exit"))
        #expect(try accounts.session(digest, at: now) == nil)
        let end = WallTime(milliseconds: now.milliseconds + 2 * 86_400_000)
        #expect(try accounts.program(digest, at: end) == nil && !accounts.holds(session, at: end))
        #expect(try Data(contentsOf: URL(filePath: accounts.path)).range(of: Data(text.utf8)) == nil)
        #expect(try accounts.tokens().first?.seen == now)
        try accounts.removeToken("barrier")
        #expect(try accounts.program(digest, at: now) == nil)
        #expect(throws: Failure.self) { try accounts.removeToken("barrier") }
    }

    @Test func `a token is refused that lets an admin in, has no end, or whose name or camera is none`() throws {
        _ = try accounts.addToken("taken", role: .viewer, days: 1)
        for (name, role, cameras, days) in [
            ("a", Role.admin, [String](), 1), ("a", .viewer, [], 0), ("a", .viewer, [], 5000), ("A b", .viewer, [], 1),
            ("a", .viewer, ["no camera"], 1), ("taken", .viewer, [], 1),
        ] {
            #expect(throws: Failure.self) { try accounts.addToken(name, role: role, cameras: cameras, days: days) }
        }
        #expect(throws: Failure.self) {
            try accounts.add("adam", role: .admin, cameras: ["gate"], password: Self.password)
        }
    }

    @Test func `an account sees its cameras alone, and one without a word of them sees all`() throws {
        try accounts.add("gina", role: .operator, cameras: ["gate", "exit"], password: Self.password)
        try accounts.add("anna", role: .operator, password: Self.password)
        func session(_ name: String) throws -> Session? {
            try accounts.session(accounts.begin(name, at: now).digest, at: now)
        }
        let (gina, anna) = (try #require(try session("gina")), try #require(try session("anna")))
        #expect(gina.maySee("exit") && !gina.maySee("yard") && anna.maySee("yard"))
        #expect(try accounts.accounts().map(\.cameras) == [[], ["gate", "exit"]])
    }

    @Test func `a file of the first form is brought to this one, with all that is in it`() throws {
        try accounts.add("anna", role: .operator, password: Self.password)
        let path = folder.file("old.sqlite")
        try FileManager.default.copyItem(atPath: accounts.path, toPath: path)
        do {
            try DatabaseQueue(path: path).write { database in
                try database.execute(
                    sql: """
                        DROP TABLE token; ALTER TABLE account DROP COLUMN cameras;
                        PRAGMA user_version = 1
                        """)
            }
        }
        let brought = try AccountFile(path: path)
        #expect(try brought.accounts().map(\.name) == ["anna"])
        #expect(try brought.tokens().isEmpty)
    }

    @Test(arguments: ["", "Anna", "1st", "anna!", "a b", String(repeating: "a", count: 33)])
    func `a name that is none is refused`(name: String) {
        #expect(throws: Failure.self) { try accounts.add(name, role: .viewer, password: Self.password) }
    }

    @Test func `a short password and a name that is taken are refused`() throws {
        #expect(throws: Failure.self) { try accounts.add("anna", role: .viewer, password: "short") }
        try accounts.add("anna", role: .viewer, password: Self.password)
        #expect(throws: Failure.self) { try accounts.add("anna", role: .admin, password: Self.password) }
        #expect(try accounts.accounts().map(\.role) == [.viewer])
    }

    @Test func `a session ends after its time, with its account, and with its password`() throws {
        for end in ["time", "account", "password"] {
            try accounts.add("anna", role: .operator, password: Self.password, at: now)
            let digest = try accounts.begin("anna", at: now).digest
            #expect(try accounts.session(digest, at: now)?.name == "anna")
            var moment = now
            switch end {
            case "time": moment.milliseconds += Session.length
            case "account": try accounts.remove("anna")
            default: try accounts.change(password: "another horse", of: "anna")
            }
            #expect(try accounts.session(digest, at: moment) == nil, "\(end)")
            if end != "account" { try accounts.remove("anna") }
        }
    }

    @Test func `a link makes one account, once, within its hour`() throws {
        let token = try #require(Token(try accounts.invite(role: .admin, at: now)))
        let late = WallTime(milliseconds: now.milliseconds + 3_600_000)
        #expect(try accounts.invitation(token, at: late) == nil)
        #expect(try accounts.invitation(Token(), at: now) == nil)
        #expect(throws: Failure.self) { try accounts.accept(token, name: "anna", password: "short", at: now) }
        try accounts.accept(token, name: "anna", password: Self.password, at: now)
        #expect(throws: Failure.self) { try accounts.accept(token, name: "eve", password: Self.password, at: now) }
        #expect(try accounts.accounts().map(\.name) == ["anna"])
        #expect(try accounts.accounts().map(\.role) == [.admin])
    }

    // MARK: - Logging in

    @Test func `five failures in a minute, or twenty in an hour, have to be waited for`() throws {
        var moment = now
        for _ in 0..<4 { try accounts.failed(["as anna"], at: moment) }
        #expect(try accounts.wait(for: ["as anna"], at: moment) == nil)
        try accounts.failed(["as anna"], at: moment)
        #expect(try accounts.wait(for: ["from 10.0.0.1", "as anna"], at: moment) == 60)
        #expect(try accounts.wait(for: ["as adam"], at: moment) == nil)
        moment.milliseconds += 60_000
        #expect(try accounts.wait(for: ["as anna"], at: moment) == nil)
        for _ in 0..<15 {
            moment.milliseconds += 61_000
            try accounts.failed(["as anna"], at: moment)
        }
        let wait = try #require(try accounts.wait(for: ["as anna"], at: moment))
        #expect(wait > 2400 && wait < 3600)
        // It is in the file: whoever starts the hub anew gets no more tries.
        #expect(try AccountFile(path: accounts.path).wait(for: ["as anna"], at: moment) == wait)
    }

    @Test func `failures by a clock that was ahead keep nobody out`() throws {
        let later = WallTime(milliseconds: now.milliseconds + 365 * 86_400_000)
        for _ in 0..<5 { try accounts.failed(["as anna"], at: later) }
        #expect(try accounts.wait(for: ["as anna"], at: now) == nil)
        // They do not come back when their time comes.
        try accounts.failed(["as anna"], at: now)
        #expect(try accounts.wait(for: ["as anna"], at: later) == nil)
    }

    @Test func `the right password lets in, and a wrong one and a name that nobody has are told alike`() async throws {
        try accounts.add("anna", role: .viewer, password: Self.password)
        let gate = LoginGate(accounts: accounts)
        let unknown = try await gate.logIn("eve", password: Self.password, from: "10.0.0.1", at: now)
        let wrong = try await gate.logIn("anna", password: "wrong", from: "10.0.0.2", at: now)
        #expect(unknown == .wrong && wrong == .wrong)
        guard case .right(let token) = try await gate.logIn("anna", password: Self.password, from: "10.0.0.3", at: now)
        else {
            Issue.record("the right password was refused")
            return
        }
        #expect(try accounts.session(token.digest, at: now)?.role == .viewer)
    }

    @Test func `a password that was changed, or taken away, while it was tried lets nobody in`() throws {
        try accounts.add("anna", role: .viewer, password: Self.password)
        let hash = try #require(try accounts.hash(of: "anna"))
        let token = try #require(try accounts.begin("anna", ifHashIs: hash, at: now))
        #expect(try accounts.session(token.digest, at: now) != nil)
        try accounts.change(password: "another long password", of: "anna")
        #expect(try accounts.begin("anna", ifHashIs: hash, at: now) == nil)
        #expect(try accounts.session(token.digest, at: now) == nil)
        try accounts.remove("anna")
        #expect(try accounts.begin("anna", ifHashIs: hash, at: now) == nil)
    }

    @Test func `of many at once at most nine are tried, and no more than five wrong ones are told`() async throws {
        try accounts.add("anna", role: .viewer, password: Self.password)
        let gate = LoginGate(accounts: accounts)
        let answers = try await withThrowingTaskGroup(of: LoginGate.Answer.self) { [now] group in
            for _ in 0..<40 {
                group.addTask { try await gate.logIn("anna", password: "wrong", from: "10.0.0.1", at: now) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == .wrong } <= 9)
        #expect(answers.contains(.busy))
        #expect(try accounts.wait(for: ["from 10.0.0.1"], at: now) != nil)
    }

    // MARK: - Corrections

    @Test func `a correction stands beside the event, can be taken back, and goes with a plate that is forgotten`()
        throws
    {
        let event = PlateEvent(
            id: "01M7K2Q8Z0V3J5T9XW4R6N1B8C", time: now, camera: "gate", plate: "RK4828N", plateRaw: "RK4828N",
            confidence: 0.9, candidates: [], box: PlateBox(x: 0, y: 0, width: 1, height: 1), reads: 1, framesSeen: 1,
            firstSeen: now, lastSeen: now, engine: "test", latencyMilliseconds: 1)
        try accounts.correct(event, to: "RK482BN", by: "anna", at: now)
        #expect(try accounts.corrections(limit: 9) { $0.plate == "RK482BN" }.map(\.id) == [event.id])
        #expect(try accounts.corrections(limit: 9) { $0.plate == "RK4828N" } == [])
        let end = WallTime(milliseconds: now.milliseconds + 1)
        #expect(try accounts.corrected(from: now, until: end) == ["gate": 1])
        try accounts.correct(event, to: "RK4828N", by: "adam", at: now)
        #expect(try accounts.corrections(limit: 9) { _ in true } == [])
        #expect(try accounts.corrected(from: now, until: end) == [:])
        #expect(try accounts.corrections(of: [event.id]).map(\.who) == ["anna", "adam"])
        #expect(try accounts.forget("RK482BN") == 2)
        #expect(try accounts.corrections(of: [event.id]) == [])
        try accounts.correct(event, to: "RK482BN", by: "anna", at: now)
        try accounts.remove(before: end.trusted, camera: "yard")
        #expect(try accounts.corrections(of: [event.id]).count == 1)
        try accounts.remove(before: end.trusted, camera: "gate")
        #expect(try accounts.corrections(of: [event.id]) == [])
    }

    @Test(arguments: [("rk 482-bn", "RK482BN"), (" a·b.1 ", "AB1")])
    func `a correction is capitals and digits`(typed: String, text: String) {
        #expect(Correction.text(typed, for: "RK4828N") == text)
    }

    @Test(arguments: [
        // Cyrillic ones among them.
        ("mü 1234", "HU1234", "MU1234"), ("\u{041C}\u{041A} 12", "HK12", "MK12"), ("\u{0436} 12", "X12", "\u{0416}12"),
        // A scanner that writes such letters itself, whose reading takes a correction back.
        ("mü 1234", "HÜ1234", "MÜ1234"), ("\u{041C}\u{041A} 12", "\u{041C}\u{0425}12", "\u{041C}\u{041A}12"),
    ])
    func `a correction has the letters of the readings that it is to equal`(typed: String, read: String, text: String) {
        #expect(Correction.text(typed, for: read) == text)
    }

    @Test(arguments: ["", " - ", "AB?1", "<b>", String(repeating: "A", count: 17)])
    func `what is no plate is no correction`(typed: String) { #expect(Correction.text(typed, for: "AB1") == nil) }
}

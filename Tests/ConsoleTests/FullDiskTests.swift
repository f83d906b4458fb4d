import Answers
import Foundation
import HTTPTypes
import History
import HummingbirdCore
import NIOCore
import Records
import TestSupport
import Testing

@testable import Console

/// The disk of the accounts takes nothing more.
@Suite(.enabled(if: SmallDisk.isPossible, "needs to mount a small file system"))
struct FullDiskTests {
    private let folder: TemporaryFolder
    private let disk: String
    private let now = WallTime(milliseconds: 1_795_348_800_000)

    init() throws {
        folder = try TemporaryFolder()
        disk = folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        try #require(Command.succeeds("mount", "-t", "tmpfs", "-o", "size=1m", "plated-test", disk))
    }

    private static func request(_ path: String) -> Request {
        Request(
            head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: path),
            body: RequestBody(buffer: ByteBuffer()))
    }

    private func page(_ routes: Routes) async throws -> String {
        let session = Session(
            digest: "", name: "anna", role: .operator, cameras: [], ends: WallTime(milliseconds: now.milliseconds + 1))
        return try await routes.health.health(
            Query(
                request: Self.request("/health"), parts: [], fields: Fields(), session: session, address: "",
                isSecure: false, now: now)
        ).page()
    }

    private func close() { _ = Command.succeeds("umount", "-l", disk) }

    private func fill() {
        // To the last page: what a database has room for in its pages it takes, but it has no journal.
        _ = Command.succeeds("dd", "if=/dev/zero", "of=" + disk + "/filler", "bs=4k")
    }

    private func makeRoom() throws { try #require(unlink(disk + "/filler") == 0) }

    private func accounts() throws -> AccountFile {
        let accounts = try AccountFile(path: disk + "/console.sqlite")
        try accounts.add("anna", role: .operator, password: "correct horse battery", at: now)
        return accounts
    }

    @Test func `who logs in is in, who logs out is out, and both are written once there is room`() async throws {
        defer { close() }
        let accounts = try accounts()
        let gate = LoginGate(accounts: accounts)
        let before = try accounts.begin("anna", at: now)
        fill()
        guard
            case .right(let token) = try await gate.logIn(
                "anna", password: "correct horse battery", from: "127.0.0.1", at: now)
        else {
            Issue.record("nobody gets in")
            return
        }
        #expect(try accounts.session(token.digest, at: now)?.role == .operator)
        let old = try #require(try accounts.session(before.digest, at: now))
        try accounts.end(old, at: now)
        #expect(try accounts.session(before.digest, at: now) == nil)
        #expect(accounts.damage == nil)
        try makeRoom()
        let later = WallTime(milliseconds: now.milliseconds + 6000)
        #expect(try accounts.session(token.digest, at: later)?.name == "anna")
        // Another process sees it by now.
        let again = try AccountFile(path: accounts.path)
        #expect(try again.session(token.digest, at: later)?.name == "anna")
        #expect(try again.session(before.digest, at: later) == nil)
    }

    @Test func `a session that is in memory alone ends with another password, and by itself`() async throws {
        defer { close() }
        let accounts = try accounts()
        fill()
        let token = try accounts.begin("anna", at: now)
        let session = try #require(try accounts.session(token.digest, at: now))
        #expect(try accounts.session(token.digest, at: session.ends) == nil)
        try makeRoom()
        try AccountFile(path: accounts.path).change(password: "another horse battery", of: "anna")
        #expect(try accounts.session(token.digest, at: now) == nil)
        #expect(try accounts.session(token.digest, at: WallTime(milliseconds: now.milliseconds + 6000)) == nil)
    }

    @Test func `wrong passwords are counted all the same`() async throws {
        defer { close() }
        let gate = LoginGate(accounts: try accounts())
        fill()
        for _ in 0..<5 {
            #expect(try await gate.logIn("anna", password: "wrong", from: "127.0.0.1", at: now) == .wrong)
        }
        #expect(
            try await gate.logIn("anna", password: "correct horse battery", from: "127.0.0.1", at: now) == .wait(60))
    }

    @Test func `what cannot be written is refused with the reason, and not as a fault of the hub`() throws {
        defer { close() }
        let accounts = try accounts()
        #expect(DiskRoom.shortage(at: accounts.path) == nil)
        fill()
        #expect(DiskRoom.shortage(at: accounts.path) == "is full")
        let event = PlateEvent(
            id: "01M70000000000000000000001", time: now, camera: "gate", plate: "AB1", plateRaw: "AB1", confidence: 1,
            candidates: [], box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 1, framesSeen: 1, firstSeen: now,
            lastSeen: now, engine: "test", latencyMilliseconds: 1)
        let failure = #expect(throws: (any Error).self) { try accounts.correct(event, to: "AB2", by: "anna", at: now) }
        let routes = try Routes.onNothing(in: folder)
        let gate = Gate(
            routes: routes.all, hosts: HostRule(names: []), accounts: accounts, disks: [], pages: routes.health.pages,
            talk: routes.health.talk)
        let problem = gate.problem(try #require(failure), Self.request("/plates"))
        #expect(problem.status.code == 507 && problem.detail.contains("disk is full"), "\(problem)")
        try makeRoom()
        try accounts.correct(event, to: "AB2", by: "anna", at: now)
    }

    @Test func `every page says that nothing is stored, and since when`() async throws {
        defer { close() }
        let routes = try Routes.onNothing(in: folder)
        #expect(try await !page(routes).contains("Nothing is stored"))
        routes.health.history.news.stands(
            still: HistoryFailure("storing", reason: "the disk is full", cause: .disk), at: now)
        #expect(try await page(routes).contains("Nothing is stored since 2026-11-22 12:00:00"))
        routes.health.history.news.goesOn()
        #expect(try await !page(routes).contains("Nothing is stored"))
    }
}

import History
import Records
import TestSupport
import Testing

@testable import Fleet

/// What a site makes up, in front of whoever asks the centre: who may be root, at a terminal.
@Suite struct SiteTextsTests {
    private let scene: HubScene

    init() throws { scene = try HubScene() }

    @Test func `what a site makes up is one line, and moves no cursor`() async throws {
        let history = try SQLiteHistory(path: scene.history)
        let evil = "gate\n\u{1B}[2J"
        // A name that no camera has is kept in its line alone.
        let line = try scene.event("AB12CDE", camera: evil).line
        let told = try await SiteScene.take([line], of: "north", into: history)
        #expect(told.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\n") }, "\(told)")
        let kept = try #require(try await history.records(after: 0, limit: 5).first)
        #expect(kept.camera == "north/unread" && kept.line == Array(line.dropLast()))
        let word = SiteWord(
            history: "origin", waiting: 7, oldest: WallTime(milliseconds: 1000), trouble: "\u{1B}[2J\nfine",
            pictures: .never, version: "1", standings: Standings())
        let heard = StandingsHeard(history, now: { .now })
        await heard.write(["north": word])
        let register = SiteRegister(history)
        let token = JoinToken(site: "north", authority: nil)
        try await register.invite(with: token, until: WallTime(milliseconds: .max / 2))
        _ = try await register.join(
            token.bearer, JoinRequest(token: SiteToken(site: "north").digest, keys: []), now: .now)
        let list = try scene.hub("site", "list")
        #expect(list.status == 0 && list.output.contains("late"), "\(list)")
        #expect(list.output.contains("7 records wait there: \\u{1b}[2J\\u{a}fine"), "\(list)")
        let status = try scene.hub("status")
        #expect(!list.output.contains("\u{1B}") && !status.output.contains("\u{1B}"))
    }

    @Test func `what is said on standard error moves no cursor, whoever said it`() throws {
        let result = try scene.hub("search", "AB12CDE", "\u{1B}[2J")
        #expect(result.status == 64 && !result.errors.contains("\u{1B}"), "\(result)")
        #expect(result.errors.contains("\\u{1b}[2J"), "\(result)")
    }
}

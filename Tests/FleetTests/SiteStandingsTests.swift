import History
import Records
import TestSupport
import Testing

@testable import Fleet

/// How a site's cameras stand, on their way to the centre and there.
@Suite struct SiteStandingsTests {
    private let now = WallTime(milliseconds: 1_795_348_800_000)
    private let told = Standings([
        "gate": CameraStanding(.reading, since: WallTime(milliseconds: 1)),
        "yard": CameraStanding(.notRunning, cause: "settings", since: nil, detail: "its settings are refused"),
    ])

    private func word(_ waiting: Int = 0) -> SiteWord {
        SiteWord(
            history: "A", waiting: waiting, oldest: nil, trouble: nil, pictures: .asked, version: "1", standings: told)
    }

    private func atCentre(
        _ known: [String: CameraStanding?] = ["north/gate": CameraStanding(.reading)], told: Standings? = nil,
        silence: Duration
    ) -> [String: CameraStanding] {
        SiteStandings.atCentre(known, of: "north", told: told, silence: silence, now: now)
    }

    @Test func `what a site says is read as it was said, and nothing else is`() {
        #expect(SiteWord(Array(word().text.utf8)) == word() && word().standings == told && word().policy == .asked)
        let text = word().text
        for none in ["", "[]", "{}", String(text.dropLast())] { #expect(SiteWord(Array(none.utf8)) == nil, "\(none)") }
        // A name that no camera has is no camera.
        let odd = SiteWord(Array(text.replacing("gate", with: "../gate").utf8))
        #expect(odd?.standings.cameras.keys.sorted() == ["yard"])
    }

    @Test func `its cameras stand at the centre as it says`() {
        let standings = atCentre(told: told, silence: .seconds(12))
        #expect(standings["north/gate"]?.state == .reading && standings["north/yard"]?.cause == "settings")
    }

    @Test func `a site that says nothing has cameras of which nothing is known, and that is told as blind`() throws {
        let silent = try #require(atCentre(told: told, silence: .seconds(35))["north/gate"])
        #expect(silent.state == .silent && silent.isSeeing == false && silent.gap?.cause == .siteSilent)
        #expect(silent.since == WallTime(milliseconds: now.milliseconds - 35_000))
        // It stays so.
        #expect(atCentre(["north/gate": silent], silence: .seconds(3600))["north/gate"] == silent)
        // Since when it was away before; and what was taken away is so still.
        let away = CameraStanding(.notRunning, since: WallTime(milliseconds: 5))
        #expect(atCentre(["north/gate": away], silence: .seconds(35))["north/gate"]?.since == away.since)
        let removed = CameraStanding(.removed)
        #expect(atCentre(["north/gate": removed], silence: .seconds(35))["north/gate"] == removed)
    }

    @Test func `a site is heard at every centre of a history, and has its time where nothing was heard of it yet`()
        async throws
    {
        let folder = try TemporaryFolder()
        let history = try SQLiteHistory(path: folder.file("history.sqlite"))
        let (one, other) = (StandingsHeard(history, now: { .now }), StandingsHeard(history, now: { .now }))
        let begin = ContinuousClock.now
        #expect(try await one.latest(of: ["north"], at: begin)["north"]?.told == nil)
        #expect(try await one.latest(of: ["north"], at: begin + .seconds(30))["north"]?.at == begin)
        await other.write(["north": word()])
        let heard = try await one.latest(of: ["north"], at: begin + .seconds(31))["north"]
        #expect(heard?.told == word() && heard?.at == begin + .seconds(31))
        #expect(one.told(by: "north") == word())
        // It says nothing more; then the same once more, and another thing.
        #expect(try await one.latest(of: ["north"], at: begin + .seconds(60))["north"]?.at == begin + .seconds(31))
        await other.write(["north": word()])
        #expect(try await one.latest(of: ["north"], at: begin + .seconds(61))["north"]?.at == begin + .seconds(61))
        await one.write(["north": word(7)])
        #expect(try await other.latest(of: ["north"], at: begin)["north"]?.told?.waiting == 7)
        #expect(try await StandingsHeard.said(by: ["north", "south"], in: history)["north"]?.word == word(7))
    }
}

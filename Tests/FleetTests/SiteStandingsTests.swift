import History
import Records
import Testing

@testable import Fleet

/// How a site's cameras stand, on their way to the centre and there.
@Suite struct SiteStandingsTests {
    private let now = WallTime(milliseconds: 1_795_348_800_000)
    private let told = SiteStandings(
        Standings([
            "gate": CameraStanding(.reading, since: WallTime(milliseconds: 1)),
            "yard": CameraStanding(.notRunning, cause: "settings", since: nil, detail: "its settings are refused"),
        ]))

    private func atCentre(
        _ known: [String: CameraStanding?] = ["north/gate": CameraStanding(.reading)], told: SiteStandings? = nil,
        silence: Duration
    ) -> [String: CameraStanding] {
        SiteStandings.atCentre(known, of: "north", told: told, silence: silence, now: now)
    }

    @Test func `what a site says is read as it was said, and nothing else is`() {
        #expect(SiteStandings(told.bytes) == told && SiteStandings(SiteStandings(Standings()).bytes) != nil)
        let text = String(decoding: told.bytes, as: UTF8.self)
        for none in [
            "", "plated.records/1 x 0\n", String(text.dropLast()), text + "more\n",
            text.replacing("reading", with: "fine"),
            text.replacing("gate", with: "../gate"),
        ] {
            #expect(SiteStandings(Array(none.utf8)) == nil, "\(none)")
        }
        #expect(FleetWord(told.bytes) == nil && ForgottenRecords(told.bytes) == nil)
    }

    @Test func `its cameras stand at the centre as it says`() {
        let standings = atCentre(told: told, silence: .seconds(12))
        #expect(standings["north/gate"]?.state == .reading && standings["north/yard"]?.cause == "settings")
    }

    @Test func `a site that says nothing has cameras of which nothing is known, and that is told as blind`() throws {
        let silent = try #require(atCentre(told: told, silence: .seconds(25))["north/gate"])
        #expect(silent.state == .silent && silent.isSeeing == false && silent.gap?.cause == .siteSilent)
        #expect(silent.since == WallTime(milliseconds: now.milliseconds - 25_000))
        // It stays so.
        #expect(atCentre(["north/gate": silent], silence: .seconds(3600))["north/gate"] == silent)
        // Since when it was away before; and what was taken away is so still.
        let away = CameraStanding(.notRunning, since: WallTime(milliseconds: 5))
        #expect(atCentre(["north/gate": away], silence: .seconds(25))["north/gate"]?.since == away.since)
        let removed = CameraStanding(.removed)
        #expect(atCentre(["north/gate": removed], silence: .seconds(25))["north/gate"] == removed)
    }

    @Test func `one that has never said anything has its time first`() {
        let heard = StandingsHeard()
        let begin = ContinuousClock.now
        #expect(heard.latest(of: ["north"], at: begin)["north"]?.told == nil)
        #expect(heard.latest(of: ["north"], at: begin + .seconds(30))["north"]?.at == begin)
        heard.hear(told, from: "north", at: begin + .seconds(31))
        #expect(heard.latest(of: ["north"], at: begin + .seconds(32))["north"]?.told == told)
        // Another centre took it in meanwhile: what it said before is old.
        #expect(heard.latest(of: [], at: begin).isEmpty)
        #expect(heard.latest(of: ["north"], at: begin + .seconds(60))["north"]?.told == nil)
    }
}

import Answers
import Basics
import Records
import Testing

@testable import History

/// What is made of gaps that logs tell, and of how cameras stand now.
@Suite struct StandingsTests {
    private let now = WallTime(milliseconds: 1_795_348_800_000)

    private func ago(_ seconds: Int64) -> WallTime { WallTime(milliseconds: now.milliseconds - 1000 * seconds) }

    private func logged(
        _ camera: String = "gate", _ cause: Gap.Cause = .lost, from: Int64, to: Int64? = nil
    ) -> StoredGap {
        StoredGap(camera: camera, gap: Gap(id: "\(from)", cause: cause, start: ago(from)), end: to.map(ago))
    }

    @Test func `a scanner that does not run is a gap until now, and a search says so`() {
        let standings = Standings(["gate": CameraStanding(.notRunning, since: ago(385))])
        let gaps = standings.gaps([logged(from: 1000, to: 990)], of: [])
        #expect(gaps.map(\.gap.cause) == [.notRunning, .lost] && gaps[0].end == nil)
        let blindness = Blindness(gaps, from: ago(3600), until: nil, now: now)
        #expect(blindness.sentences == ["In this time gate was blind for 6 min 35 s, and still is."])
        // In a time that was over before, and of other cameras, there is none.
        #expect(standings.gaps([], of: [], until: ago(400)).isEmpty && standings.gaps([], of: ["yard"]).isEmpty)
    }

    @Test func `what lasts by the log is told once, and what is over is over before the log says so`() {
        let open = logged(from: 60)
        let blind = Standings(["gate": CameraStanding(.blind, cause: "lost", since: ago(60))])
        #expect(blind.gaps([open], of: []) == [open])
        let back = Standings(["gate": CameraStanding(.reading, since: ago(10))]).gaps([open], of: [])
        #expect(back.map(\.end) == [ago(10)])
        // Its scanner was killed meanwhile: both last, and count once.
        let dead = Standings(["gate": CameraStanding(.notRunning, since: ago(30))]).gaps([open], of: [])
        #expect(dead.count == 2)
        #expect(Blindness(dead, from: nil, until: nil, now: now).totals.map(\.time) == [.seconds(60)])
    }

    @Test func `a camera that was taken away is not blind any more, and one that never ran is a camera`() {
        let standings = Standings([
            "gate": CameraStanding(.removed, since: ago(30)),
            "new": CameraStanding(.notRunning, cause: "never_started", since: ago(5)),
        ])
        let present = standings.present(Present(last: 7, cameras: ["gate"], gaps: [logged(from: 60)]))
        #expect(present.cameras == ["gate", "new"] && present.gaps.map(\.camera) == ["new"])
        #expect(present.standing(of: "gate")?.state == .removed && present.standing(of: "moon") == nil)
    }

    @Test func `without a hub that could know, logs say what is known`() {
        let present = Present(last: 7, cameras: ["gate", "yard"], gaps: [logged("yard", .dark, from: 60)])
        #expect(present.standing(of: "gate")?.state == .silent && present.standing(of: "gate")?.isSeeing == nil)
        #expect(present.standing(of: "yard") == CameraStanding(.blind, cause: "dark", since: ago(60)))
    }

    @Test func `what is kept for other processes is read as it was`() {
        for standing in [
            CameraStanding(.reading, since: now), CameraStanding(.removed),
            CameraStanding(.blind, cause: "log_unwritable", since: ago(1), detail: "No space left on device"),
        ] {
            #expect(Standings.standing(Standings.text(standing)) == standing)
        }
        for none in ["", "reading", "dead 1 - ", "reading 1"] { #expect(Standings.standing(none) == nil) }
    }

    @Test func `whoever waits is told of what is new, and not of what is as before`() async throws {
        let board = StandingBoard()
        let standings = Standings(["gate": CameraStanding(.reading)])
        #expect(board.current == nil)
        board.put(standings)
        #expect(board.current == standings)
        var calls = board.changes.stream().makeAsyncIterator()
        board.put(standings)
        board.put(Standings(["gate": CameraStanding(.hung, since: now)]))
        await calls.next()
        #expect(board.current?["gate"]?.state == .hung)
    }
}

import History
import Live
import Records
import Testing

@testable import plated_hub

/// How a camera stands, from what a hub knows of it: values alone.
@Suite struct StandingEvidenceTests {
    private let now = WallTime(milliseconds: 1_795_348_800_000)
    private var earlier: WallTime { ago(60_000) }

    private func ago(_ milliseconds: Int64) -> WallTime { WallTime(milliseconds: now.milliseconds - milliseconds) }

    private func unit(_ properties: KeyValuePairs<String, String>) -> UnitState? {
        UnitState.all("Id=plated@gate.service\n" + properties.map { "\($0)=\($1)\n" }.joined())["gate"]
    }

    private func evidence(
        _ answer: StandingEvidence.Answer, quiet: Duration? = .seconds(60), before: CameraStanding.State? = .reading,
        unit: UnitState? = nil, hasFile: Bool = true
    ) -> StandingEvidence {
        StandingEvidence(
            answer: answer, unit: unit, hasFile: hasFile, hadFile: true, wasSeen: true, hasLog: true, quiet: quiet,
            lastSign: earlier, before: before.map { CameraStanding($0, since: ago(3_600_000)) })
    }

    private func beat(_ phase: ScannerBeat.Phase = .working, turns: Bool = true) -> ScannerBeat {
        ScannerBeat(phase: phase, turns: turns)
    }

    @Test func `one that reads reads since it began to, and one that comes back reads from now on`() {
        #expect(evidence(.beat(beat())).standing(at: now) == CameraStanding(.reading, since: ago(3_600_000)))
        #expect(
            evidence(.beat(beat()), before: .notRunning).standing(at: now) == CameraStanding(.reading, since: now))
    }

    @Test(arguments: [StandingEvidence.Answer.absence, .refusal])
    func `a scanner that ended has not run since it last said that it turns, and stays so`(
        answer: StandingEvidence.Answer
    ) {
        let standing = evidence(answer).standing(at: now)
        #expect(standing == CameraStanding(.notRunning, since: earlier))
        #expect(standing.isSeeing == false && standing.gap?.cause == .notRunning && standing.gap?.start == earlier)
        var later = evidence(answer)
        later.lastSign = now
        later.before = standing
        #expect(later.standing(at: now) == standing)
    }

    @Test func `one that is started anew at once was never away`() {
        #expect(evidence(.absence, quiet: .seconds(2)).standing(at: now).state == .reading)
        #expect(evidence(.absence, quiet: .seconds(4)).standing(at: now).state == .notRunning)
    }

    @Test func `until there is a picture it has not seen since it stopped`() {
        let away = CameraStanding(.notRunning, since: earlier)
        var starting = evidence(.beat(beat(.opening)), quiet: .zero)
        starting.before = away
        let standing = starting.standing(at: now)
        #expect(standing == CameraStanding(.starting, since: earlier) && standing.gap?.start == earlier)
        // It ends again and again, as one does whose camera is not there.
        var again = evidence(.absence, quiet: .seconds(4))
        again.before = standing
        #expect(again.standing(at: now) == away)
        // The very first time.
        #expect(evidence(.beat(beat(.opening)), before: nil).standing(at: now) == CameraStanding(.starting, since: now))
    }

    @Test func `one that is there and says nothing hangs, and so does one whose loops do not turn`() {
        #expect(evidence(.silence, quiet: .seconds(4)).standing(at: now).state == .reading)
        let silent = evidence(.silence, quiet: .seconds(6)).standing(at: now)
        #expect(silent.state == .hung && silent.since == earlier && silent.gap?.cause == .hung)
        let stuck = evidence(.beat(beat(turns: false))).standing(at: now)
        #expect(stuck.state == .hung && stuck.since == earlier)
    }

    @Test func `what it is blind from is what it says itself`() {
        var blind = beat()
        blind.gap = .init(cause: "out_of_focus", start: ago(5000).milliseconds)
        let standing = evidence(.beat(blind)).standing(at: now)
        #expect(standing == CameraStanding(.blind, cause: "out_of_focus", since: ago(5000)))
        #expect(standing.words == "Blind: out of focus")
        #expect(evidence(.beat(beat(.lost))).standing(at: now).cause == "lost")
    }

    @Test func `one that cannot write is away, too, since that was found`() {
        var full = beat()
        full.trouble = "No space left on device"
        let standing = evidence(.beat(full)).standing(at: now)
        #expect(
            standing
                == CameraStanding(.blind, cause: "log_unwritable", since: now, detail: "No space left on device"))
        var later = evidence(.beat(full))
        later.before = CameraStanding(.blind, cause: "log_unwritable", since: earlier)
        #expect(later.standing(at: now).since == earlier)
    }

    @Test func `what systemd says of it is its reason`() {
        func reason(_ properties: KeyValuePairs<String, String>) -> String? {
            evidence(.absence, unit: unit(properties)).standing(at: now).cause
        }
        #expect(reason(["LoadState": "loaded", "ActiveState": "failed", "ExecMainStatus": "78"]) == "settings")
        #expect(
            reason(["LoadState": "loaded", "ActiveState": "failed", "ExecMainStatus": "9", "Result": "signal"])
                == "failed")
        #expect(
            reason(["LoadState": "loaded", "ActiveState": "inactive", "UnitFileState": "disabled"]) == "disabled")
        #expect(reason(["LoadState": "loaded", "ActiveState": "inactive", "UnitFileState": "enabled"]) == "stopped")
        #expect(
            reason(["LoadState": "loaded", "ActiveState": "activating", "SubState": "auto-restart"]) == "failed")
        #expect(reason(["LoadState": "not-found", "ActiveState": "inactive"]) == nil)
        let starting = unit(["LoadState": "loaded", "ActiveState": "activating", "SubState": "start"])
        #expect(evidence(.absence, unit: starting).standing(at: now).state == .starting)
        // A scanner whose socket could not be made.
        let running = unit(["LoadState": "loaded", "ActiveState": "active", "SubState": "running"])
        #expect(evidence(.absence, unit: running).standing(at: now).state == .reading)
    }

    @Test func `what was never started says so`() {
        var new = StandingEvidence(answer: .absence, hasFile: true, hadFile: true)
        #expect(new.standing(at: now).cause == "never_started" && new.standing(at: now).since == now)
        new.unit = unit(["LoadState": "loaded", "ActiveState": "inactive", "UnitFileState": "disabled"])
        #expect(new.standing(at: now).cause == "disabled")
    }

    @Test func `without its file it was taken away, and there is neither an alarm nor a gap`() {
        let standing = evidence(.absence, hasFile: false).standing(at: now)
        #expect(standing.state == .removed && standing.isSeeing == nil && standing.gap == nil)
        // Only the history has it.
        #expect(StandingEvidence(answer: .absence).standing(at: now).state == .removed)
        // A scanner that runs is none that was taken away.
        #expect(evidence(.beat(beat()), hasFile: false).standing(at: now).state == .reading)
    }

    @Test func `a log alone says neither that it runs nor that it does not`() {
        var log = StandingEvidence(answer: .absence, hasLog: true, lastSign: earlier)
        let silent = log.standing(at: now)
        #expect(silent == CameraStanding(.silent, since: earlier) && silent.isSeeing == nil && silent.gap == nil)
        log.gap = Gap(id: "x", cause: .dark, start: earlier)
        #expect(log.standing(at: now) == CameraStanding(.blind, cause: "dark", since: earlier))
        // By hand, in a container: a socket was there once.
        log.wasSeen = true
        #expect(log.standing(at: now).state == .notRunning)
    }
}

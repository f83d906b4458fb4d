import ALPR
import Capture
import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct HealthTests {
    private let start = ContinuousClock.now

    /// As it is at the start.
    private func source(_ phase: SourceState.Phase) -> SourceState {
        SourceState(phase: phase, isLive: true, beat: start)
    }

    private func isAlive(_ health: inout Health, _ state: SourceState, after time: Duration = .zero) -> Bool {
        health.pulse(state, counters: .init(), gap: nil, at: start + time).isAlive
    }

    private var impatient: Scanner.Settings {
        var settings = Scanner.Settings()
        settings.interval = .milliseconds(1)
        return settings
    }

    @Test func `all is well while frames are analysed, and while a lost camera is tried again`() {
        var health = Health(settings: impatient, at: start)
        #expect(isAlive(&health, source(.opening)))
        health.analysed(at: start)
        #expect(isAlive(&health, source(.working(since: start)), after: .seconds(4)))
        #expect(!isAlive(&health, source(.working(since: start)), after: .seconds(6)))
        #expect(isAlive(&health, source(.lost(.lost, since: start - .seconds(3600))), after: .seconds(24)))
    }

    @Test func `a server that is away is told, and is no reason to start the scanner anew`() {
        var health = Health(settings: impatient, at: start)
        health.analysed(at: start + .seconds(59))
        let absence = ReaderAbsence(since: start, reason: "the server cannot be reached")
        let vitals = health.pulse(
            source(.working(since: start)), counters: .init(), gap: nil, absence: absence, at: start + .seconds(60))
        #expect(vitals.isAlive)
        #expect(vitals.status.hasSuffix(", remote engine away for 60.0 s: the server cannot be reached"))
    }

    @Test func `nothing is well when the capture queue hangs`() {
        var health = Health(settings: impatient, at: start)
        #expect(!isAlive(&health, source(.opening), after: .seconds(26)))
        #expect(!isAlive(&health, source(.lost(.lost, since: start)), after: .seconds(26)))
    }

    @Test
    func
        `a network that lets no picture through is no fault of the chain's, as long as the capture queue sees the damage`()
    {
        var health = Health(settings: impatient, at: start)
        var state = source(.working(since: start))
        state.damagedSince = start - .seconds(100)
        #expect(isAlive(&health, state, after: .seconds(24)))
        #expect(!isAlive(&health, state, after: .seconds(26)))
    }

    @Test func `while the main stream rests, looks far apart are enough, as long as packets come`() {
        var health = Health(settings: impatient, at: start)
        health.analysed(at: start)
        var state = source(.working(since: start))
        state.tell(.resting, at: start)
        state.beat = start + .seconds(25)
        #expect(isAlive(&health, state, after: .seconds(26)))
        #expect(health.pulse(state, counters: .init(), gap: nil, at: start + .seconds(26)).status.contains("resting"))
        state.beat = start + .seconds(40)
        #expect(!isAlive(&health, state, after: .seconds(40)))
        state.tell(.awake(.substream(.frozen)), at: start)
        state.beat = start + .seconds(10)
        #expect(!isAlive(&health, state, after: .seconds(11)))
        let status = health.pulse(state, counters: .init(), gap: nil, at: start + .seconds(11)).status
        #expect(status.contains("decodes everything for 11 s: the picture of the sub-stream"), "\(status)")
    }

    @Test func `a camera is found lost before the watchdog of 30 s barks`() {
        for stall in [1, 5, 20, 60, 600] {
            var settings = impatient
            settings.stall = .seconds(stall)
            let limit = Health(settings: settings, at: start).frameLimit
            #expect(limit + .seconds(30) > settings.stall && limit >= .seconds(5))
        }
    }

    @Test func `a canary that is not read stops the feeding, is told once, and is forgiven when it is read`() {
        var settings = impatient
        settings.canary = .seconds(60)
        var health = Health(settings: settings, at: start)
        let blind = Recogniser(localiser: ScriptedLocaliser { _, _ in [] }, engine: ScriptedEngine([]))
        let seeing = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 76, width: 150, height: 32)),
            engine: ScriptedEngine([Canary.text]))
        func complaint(_ recogniser: Recogniser, after seconds: Int) -> String? {
            health.checkCanary(with: recogniser, isLive: true, at: start + .seconds(seconds))
        }
        #expect(complaint(seeing, after: 0) == nil)
        #expect(isAlive(&health, source(.working(since: start))))
        // Not due yet.
        #expect(complaint(blind, after: 59) == nil && isAlive(&health, source(.working(since: start))))
        #expect(complaint(blind, after: 60)?.contains("nothing was read") == true)
        #expect(!isAlive(&health, source(.working(since: start))))
        // Tried again soon, and told once.
        #expect(complaint(blind, after: 70) == nil && !isAlive(&health, source(.working(since: start))))
        #expect(complaint(seeing, after: 79) == nil && !isAlive(&health, source(.working(since: start))))
        #expect(complaint(seeing, after: 80) == nil && isAlive(&health, source(.working(since: start))))
    }

    @Test func `a wrongly read canary is as bad as an unread one`() {
        var canary = Canary(
            checking: Recogniser(
                localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 76, width: 150, height: 32)),
                engine: ScriptedEngine(["AB12CDE"])))
        #expect(canary.complaint()?.contains("AB12CDE") == true)
    }

    @Test func `recordings have no canary`() {
        var settings = impatient
        settings.canary = .seconds(1)
        var health = Health(settings: settings, at: start)
        let blind = Recogniser(localiser: ScriptedLocaliser { _, _ in [] }, engine: ScriptedEngine([]))
        #expect(health.checkCanary(with: blind, isLive: false, at: start) == nil)
    }

    @Test func `the status tells rates, or for how long the camera has been away`() {
        var health = Health(settings: impatient, at: start)
        func status(
            _ phase: SourceState.Phase, after seconds: Int, _ counters: Counters.Values = .init(), gap: Gap? = nil
        ) -> String {
            health.pulse(source(phase), counters: counters, gap: gap, at: start + .seconds(seconds)).status
        }
        #expect(status(.lost(.stalled, since: start), after: 35).hasPrefix("camera stalled for 35.0 s"))
        #expect(status(.lost(.damaged, since: start), after: 35).hasPrefix("pictures damaged for 35.0 s"))
        let gap = Gap(id: "1", cause: .dark, start: .now)
        #expect(status(.working(since: start), after: 36, gap: gap).contains("cannot see: dark"))
        var counters = Counters.Values()
        counters.decoded = 250
        counters.analysed = 50
        #expect(status(.working(since: start), after: 46, counters) == "25.0 pictures/s, 5.0 analysed/s, 0 plates")
    }
}

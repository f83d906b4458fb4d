import ALPR
import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct HealthTests {
    private func source(_ phase: SourceState.Phase, beat: ContinuousClock.Instant = .now) -> SourceState {
        var state = SourceState()
        state.isLive = true
        state.phase = phase
        state.beat = beat
        return state
    }

    private func isAlive(_ health: inout Health, _ state: SourceState) -> Bool {
        health.pulse(state, counters: .init(), gap: nil).isAlive
    }

    private var impatient: Scanner.Settings {
        var settings = Scanner.Settings()
        settings.interval = .milliseconds(1)
        return settings
    }

    @Test func `all is well while frames are analysed, and while a lost camera is tried again`() {
        var health = Health(settings: impatient)
        #expect(isAlive(&health, source(.opening)))
        health.analysed()
        #expect(isAlive(&health, source(.working)))
        #expect(isAlive(&health, source(.lost(.lost, since: .now - .seconds(3600)))))
    }

    @Test func `nothing is well when the capture queue hangs`() {
        var health = Health(settings: impatient)
        let long = ContinuousClock.now - .seconds(60)
        #expect(!isAlive(&health, source(.opening, beat: long)))
        #expect(!isAlive(&health, source(.lost(.lost, since: long), beat: long)))
    }

    @Test
    func
        `a network that lets no picture through is no fault of the chain's, as long as the capture queue sees the damage`()
    {
        var health = Health(settings: impatient)
        var state = source(.working)
        state.damagedSince = .now - .seconds(100)
        #expect(isAlive(&health, state))
        state.beat = .now - .seconds(60)
        #expect(!isAlive(&health, state))
    }

    @Test func `a camera is found lost before the watchdog of 30 s barks`() {
        for stall in [1, 5, 20, 60, 600] {
            var settings = impatient
            settings.stall = .seconds(stall)
            let limit = Health(settings: settings).frameLimit
            #expect(limit + .seconds(30) > settings.stall && limit >= .seconds(5))
        }
    }

    @Test func `a canary that is not read stops the feeding, is told once, and is forgiven when it is read`() {
        var settings = impatient
        settings.canary = .zero
        var health = Health(settings: settings, retry: .zero)
        let blind = Recogniser(localiser: ScriptedLocaliser { _, _ in [] }, engine: ScriptedEngine([]))
        let seeing = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 76, width: 150, height: 32)),
            engine: ScriptedEngine([Canary.text]))
        #expect(health.checkCanary(with: seeing, isLive: true) == nil)
        #expect(isAlive(&health, source(.working)))
        #expect(health.checkCanary(with: blind, isLive: true)?.contains("nothing was read") == true)
        #expect(health.checkCanary(with: blind, isLive: true) == nil)
        #expect(!isAlive(&health, source(.working)))
        #expect(health.checkCanary(with: seeing, isLive: true) == nil)
        #expect(isAlive(&health, source(.working)))
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
        settings.canary = .zero
        var health = Health(settings: settings)
        let blind = Recogniser(localiser: ScriptedLocaliser { _, _ in [] }, engine: ScriptedEngine([]))
        #expect(health.checkCanary(with: blind, isLive: false) == nil)
    }

    @Test func `the status tells rates, or for how long the camera has been away`() {
        var health = Health(settings: impatient)
        let lost = health.pulse(source(.lost(.stalled, since: .now - .seconds(35))), counters: .init(), gap: nil)
        #expect(lost.status.hasPrefix("camera stalled for 35."))
        let damaged = health.pulse(source(.lost(.damaged, since: .now - .seconds(35))), counters: .init(), gap: nil)
        #expect(damaged.status.hasPrefix("pictures damaged for 35."))
        let gap = Gap(id: "1", cause: .dark, start: .now)
        #expect(health.pulse(source(.working), counters: .init(), gap: gap).status.contains("cannot see: dark"))
    }
}

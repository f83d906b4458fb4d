import Answers
import Foundation
import History
import Records
import Synchronization
import TestSupport
import Testing

@testable import Delivery

@Suite struct CourierTests {
    private let scene: DeliveryScene

    init() throws { scene = try DeliveryScene() }

    private func names(_ numbers: some Sequence<Int>) -> [String] { numbers.map { "AB\($0)" } }

    @Test func `every record arrives once and in order, also those that are stored while it runs`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script(most: 7)
        let settings = DestinationSettings("one", script)
        let delivery = try await scene.delivery([settings], of: history)
        let running = Task { try await delivery.run() }
        for start in stride(from: 0, to: 600, by: 100) { try await scene.add(start..<start + 100, to: history) }
        #expect(await eventually { script.got.count >= 600 })
        running.cancel()
        _ = await running.result
        #expect(script.plates == names(0..<600))
        #expect(try scene.state(of: "one")?.delivered == 600)
    }

    @Test func `of a time it is told once all that was logged until then was delivered`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script(troubles: [Trouble](repeating: .again("away", after: nil), count: 3))
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<300, to: history)
        try await scene.run([settings], of: history) { script.state.withLock { !$0.times.isEmpty } }
        let times = script.state.withLock { $0.times }
        #expect(times.map(\.got) == [Int](repeating: 300, count: times.count))
        #expect(times.last?.time == history.readUntil)
    }

    @Test func `a new destination begins now, or where the history does`() async throws {
        let history = try scene.history()
        try await scene.add(0..<5, to: history)
        let (now, beginning) = (ScriptedWay.Script(), ScriptedWay.Script())
        var all = DestinationSettings("all", beginning)
        all.from = .beginning
        let destinations = [DestinationSettings("new", now), all]
        let delivery = try await scene.delivery(destinations, of: history)
        try await scene.add(5..<8, to: history)
        let running = Task { try await delivery.run() }
        #expect(await eventually { now.got.count >= 3 && beginning.got.count >= 8 })
        running.cancel()
        _ = await running.result
        #expect(now.plates == names(5..<8) && beginning.plates == names(0..<8))
        #expect(try scene.state(of: "all")?.expired == 0)
    }

    @Test func `what takes nothing is tried again with longer waits, and gets all in order when it is back`()
        async throws
    {
        let history = try scene.history()
        let trouble = Trouble(.again(after: nil), "away")
        let script = ScriptedWay.Script(troubles: [Trouble](repeating: trouble, count: 6))
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<4, to: history)
        try await scene.run([settings], of: history) { script.got.count == 4 }
        #expect(script.plates == names(0..<4))
        #expect(scene.waits.all == [5, 30, 120, 600, 3600, 3600].map { .seconds($0) })
        let state = try #require(try scene.state(of: "one"))
        #expect(state.failing == nil && state.trouble == nil && state.attempts == 0 && state.delivered == 4)
        // Said when it begins and when it is over, and not each time.
        #expect(scene.talk.all.count == 2, "\(scene.talk.all)")
    }

    @Test func `a plate that is forgotten while the destination is away is not delivered when it is back`() async throws
    {
        let history = try scene.history()
        let script = ScriptedWay.Script(most: 2, always: .again("away"))
        let settings = DestinationSettings("one", script)
        let delivery = try await scene.delivery([settings], of: history)
        try await scene.add(0..<4, to: history)
        let running = Task { try await delivery.run() }
        let waits = scene.waits
        #expect(await eventually { !waits.all.isEmpty })
        _ = try await history.forget("AB1")
        // Whatever it had in hand by then has failed once more.
        let before = waits.all.count
        #expect(await eventually { waits.all.count >= before + 2 })
        script.state.withLock { $0.always = nil }
        #expect(await eventually { script.got.count >= 3 })
        running.cancel()
        _ = await running.result
        #expect(script.plates == ["AB0", "AB2", "AB3"])
        #expect(try scene.state(of: "one")?.expired == 0)
    }

    @Test func `a plate that is forgotten while the destination is slow is not delivered`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script()
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        var surroundings = scene.surroundings
        surroundings.stopwatch = { start + passed.withLock { $0 } }
        let delivery = try await scene.delivery([DestinationSettings("one", script)], of: history, surroundings)
        try await scene.add(0..<4, to: history)
        // Each takes two seconds, and all four were read before the first.
        let meanwhile: @Sendable () async throws -> Void = {
            passed.withLock { $0 += .seconds(2) }
            _ = try await history.forget("AB2")
        }
        script.state.withLock { $0.meanwhile = meanwhile }
        let running = Task { try await delivery.run() }
        #expect(await eventually { script.got.count >= 3 })
        running.cancel()
        _ = await running.result
        #expect(script.plates == ["AB0", "AB1", "AB3"], "\(scene.talk.all)")
        #expect(try scene.state(of: "one")?.delivered == 3)
    }

    @Test func `a server is not asked again before it wants to be`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script(troubles: [.again("busy", after: .seconds(77))])
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<1, to: history)
        try await scene.run([settings], of: history) { script.got.count == 1 }
        #expect(scene.waits.all == [.seconds(77)])
    }

    @Test func `what is refused for good is kept as a dead letter, and the others go on`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script(troubles: [Trouble(.refused, "no such gate")])
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<3, to: history)
        try await scene.run([settings], of: history) { script.got.count == 2 }
        #expect(script.plates == names(1..<3))
        let file = try DeliveryFile(path: scene.file)
        let letter = try #require(try file.letters(of: "one", limit: 5).first)
        #expect(letter.reason == "no such gate" && letter.id == DeliveryScene.event(0).id && letter.camera == "gate")
        #expect(try file.letterCounts() == ["one": 1])
        #expect(try file.forget([("gate", letter.id)]) == 1)
        #expect(try file.letterCounts() == [:])
    }

    @Test func `what becomes of deliveries is counted, each outcome for itself`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script(troubles: [.again("away"), .again("away"), Trouble(.refused, "no such gate")])
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<4, to: history)
        try await scene.run([settings], of: history) { script.got.count == 3 }
        let counts = scene.meter.counts(of: "one")
        #expect(counts.outcomes == [.failed: 2, .refused: 1, .arrived: 3])
        #expect(counts.attempts.count == 3 && counts.delays.count == 3)
        // Records of a second after one another, and the clock stood 35 s after the first attempt.
        #expect(counts.delays.sum == 34 + 33 + 32)
        #expect(scene.meter.counts(of: "two").outcomes.isEmpty)
    }

    @Test func `after the hours that it is tried for, a record is given up`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script(always: .again("away"))
        var settings = DestinationSettings("one", script)
        settings.giveUpHours = 3
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<2, to: history)
        let file = try DeliveryFile(path: scene.file)
        try await scene.run([settings], of: history) { try file.letterCounts() == ["one": 2] }
        #expect(try file.letters(of: "one", limit: 1)[0].reason == "given up after 3 h: away")
        // 5 s, 30 s, 2 min, 10 min, and three of an hour; the second record is as old as the first.
        #expect(scene.waits.all.count == 7)
    }

    @Test func `who wants nothing any more gets nothing until the hub is started anew`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script(troubles: [Trouble(.stopped, "gone")])
        let settings = DestinationSettings("one", script)
        let delivery = try await scene.delivery([settings], of: history)
        try await scene.add(0..<2, to: history)
        // Its sleep is for ever, which here takes no time: the state tells what it was.
        let running = Task { try await delivery.run() }
        let waits = scene.waits
        #expect(await eventually { waits.all.contains { $0 > .seconds(1 << 39) } })
        running.cancel()
        _ = await running.result
        #expect(scene.talk.all.contains { $0.contains("gone; nothing more is sent until the hub is started anew") })
    }

    @Test func `cameras and kinds are what it gets, and what is not for it is passed by`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script()
        var settings = DestinationSettings("one", script)
        settings.cameras = ["yard"]
        settings.kinds = [.gaps]
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<3, to: history)
        try scene.log(
            [
                DeliveryScene.event(4, camera: "yard"), DeliveryScene.gap(5, camera: "yard", ended: false),
                DeliveryScene.gap(5, camera: "yard", ended: true),
            ], to: "yard")
        try await scene.store(history, "yard")
        try await scene.run([settings], of: history) { script.got.count == 2 }
        #expect(script.got.map { $0.gap?.end == nil } == [true, false])
        #expect(try await scene.state(of: "one")?.seq == history.status().last)
    }

    @Test func `one that takes nothing keeps no other waiting`() async throws {
        let history = try scene.history()
        let (dead, well) = (ScriptedWay.Script(always: .again("dead")), ScriptedWay.Script())
        let destinations = [DestinationSettings("dead", dead), DestinationSettings("well", well)]
        _ = try await scene.delivery(destinations, of: history)
        try await scene.add(0..<20, to: history)
        try await scene.run(destinations, of: history) { [file = scene.file] in
            try well.got.count == 20 && DeliveryFile(path: file).state(of: "dead")?.state.trouble != nil
        }
        #expect(well.plates == names(0..<20) && dead.got.isEmpty)
        let report = try await DestinationReport.all(destinations, file: scene.file, history: history)
        #expect(report.map(\.waiting) == [20, 0])
        #expect(report[0].state?.trouble == "dead" && report[0].oldest == DeliveryScene.noon)
    }

    @Test func `what is said beside what arrives stands in the status, and holds nothing up`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script()
        script.state.withLock { $0.remark = .again("another client has its name") }
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<3, to: history)
        try await scene.run([settings], of: history) { script.got.count >= 3 }
        let state = try #require(try scene.state(of: "one"))
        #expect(state.delivered == 3 && state.failing == nil && state.trouble == "another client has its name")
        script.state.withLock { $0.remark = nil }
        try await scene.add(3..<4, to: history)
        try await scene.run([settings], of: history) { script.got.count >= 4 }
        #expect(try scene.state(of: "one")?.trouble == nil)
    }

    @Test func `what a site made up, or a server said, is told in one line, and acts on nothing`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script(troubles: [.again("busy\n<0>\u{1B}"), Trouble(.refused, "no\u{1B} gate")])
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        var event = DeliveryScene.event(0)
        event.id = "01\n<0>fire"
        try scene.log([event, DeliveryScene.event(1)])
        try await scene.store(history)
        try await scene.run([settings], of: history) { script.got.count == 1 }
        let said = scene.talk.all
        #expect(
            said.contains("warning: one does not get the record 01\\u{a}<0>fire of gate: no\\u{1b} gate"), "\(said)")
        #expect(said.contains { $0.hasPrefix("error: one takes nothing: busy\\u{a}<0>\\u{1b}; ") }, "\(said)")
    }
}

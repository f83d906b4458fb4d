import Delivery
import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import Rules

/// How often a door opens, and what is written down of it.
@Suite struct DoorKeeperTests {
    private let scene: DoorScene

    init() throws { scene = try DoorScene() }

    private func after(_ milliseconds: Int64) -> WallTime {
        WallTime(milliseconds: DoorScene.noon.milliseconds + milliseconds)
    }

    @Test func `a vehicle that is read again and again, by both cameras of its gate, opens once`() async throws {
        let (keeper, log) = try scene.keeper()
        await keeper.begin()
        for (number, camera) in ["gate", "rear", "gate", "rear"].enumerated() {
            let event = scene.event("AB12CDE", number, camera: camera, age: 4000 - Int64(number) * 1000)
            #expect(try await keeper.deliver([scene.parcel(event)]).count == 1)
        }
        while await scene.openings(log).count < 3 { await Task.yield() }
        #expect(try await keeper.deliver([scene.parcel(scene.event("XY34ABC", 9))]).count == 1)
        while scene.script.got.count < 2 { await Task.yield() }
        let refused = await scene.openings(log).filter { $0.state == .withheld }
        #expect(refused.map(\.reason) == ["it has opened for this visit already"])
        #expect(scene.script.got.map(\.camera) == ["gate", "gate"])
        await keeper.end()
        await log.close()
    }

    @Test func `a visit lasts while nothing is missing for longer than it may`() {
        var visits = DoorVisits(length: 60_000)
        visits.begin(.init("A", at: DoorScene.noon))
        let goesOn = [("A", 40), ("A", 80), ("B", 80), ("A", 141)].map {
            visits.goesOn(.init($0.0, at: after($0.1 * 1000)))
        }
        #expect(goesOn == [true, true, false, false])
    }

    @Test func `a vehicle that is read in another way a moment later is on the same visit`() {
        var visits = DoorVisits(length: 60_000)
        visits.begin(.init("AB12CDE", at: DoorScene.noon))
        let goesOn = [
            ("AB12GDE", 2), ("AB120DE", 4), ("XY34ABC", 4), ("AB12GDE", 20), ("A812CDE", 50),
        ].map { visits.goesOn(.init($0.0, at: after($0.1 * 1000))) }
        // One character off is another plate, unless it comes at once; what is easily confused too.
        #expect(goesOn == [true, true, false, false, false])
    }

    @Test func `a vehicle whose plate stands on a list itself is no other one that was read in another way`() {
        var visits = DoorVisits(length: 60_000)
        visits.begin(.init("AB12CDE", at: DoorScene.noon))
        let listed = visits.goesOn(.init("AB12CDF", at: after(3000), isListed: true))
        let own = visits.goesOn(.init("AB12CDE", at: after(4000), isListed: true))
        #expect(!listed && own)
    }

    @Test func `a camera that reports two plates that are alike tells them apart`() {
        var visits = DoorVisits(length: 60_000)
        visits.begin(.init("AB12CDE", at: DoorScene.noon, camera: "gate"))
        let same = visits.goesOn(.init("A812CDE", at: after(3000), camera: "gate"))
        let other = visits.goesOn(.init("A812CDE", at: after(3000), camera: "yard"))
        #expect(!same && other)
    }

    @Test func `who was seen to leave since is on another visit, unless another camera has seen it after that`() {
        var visits = DoorVisits(length: 60_000)
        visits.begin(.init("AB12CDE", at: DoorScene.noon, camera: "gate"))
        let left = after(8000)
        let isBack = !visits.goesOn(.init("AB12CDE", at: after(40_000), camera: "gate", left: left))
        let wasSeen = visits.goesOn(.init("AB12CDE", at: after(12_000), camera: "yard"))
        let isThere = visits.goesOn(.init("AB12CDE", at: after(40_000), camera: "gate", left: left))
        #expect(isBack && wasSeen && isThere)
    }

    @Test func `an opening that failed ends its own visit, and no later one`() {
        var visits = DoorVisits(length: 60_000)
        visits.begin(.init("A", at: DoorScene.noon), with: "first")
        visits.begin(.init("A", at: after(70_000)), with: "second")
        visits.end("A", with: "first")
        let goesOn = visits.goesOn(.init("A", at: after(71_000)))
        visits.end("A", with: "second")
        let isOver = !visits.goesOn(.init("A", at: after(72_000)))
        #expect(goesOn && isOver)
    }

    @Test func `after a kill the same event opens nothing more, and neither does who still stands there`() async throws
    {
        let (keeper, log) = try scene.keeper()
        await keeper.begin()
        let parcel = try scene.parcel(scene.event())
        #expect(await keeper.deliver([parcel]).count == 1)
        #expect(await scene.comes(["asked", "opened"], in: log))
        await log.close()
        let (second, again) = try scene.keeper()
        await second.begin()
        #expect(await second.deliver([parcel]).count == 1)
        #expect(try await second.deliver([scene.parcel(scene.event("AB12CDE", 2, age: 50))]).count == 1)
        #expect(await scene.states(again) == ["asked", "opened", "withheld"] && scene.script.got.count == 1)
        await again.close()
    }

    @Test func `a visit goes on over a restart, also past midnight, while the history has readings of it`() async throws
    {
        let earlier = OpeningRecord(
            id: "01B", time: after(-600_000), camera: "gate", door: "barrier", state: .opened, until: after(-595_000),
            event: "01A", plate: "AB12CDE", list: "staff")
        let readings = stride(from: Int64(-560_000), to: -1000, by: 40_000).map { after($0) }
        let (keeper, log) = try scene.keeper(earlier: [earlier], readings: readings)
        await keeper.begin()
        #expect(try await keeper.deliver([scene.parcel(scene.event())]).count == 1)
        #expect(await scene.states(log) == ["withheld"])
        await log.close()
        // With a reading missing it is another visit.
        let (second, again) = try scene.keeper(earlier: [earlier], readings: Array(readings.dropLast(2)))
        await second.begin()
        #expect(try await second.deliver([scene.parcel(scene.event("AB12CDE", 2))]).count == 1)
        #expect(await scene.comes(["withheld", "asked", "opened"], in: again))
        await again.close()
    }

    @Test func `what is withheld is written down once, with its reason and without a plate in the talk`() async throws {
        let (keeper, log) = try scene.keeper()
        await keeper.begin()
        for number in 1...3 {
            #expect(try await keeper.deliver([scene.parcel(scene.event("AB12CDE", number, age: 60_000))]).count == 1)
        }
        #expect(try await keeper.deliver([scene.parcel(scene.event("ZZ99ZZZ", 4))]).count == 1)
        let refused = await scene.openings(log)
        #expect(refused.map(\.state) == [.withheld, .withheld] && scene.script.got.isEmpty)
        #expect(refused.map(\.plate) == ["AB12CDE", "ZZ99ZZZ"] && refused.map(\.list) == ["staff", nil])
        #expect(
            scene.talk.all.contains { $0.contains("barrier stays closed for the event 01A1 of gate: the event is") })
        #expect(!scene.talk.all.contains { $0.contains("AB12CDE") || $0.contains("ZZ99ZZZ") })
        await log.close()
    }

    @Test func `a door that refuses is told, and the next reading tries again`() async throws {
        scene.script.state.withLock { $0.trouble = Trouble(.refused, "it answered 403") }
        let (keeper, log) = try scene.keeper()
        await keeper.begin()
        #expect(try await keeper.deliver([scene.parcel(scene.event())]).count == 1)
        #expect(await scene.comes(["asked", "failed"], in: log) && scene.script.attempts == 1)
        scene.script.state.withLock { $0.trouble = nil }
        #expect(try await keeper.deliver([scene.parcel(scene.event("AB12CDE", 2))]).count == 1)
        #expect(await scene.comes(["asked", "failed", "asked", "opened"], in: log))
        #expect(
            scene.talk.all.contains { $0.contains("barrier does not open for the event 01A1 of gate: it answered 403") }
        )
        await log.close()
    }

    @Test func `a door that takes nothing is asked until it is too late, whatever the clock on the wall says`()
        async throws
    {
        scene.script.state.withLock { $0.trouble = Trouble(.again(after: nil), "nobody is there") }
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        var clocks = scene.clocks
        clocks.stopwatch = { start + passed.withLock { $0 } }
        clocks.pause = { pause in passed.withLock { $0 += pause } }
        let (keeper, log) = try scene.keeper(clocks: clocks)
        await keeper.begin()
        #expect(try await keeper.deliver([scene.parcel(scene.event())]).count == 1)
        #expect(await scene.comes(["asked", "failed"], in: log))
        // After 0, 200, 600, 1400, 3000 ms; 4900 are left when it is first asked.
        #expect(scene.script.attempts == 5)
        #expect(await scene.openings(log).last?.reason == "nobody is there")
        await log.close()
    }

    @Test func `a door that hangs is given up, and others do not wait for it`() async throws {
        scene.script.state.withLock { $0.isHung = true }
        var clocks = scene.clocks
        clocks.timer = { _ in await Task.yield() }
        let (keeper, log) = try scene.keeper(clocks: clocks)
        await keeper.begin()
        #expect(try await keeper.deliver([scene.parcel(scene.event())]).count == 1)
        #expect(await scene.comes(["asked", "failed"], in: log))
        #expect(await scene.openings(log).last?.reason == "no answer within 5000 ms")
        await log.close()
    }

    @Test func `a door that said yes and was not done when its time was over has opened`() async throws {
        scene.script.state.withLock { ($0.isHung, $0.hasOpened) = (true, true) }
        var clocks = scene.clocks
        clocks.timer = { _ in await Task.yield() }
        let (keeper, log) = try scene.keeper(clocks: clocks)
        await keeper.begin()
        #expect(try await keeper.deliver([scene.parcel(scene.event())]).count == 1)
        #expect(await scene.comes(["asked", "opened"], in: log) && scene.script.attempts == 1)
        await log.close()
    }

    @Test func `what cannot be written down opens nothing, and says so later`() async throws {
        let now = Mutex(DoorScene.noon)
        var clocks = scene.clocks
        clocks.now = { now.withLock { $0 } }
        let (keeper, log) = try scene.keeper(clocks: clocks)
        await keeper.begin()
        // A folder in the place of the log.
        try scene.folder.write("", to: "openings.ndjson/in-the-way")
        let parcel = try scene.parcel(scene.event())
        #expect(await keeper.deliver([parcel]).trouble != nil)
        #expect(scene.script.attempts == 0)
        try FileManager.default.removeItem(atPath: scene.folder.file("openings.ndjson"))
        now.withLock { $0 = after(60_000) }
        #expect(await keeper.deliver([parcel]).count == 1)
        let told = await scene.openings(log)
        #expect(told.map(\.state) == [.failed] && told[0].reason == DoorRefusal.late.words && scene.script.got.isEmpty)
        await log.close()
    }

    // MARK: - The button

    @Test func `a button opens whatever the lists say, with who pressed it, and not again at once`() async throws {
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        var clocks = scene.clocks
        clocks.stopwatch = { start + passed.withLock { $0 } }
        let (keeper, log) = try scene.keeper(clocks: clocks)
        await keeper.begin()
        #expect(await keeper.open("barrier", for: "ann", note: "fire brigade") == .opened)
        let told = await scene.openings(log)
        #expect(told.map(\.state) == [.asked, .opened] && told[0].id == told[1].opening)
        #expect(told.allSatisfy { $0.user == "ann" && $0.note == "fire brigade" && $0.plate == nil })
        #expect(scene.script.got.count == 1)
        #expect(await keeper.open("barrier", for: "ann", note: nil) == .tooSoon)
        for _ in 0..<9 {
            passed.withLock { $0 += .seconds(3) }
            #expect(await keeper.open("barrier", for: "ann", note: nil) == .opened)
        }
        passed.withLock { $0 += .seconds(3) }
        #expect(await keeper.open("barrier", for: "bob", note: nil) == .tooSoon)
        passed.withLock { $0 += .seconds(30) }
        #expect(await keeper.open("barrier", for: "bob", note: nil) == .opened)
        #expect(await keeper.open("garage", for: "ann", note: nil) == .unknown)
        await log.close()
    }

    @Test func `a press that waited for the log has its end behind it`() async throws {
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        var clocks = scene.clocks
        clocks.stopwatch = { start + passed.withLock { $0 } }
        let (keeper, log) = try scene.keeper(clocks: clocks)
        await keeper.begin()
        #expect(await keeper.open("barrier", for: "ann", note: nil) == .opened)
        passed.withLock { $0 += .seconds(60) }
        // A folder in the place of the log that it writes to.
        try FileManager.default.moveItem(
            atPath: scene.folder.file("openings.ndjson"), toPath: scene.folder.file("earlier"))
        try scene.folder.write("", to: "openings.ndjson/in-the-way")
        guard case .unwritable = await keeper.open("barrier", for: "bob", note: nil) else {
            return #expect(Bool(false), "it opened without a record")
        }
        try FileManager.default.removeItem(atPath: scene.folder.file("openings.ndjson"))
        #expect(
            await eventually {
                await log.tend()
                return await scene.states(log) == ["asked", "failed"]
            })
        let told = await scene.openings(log)
        #expect(told.allSatisfy { $0.user == "bob" && $0.opening == told[0].id })
        #expect(told.last?.reason == "it could not be written down in time" && scene.script.got.count == 1)
        await log.close()
    }

    @Test func `a button that nobody configured opens nothing, and one whose press cannot be written neither`()
        async throws
    {
        var plain = scene.door
        plain.hasButton = false
        let (without, first) = try scene.keeper(plain)
        await without.begin()
        #expect(await without.open("barrier", for: "ann", note: nil) == .unknown)
        await first.close()
        let (keeper, log) = try scene.keeper()
        await keeper.begin()
        try scene.folder.write("", to: "openings.ndjson/in-the-way")
        guard case .unwritable = await keeper.open("barrier", for: "ann", note: nil) else {
            return #expect(Bool(false), "it opened without a record")
        }
        #expect(scene.script.attempts == 0)
        await log.close()
    }
}

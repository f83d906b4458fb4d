import Delivery
import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import Rules

/// Vehicles that stand before a door that takes nothing yet, or have stood there for long.
@Suite struct DoorStandingTests {
    private let scene: DoorScene

    init() throws { scene = try DoorScene() }

    private func after(_ milliseconds: Int64) -> WallTime {
        WallTime(milliseconds: DoorScene.noon.milliseconds + milliseconds)
    }

    private func deliver(_ number: Int, _ camera: String = "rear", age: Int64, to keeper: DoorKeeper) async throws {
        let parcel = try scene.parcel(scene.event("AB12CDE", number, camera: camera, age: age))
        #expect(await keeper.deliver([parcel]).count == 1)
    }

    /// Clocks that stand still, with pauses that last until the barrier is opened.
    private func clocks(_ barrier: Barrier) -> DoorClocks {
        var clocks = scene.clocks
        let start = ContinuousClock.now
        clocks.stopwatch = { start }
        clocks.timer = { _ in try await Task.sleep(for: .seconds(3600)) }
        clocks.pause = { _ in
            repeat {
                try Task.checkCancellation()
                await Task.yield()
            } while !barrier.isOpen.withLock { $0 }
        }
        return clocks
    }

    @Test func `a second reading that came while the door took nothing is asked for once that has failed`() async throws
    {
        let go = Barrier()
        scene.script.state.withLock { $0.trouble = Trouble(.again(after: nil), "nobody is there") }
        let (keeper, log) = try scene.keeper(clocks: clocks(go))
        await keeper.begin()
        try await deliver(1, "gate", age: 4000, to: keeper)
        #expect(await eventually { scene.script.attempts == 1 })
        for number in 2...3 { try await deliver(number, age: 1000 - Int64(number) * 100, to: keeper) }
        // Nothing is said of them while nobody knows.
        #expect(await scene.states(log) == ["asked"])
        // The first asking is refused for good, and by the second one the door is back.
        scene.script.state.withLock { ($0.trouble, $0.refusals) = (nil, 1) }
        go.isOpen.withLock { $0 = true }
        #expect(await scene.comes(["asked", "failed", "asked", "opened"], in: log))
        #expect(scene.script.got.map(\.camera) == ["rear"])
        #expect(await scene.openings(log).last?.event == "01A3")
        await keeper.end()
        await log.close()
    }

    @Test func `a second reading that came while the door was asked is told as of the visit once it has opened`()
        async throws
    {
        let go = Barrier()
        scene.script.state.withLock { $0.trouble = Trouble(.again(after: nil), "nobody is there") }
        let (keeper, log) = try scene.keeper(clocks: clocks(go))
        await keeper.begin()
        try await deliver(1, "gate", age: 4000, to: keeper)
        #expect(await eventually { scene.script.attempts == 1 })
        try await deliver(2, age: 1000, to: keeper)
        scene.script.state.withLock { $0.trouble = nil }
        go.isOpen.withLock { $0 = true }
        #expect(await scene.comes(["asked", "opened", "withheld"], in: log))
        #expect(await scene.openings(log).last?.reason == DoorRefusal.visit.words && scene.script.got.count == 1)
        await keeper.end()
        await log.close()
    }

    @Test func `a hub that stops asks for nothing more`() async throws {
        scene.script.state.withLock { $0.trouble = Trouble(.again(after: nil), "nobody is there") }
        let (keeper, log) = try scene.keeper(clocks: clocks(Barrier()))
        await keeper.begin()
        try await deliver(1, "gate", age: 4000, to: keeper)
        #expect(await eventually { scene.script.attempts == 1 })
        try await deliver(2, age: 1000, to: keeper)
        await keeper.end()
        #expect(await scene.states(log) == ["asked", "failed"] && scene.script.attempts == 1)
        await log.close()
    }

    @Test func `who has stood there for days opens nothing after a restart`() async throws {
        let day: Int64 = 86_400_000
        let earlier = OpeningRecord(
            id: "01B", time: after(-3 * day), camera: "gate", door: "barrier", state: .opened,
            until: after(-3 * day + 5000), event: "01A", plate: "AB12CDE", list: "staff")
        let readings = stride(from: -3 * day + 40_000, to: -1000, by: 40_000).map { after($0) }
        let (keeper, log) = try scene.keeper(earlier: [earlier], readings: readings)
        await keeper.begin()
        try await deliver(1, "gate", age: 100, to: keeper)
        #expect(await scene.states(log) == ["withheld"])
        await log.close()
        // With a pause two days ago it is another visit, of which nothing is known.
        let torn = readings.filter { abs($0.milliseconds - after(-2 * day).milliseconds) > 60_000 }
        let (second, again) = try scene.keeper(earlier: [earlier], readings: torn)
        await second.begin()
        try await deliver(2, "gate", age: 100, to: second)
        #expect(await scene.comes(["withheld", "asked", "opened"], in: again))
        await again.close()
    }
}

/// Holds back a door's second attempt.
private final class Barrier: Sendable {
    let isOpen = Mutex(false)
}

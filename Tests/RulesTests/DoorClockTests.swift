import Delivery
import Records
import TestSupport
import Testing

@testable import Rules

/// Doors of a hub whose clock shows less than what has been.
@Suite struct DoorClockTests {
    private let scene: DoorScene

    init() throws { scene = try DoorScene() }

    /// - Parameter earlier: in milliseconds after noon, which it is.
    private func clocks(earlier: Int64?, isSynchronised: Bool) -> DoorClocks {
        let time = earlier.map { WallTime(milliseconds: DoorScene.noon.milliseconds + $0) }
        let trust = ClockTrust(from: .now, log: scene.talk.logger) { isSynchronised }
        var clocks = DoorClocks(after: time, trust: trust)
        clocks.now = { DoorScene.noon }
        return clocks
    }

    @Test(arguments: [(nil, false), (0, false), (-1, false), (1, true)] as [(Int64?, Bool)])
    func `a clock that shows what may be so opens`(earlier: Int64?, isSynchronised: Bool) async throws {
        let (keeper, log) = try scene.keeper(clocks: clocks(earlier: earlier, isSynchronised: isSynchronised))
        await keeper.begin()
        #expect(try await keeper.deliver([scene.parcel(scene.event())]) == Delivered(count: 1))
        #expect(await scene.comes(["asked", "opened"], in: log))
        await keeper.end()
        await log.close()
    }

    @Test func `a clock that shows less than what has been opens nothing until somebody keeps it right`() async throws {
        let (keeper, log) = try scene.keeper(clocks: clocks(earlier: 1, isSynchronised: false))
        await keeper.begin()
        #expect(try await keeper.deliver([scene.parcel(scene.event())]) == Delivered(count: 1))
        let told = await scene.openings(log)
        #expect(told.map(\.state) == [.withheld] && told.map(\.reason) == [DoorRefusal.clock.words])
        #expect(scene.script.attempts == 0)
        await keeper.end()
        await log.close()
    }
}

import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// Where a destination goes on.
@Suite struct RestartTests {
    private let scene: DeliveryScene

    init() throws { scene = try DeliveryScene() }

    @Test func `another hub goes on where the last one was`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script()
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<10, to: history)
        try await scene.run([settings], of: history) { script.got.count == 10 }
        try await scene.add(10..<20, to: history)
        try await scene.run([settings], of: history) { script.got.count == 20 }
        #expect(script.plates == (0..<20).map { "AB\($0)" })
    }

    @Test func `a history made anew, with other numbers, repeats nothing and leaves nothing out`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script(most: 3)
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        for number in 0..<10 {
            try await scene.add([number], to: history)
            try await scene.add([100 + number], to: history, camera: "yard")
        }
        try await scene.run([settings], of: history) { script.got.count == 20 }
        // All of the one camera and then all of the other, and what came while no hub ran.
        try scene.log([DeliveryScene.event(200)])
        try scene.log([DeliveryScene.event(300, camera: "front")], to: "front")
        let anew = try scene.history("anew.sqlite")
        try await scene.store(anew, "yard")
        try await scene.store(anew, "gate", "front")
        try await scene.run([settings], of: anew) { script.got.count >= 22 }
        #expect(script.plates.count == 22 && Set(script.plates.suffix(2)) == ["AB200", "AB300"])
        #expect(try await scene.state(of: "one")?.seq == anew.status().last)
    }

    @Test func `what the hub made of events is neither repeated nor left out where it stands in another order`()
        async throws
    {
        func match(_ number: Int) -> MatchRecord {
            let event = DeliveryScene.event(number)
            return MatchRecord(
                id: MatchRecord.id(of: event, list: "all", number: 0), time: event.time, camera: "gate",
                event: event.id, plate: event.plate, list: "all", kind: "allow", way: .exact, entry: event.plate,
                chance: 1)
        }
        let history = try scene.history()
        let script = ScriptedWay.Script()
        var settings = DestinationSettings("one", script)
        settings.kinds = [.plates, .matches]
        _ = try await scene.delivery([settings], of: history)
        for number in 0..<5 {
            try await scene.add([number], to: history)
            try scene.log([match(number)], to: "matches")
            try await scene.store(history, "matches")
        }
        try await scene.run([settings], of: history) { script.got.count == 10 }
        try scene.log([DeliveryScene.event(5)])
        try scene.log([match(5)], to: "matches")
        for (name, order) in [("anew", ["matches", "gate"]), ("again", ["gate", "matches"])] {
            let anew = try scene.history(name + ".sqlite")
            for log in order { try await scene.store(anew, log) }
            try await scene.run([settings], of: anew) { script.got.count == 12 }
            #expect(Set(script.ids).count == 12)
        }
    }

    @Test func `an older copy of the history is read from where it has more than was delivered`() async throws {
        let old = try scene.history("old.sqlite")
        try await scene.add(0..<3, to: old)
        let history = try scene.history()
        let script = ScriptedWay.Script()
        let settings = DestinationSettings("one", script)
        try await scene.store(history)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(3..<8, to: history)
        try await scene.run([settings], of: history) { script.got.count == 5 }
        // The hub has the old copy again, and reads the log once more.
        let delivery = try await scene.delivery([settings], of: old)
        try await scene.add(8..<10, to: old)
        let running = Task { try await delivery.run() }
        #expect(await eventually { script.plates.contains("AB9") })
        running.cancel()
        _ = await running.result
        #expect(script.plates.suffix(2) == ["AB8", "AB9"])
        #expect(Set(script.plates) == Set((3..<10).map { "AB\($0)" }))
    }

    @Test func `numbers that are given once more are those of another history, and nothing is sent twice or left out`()
        async throws
    {
        let old = try scene.history("old.sqlite")
        try await scene.add(0..<3, to: old)
        let history = try scene.history()
        let script = ScriptedWay.Script()
        let settings = DestinationSettings("one", script)
        try await scene.store(history)
        _ = try await scene.delivery([settings], of: history)
        for number in 3..<6 {
            try await scene.add([number], to: history)
            try await scene.add([100 + number], to: history, camera: "yard")
        }
        try await scene.run([settings], of: history) { script.got.count == 6 }
        // The copy has the same origin, since it is one.
        let file = try DeliveryFile(path: scene.file)
        let state = try #require(try scene.state(of: "one"))
        try file.keep(state, origin: try await old.origin(), streams: state.places.keys)
        try scene.log([DeliveryScene.event(200)])
        let delivery = try Delivery(
            [settings], secrets: SecretPlace(configuration: scene.folder.file("hub.yaml"), environment: [:]),
            history: old, file: scene.file, surroundings: scene.surroundings)
        let origin = try await old.origin()
        #expect(try await delivery.isAhead())
        #expect(try await old.origin() != origin)
        // As the hub does: all of the one camera, and then all of the other.
        try await scene.store(old, "gate")
        #expect(try await delivery.isAhead(), "also after a kill")
        try await scene.store(old, "yard")
        try await scene.run([settings], of: old) { script.got.count >= 7 }
        #expect(script.plates.count == 7 && script.plates.last == "AB200")
        #expect(try await !delivery.isAhead())
    }

    @Test func `what was removed before it was delivered is counted and told`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script()
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<10, to: history)
        let removed = try await history.remove(
            before: WallTime(milliseconds: DeliveryScene.noon.milliseconds + 4000).trusted, camera: "gate")
        #expect(removed.events == 4)
        try await scene.run([settings], of: history) { script.got.count == 6 }
        #expect(try scene.state(of: "one")?.expired == 4)
        #expect(scene.talk.all.contains { $0.contains("4 records were older than the history keeps them") })
    }

    @Test func `a forgotten plate that waited is not delivered`() async throws {
        let history = try scene.history()
        let script = ScriptedWay.Script()
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<3, to: history)
        _ = try await history.forget("AB1")
        try await scene.run([settings], of: history) { script.got.count == 2 }
        #expect(script.plates == ["AB0", "AB2"])
        #expect(try scene.state(of: "one")?.expired == 0)
    }

    @Test func `a destination that is no longer configured is forgotten, and begins now when it is there again`()
        async throws
    {
        let history = try scene.history()
        let script = ScriptedWay.Script()
        let settings = DestinationSettings("one", script)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(0..<3, to: history)
        _ = try await scene.delivery([], of: history)
        #expect(try scene.state(of: "one") == nil)
        _ = try await scene.delivery([settings], of: history)
        try await scene.add(3..<4, to: history)
        try await scene.run([settings], of: history) { script.got.count == 1 }
        #expect(script.plates == ["AB3"])
    }

    @Test func `without a destination there is no file`() async throws {
        _ = try await scene.delivery([], of: try scene.history())
        #expect(!FileManager.default.fileExists(atPath: scene.file))
    }

    @Test func `a file that is somebody else's is left as it is`() throws {
        try scene.folder.write("not a database at all, but long enough to be taken for one", to: "delivery.sqlite")
        #expect(throws: (any Error).self) { try DeliveryFile(path: scene.file) }
        #expect(try scene.folder.text("delivery.sqlite").hasPrefix("not a database"))
    }
}

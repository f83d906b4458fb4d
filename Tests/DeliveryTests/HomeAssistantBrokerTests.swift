import Addresses
import Answers
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// What Home Assistant would hear and say, at a real mosquitto. Home Assistant itself: scripts/test-homeassistant.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct HomeAssistantBrokerTests {
    private let scene: DeliveryScene
    private let history: any History
    private var folder: TemporaryFolder { scene.folder }

    init() throws {
        scene = try DeliveryScene()
        history = try scene.history()
    }

    /// A hub that delivers until the body ends.
    private func running(
        at broker: Broker, cameras: [String] = [], sleep: (@Sendable (Duration) async throws -> Void)? = nil,
        _ body: () async throws -> Void
    ) async throws {
        var way = MQTTWay()
        way.address = SourceAddress("mqtt://127.0.0.1:\(broker.port)")
        way.homeAssistant = true
        var settings = DestinationSettings(name: "broker", way: way)
        settings.kinds = [.plates, .gaps]
        settings.cameras = cameras
        var surroundings = scene.surroundings
        surroundings.zone = .utc
        // Midnight comes when a test says so.
        surroundings.sleep = sleep ?? { try await Task.sleep(for: $0) }
        let delivery = try Delivery(
            [settings], secrets: SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]),
            history: history,
            file: scene.file, surroundings: surroundings)
        try await delivery.prepare()
        let task = Task { try await delivery.run() }
        defer { task.cancel() }
        try await body()
        task.cancel()
        do { try await task.value } catch is CancellationError {}
    }

    private func publish(_ text: String, to topic: String, at broker: Broker, retained: Bool = false) async throws {
        let process = try Program.start(
            ["-p", "\(broker.port)", "-q", "1", "-t", topic, "-m", text] + (retained ? ["-r"] : []),
            program: "/usr/bin/mosquitto_pub")
        #expect(await eventually { !process.isRunning } && process.terminationStatus == 0)
    }

    /// Whether what the broker keeps comes to be like this: asked anew each second, since what comes meanwhile is not said to be kept.
    private func kept(at broker: Broker, _ topic: String, until holds: ([[String]]) -> Bool) async throws -> Bool {
        for _ in 0..<60 {
            let name = "kept-\(UUID().uuidString)"
            let process = try Program.start(
                ["-p", "\(broker.port)", "-t", topic, "-F", "%t %r %p", "--retained-only"],
                program: "/usr/bin/mosquitto_sub", output: folder.handle(name))
            // Whatever signals this process holds back, it has from here.
            defer { kill(process.processIdentifier, SIGKILL) }
            let end = ContinuousClock.now + .seconds(1)
            var isSo = false
            _ = try await eventually {
                isSo = try holds(broker.heard(name))
                return isSo || ContinuousClock.now > end
            }
            if isSo { return true }
        }
        return false
    }

    private static let config = "homeassistant/device/plated_site"

    @Test func `the hub is announced before its cameras, and these before their first plate`() async throws {
        let broker = try Broker(folder)
        try await scene.add(0..<1, to: history)
        let name = try broker.listen()
        try await running(at: broker) {
            #expect(try await eventually { try broker.heard(name).contains { $0[0] == Self.config + "_gate/config" } })
            try await scene.add(1..<3, to: history, camera: "yard")
            #expect(
                try await eventually { try broker.heard(name).contains { $0 == ["plated/site/yard/today", "0", "2"] } })
            // Its plate was there before the hub was: it is counted once all is announced.
            #expect(
                try await eventually { try broker.heard(name).contains { $0 == ["plated/site/gate/today", "0", "1"] } })
        }
        let topics = try broker.heard(name).map { $0[0] }
        let order = [
            Self.config + "/config", Self.config + "_gate/config", Self.config + "_yard/config",
            "plated/site/yard/plate",
        ]
        let places = order.compactMap { topics.firstIndex(of: $0) }
        #expect(places.count == 4 && places == places.sorted(), "\(topics)")
    }

    @Test func `Home Assistant that starts, and a broker that forgot everything, are told all of it again`()
        async throws
    {
        let broker = try Broker(folder)
        try await running(at: broker) {
            let first = try broker.listen()
            try await scene.add(0..<2, to: history)
            #expect(
                try await eventually {
                    try broker.heard(first).filter { $0[0] == "plated/site/gate/last_plate" }.count == 2
                })
            let second = try broker.listen("homeassistant/device/#", "-R")
            try await publish("online", to: "homeassistant/status", at: broker)
            #expect(try await eventually { try Set(broker.heard(second).map { $0[0] }).count == 2 })
            broker.kill()
            try broker.start()
            #expect(
                try await kept(at: broker, "#") { kept in
                    let topics = Set(kept.map { $0[0] })
                    return topics.isSuperset(of: [
                        Self.config + "/config", Self.config + "_gate/config", "plated/site/availability",
                        "plated/site/gate/last_plate", "plated/site/gate/state", "plated/site/gate/today",
                    ])
                })
        }
    }

    @Test func `a plate that was forgotten is not told again`() async throws {
        let broker = try Broker(folder)
        try await running(at: broker) {
            let first = try broker.listen()
            try await scene.add(0..<2, to: history)
            #expect(
                try await eventually {
                    try broker.heard(first).filter { $0[0] == "plated/site/gate/last_plate" }.count == 2
                })
            _ = try await history.forget("AB1")
            let second = try broker.listen("plated/#", "-R")
            try await publish("PRESS", to: "plated/site/announce", at: broker)
            #expect(try await eventually { try broker.heard(second).contains { $0[0].hasSuffix("/today") } })
            // The hub may have looked by itself what it has told, before anybody asked.
            #expect(
                try await eventually {
                    try broker.heard(first).contains { $0[0].hasSuffix("/last_plate") && $0.count == 2 }
                })
            #expect(try !folder.text(second).contains("AB1"))
        }
    }

    @Test func `the button clears what the broker keeps, and a press that was kept does nothing`() async throws {
        let broker = try Broker(folder)
        try await publish("PRESS", to: "plated/site/gate/clear", at: broker, retained: true)
        try await running(at: broker) {
            let name = try broker.listen()
            try await scene.add(0..<1, to: history)
            #expect(try await eventually { try broker.heard(name).contains { $0[0] == "plated/site/gate/last_plate" } })
            try await publish("PRESS", to: "plated/site/announce", at: broker, retained: true)
            #expect(try await kept(at: broker, "plated/#") { kept in kept.contains { $0[0].hasSuffix("/last_plate") } })
            try await publish("PRESS", to: "plated/site/gate/clear", at: broker)
            #expect(
                try await eventually {
                    try broker.heard(name).contains { $0[0].hasSuffix("/last_plate") && $0.count == 2 }
                })
            #expect(scene.talk.all.contains { $0.contains("cleared the last plate of gate") })
            #expect(scene.talk.all.filter { $0.contains("cleared") }.count == 1)
            // It stays away, also where everything is told again.
            let again = try broker.listen("plated/#", "-R")
            try await publish("PRESS", to: "plated/site/announce", at: broker)
            #expect(try await eventually { try broker.heard(again).contains { $0[0].hasSuffix("/today") } })
            #expect(try !broker.heard(again).contains { $0[0].hasSuffix("/last_plate") })
        }
    }

    @Test func `a camera that is gone is withdrawn, and nobody else's device is`() async throws {
        let broker = try Broker(folder)
        try await scene.add(0..<1, to: history)
        try await scene.add(0..<1, to: history, camera: "yard")
        let other =
            #"{"device":{"ids":["x"],"via_device":"plated_site_2"},"origin":{"name":"plated-hub"},"components":{}}"#
        try await publish(other, to: Self.config + "_2_gate/config", at: broker, retained: true)
        let both = [Self.config + "_gate/config", Self.config + "_yard/config", Self.config + "_2_gate/config"]
        try await running(at: broker) {
            let areThere = try await kept(at: broker, "homeassistant/#") { Set($0.map { $0[0] }).isSuperset(of: both) }
            #expect(areThere)
        }
        let name = try broker.listen("homeassistant/#", "-R")
        try await running(at: broker, cameras: ["gate"]) {
            let isGone = try await eventually { try broker.heard(name).contains { $0[0] == both[1] && $0.count == 2 } }
            #expect(isGone)
        }
        #expect(try broker.heard(name).filter { $0.count == 2 }.count == 1)
    }

    @Test func `a history that was moved away takes no device from anybody`() async throws {
        let broker = try Broker(folder)
        let left = #"{"device":{"via_device":"plated_site"},"origin":{"name":"plated-hub"},"components":{}}"#
        try await publish(left, to: Self.config + "_gate/config", at: broker, retained: true)
        let name = try broker.listen()
        try await running(at: broker) {
            #expect(try await eventually { try broker.heard(name).contains { $0[0] == Self.config + "/config" } })
            try await scene.add(0..<1, to: history)
            #expect(try await eventually { try broker.heard(name).contains { $0[0] == "plated/site/gate/today" } })
        }
        #expect(try !broker.heard(name).contains { $0[0].hasPrefix(Self.config) && $0.count == 2 })
    }

    @Test func `at midnight the day's plates are none`() async throws {
        let broker = try Broker(folder)
        let name = try broker.listen("plated/site/gate/today")
        let (bell, ring) = AsyncStream.makeStream(of: Void.self)
        let clock = scene.clock
        let sleep: @Sendable (Duration) async throws -> Void = { wait in
            for await _ in bell { return clock.advance(by: wait) }
            throw CancellationError()
        }
        // 22 November, 23:30.
        clock.advance(by: .seconds(11 * 3600 + 1800))
        try scene.log([DeliveryScene.event(11 * 3600)])
        try await scene.store(history)
        try await running(at: broker, sleep: sleep) {
            let hasOne = try await eventually { try broker.heard(name).last?[2] == "1" }
            ring.yield()
            let hasNone = try await eventually { try broker.heard(name).last?[2] == "0" }
            #expect(hasOne && hasNone)
        }
    }
}

import Addresses
import Answers
import Basics
import Foundation
import History
import Logging
import Records
import Synchronization
import TestSupport
import Testing

@testable import Delivery

/// Whether destinations can be reached is known from the start, before anything is delivered. Real servers.
@Suite struct ReachTests {
    private let scene: DeliveryScene

    init() throws { scene = try DeliveryScene() }

    private func destination(_ way: any Way) -> DestinationSettings {
        var settings = DestinationSettings(name: "one", way: way)
        settings.kinds = way.kinds
        return settings
    }

    private func broker(_ port: Int, user: String = "", _ change: (inout MQTTWay) -> Void = { _ in }) -> MQTTWay {
        var way = MQTTWay()
        way.address = SourceAddress("mqtt://\(user)127.0.0.1:\(port)")
        change(&way)
        return way
    }

    private func webhook(_ address: String, _ change: (inout WebhookWay) -> Void = { _ in }) -> WebhookWay {
        var way = WebhookWay()
        way.address = SourceAddress(address)
        change(&way)
        return way
    }

    /// Waits until what is written down of one is like that.
    private func becomes(
        _ name: String = "one", _ condition: @escaping @Sendable (DeliveryState) -> Bool
    ) async throws -> Bool {
        try await eventually { [file = scene.file] in
            guard let known = try DeliveryFile(path: file).state(of: name) else { return false }
            return condition(known.state)
        }
    }

    /// What is written down of a destination that nothing is delivered to, once that holds.
    private func state(
        of way: any Way, until condition: @escaping @Sendable (DeliveryState) -> Bool
    ) async throws -> DeliveryState {
        let history = try scene.history()
        let delivery = try await scene.delivery([destination(way)], of: history)
        let running = Task { try await delivery.run() }
        let holds = try await becomes("one", condition)
        running.cancel()
        do { try await running.value } catch is CancellationError {}
        let state = try #require(try scene.state(of: "one"))
        #expect(holds, "\(state)")
        #expect(state.delivered == 0)
        return state
    }

    private func obstacle(of way: any Way) async throws -> String {
        let state = try await state(of: way) { $0.failing != nil }
        #expect(state.isAway && !state.isReached)
        let reason = try #require(state.trouble)
        let said = scene.talk.all.filter { $0.hasPrefix("error: one ") }
        #expect(said == ["error: one is not connected: \(reason); it is tried again, and nothing is lost meanwhile"])
        return reason
    }

    // MARK: - Brokers

    @Test(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
    func `a broker that refuses the password is no broker that is well`() async throws {
        let server = try Broker(scene.folder, settings: "allow_anonymous false")
        let reason = try await obstacle(of: broker(server.port, user: "hub:Zq9-secret@"))
        #expect(reason == "the broker refuses user or password")
    }

    @Test(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
    func `a broker that wants a password says so to who has none`() async throws {
        let server = try Broker(scene.folder, settings: "allow_anonymous false")
        let reason = try await obstacle(of: broker(server.port))
        #expect(reason == "the broker wants a user and a password (credentials_file)")
    }

    @Test func `a broker that is off is told, with where it was looked for`() async throws {
        let port = FreePorts.first()
        let reason = try await obstacle(of: broker(port))
        #expect(
            reason == "nothing listens at 127.0.0.1:\(port): is the broker running there? (Connection refused)")
    }

    @Test func `a name without an address is told`() async throws {
        var way = MQTTWay()
        way.address = SourceAddress("mqtt://nothing.invalid")
        #expect(try await obstacle(of: way).hasPrefix("the name nothing.invalid has no address ("))
    }

    @Test func `a centre that is off is told`() async throws {
        let port = FreePorts.first()
        let client = CentreClient(["http://127.0.0.1:\(port)"], bearer: nil, authorities: nil, name: "test")
        let obstacle = try #require(await client.obstacle())
        #expect(obstacle.contains("\(port)"), "\(obstacle)")
    }

    @Test(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
    func `a broker that comes later, goes and comes again is told each time, with nothing delivered`() async throws {
        let server = try Broker(scene.folder)
        server.kill()
        let history = try scene.history()
        let delivery = try await scene.delivery([destination(broker(server.port))], of: history)
        let running = Task { try await delivery.run() }
        defer { running.cancel() }
        let (away, there) = (
            try await becomes { $0.isAway }, { try await becomes { $0.isReached && $0.failing == nil } }
        )
        try server.start()
        let first = try await there()
        server.kill()
        let gone = try await becomes { $0.isAway }
        try server.start()
        let second = try await there()
        #expect(away && first && gone && second)
        let told = scene.talk.all.filter { $0.contains("one is ") }.map { $0.prefix { $0 != ":" } }
        #expect(told == ["error", "notice", "error", "notice"], "\(scene.talk.all)")
    }

    // MARK: - Webhooks

    @Test func `a web server that is off is told`() async throws {
        let port = FreePorts.first()
        #expect(try await obstacle(of: webhook("http://127.0.0.1:\(port)/secret-path")).hasPrefix("Failed to connect"))
    }

    @Test func `a web server whose name has no address is told`() async throws {
        #expect(
            try await obstacle(of: webhook("http://nothing.invalid/secret-path"))
                == "Could not resolve host: nothing.invalid")
    }

    @Test func `a web server whose certificate nobody vouches for is told`() async throws {
        let certificate = try FileServer.Certificate(named: "hook", in: scene.folder)
        let receiver = try Receiver(scene.folder, certificate: certificate)
        #expect(
            try await obstacle(of: webhook(receiver.address()))
                .hasPrefix("the server's certificate is not trusted"))
    }

    @Test func `a web server that is there is reached, and asked for nothing`() async throws {
        let receiver = try Receiver(scene.folder)
        let state = try await state(of: webhook(receiver.address())) { $0.isReached }
        #expect(state.failing == nil && state.lastDelivered == nil)
        #expect(try receiver.requests().isEmpty)
        #expect(!scene.talk.all.contains { $0.hasPrefix("error") })
    }

    // MARK: - Programs

    @Test func `a program that went away before the hub began is told`() async throws {
        var way = CommandWay()
        way.program = [try scene.folder.program("#!/bin/sh\n", to: "program")]
        let history = try scene.history()
        let delivery = try await scene.delivery([destination(way)], of: history)
        try FileManager.default.removeItem(atPath: way.place)
        let running = Task { try await delivery.run() }
        defer { running.cancel() }
        let reason = "\(way.place) cannot be started: No such file or directory"
        let isTold = try await becomes { $0.trouble == reason }
        #expect(isTold)
    }

    // MARK: - Doors

    @Test func `a door that cannot be reached stands beside destinations, before anybody is to come in`() async throws {
        let port = FreePorts.first()
        let door = DoorWay(broker(port))
        let link = DoorLink(
            "gate",
            try door.open(
                "gate", secrets: SecretPlace(configuration: scene.folder.file("hub.yaml"), environment: [:]),
                hub: "site", talk: scene.talk.logger))
        let history = try scene.history()
        let delivery = try Delivery(
            [], doors: [link], secrets: SecretPlace(configuration: scene.folder.file("hub.yaml"), environment: [:]),
            history: history, file: scene.file, surroundings: scene.surroundings)
        let running = Task { try await delivery.run() }
        defer { running.cancel() }
        let isTold = try await becomes("door gate") { $0.isAway }
        #expect(isTold)
        let reports = try await DestinationReport.all(
            [], doors: [("gate", door)], file: scene.file, history: history)
        #expect(reports.map(\.name) == ["door gate"] && reports.map(\.type) == ["mqtt"])
        #expect(reports[0].state?.trouble?.hasPrefix("nothing listens at 127.0.0.1:\(port)") == true)
        #expect(scene.talk.all.contains { $0.hasPrefix("error: door gate is not connected: ") })
    }

    // MARK: - States

    @Test func `what is known of a hub's last run is not taken for this one's`() async throws {
        var state = DeliveryState(name: "one", seq: 0)
        _ = state.looked(nil, at: DeliveryScene.noon)
        #expect(state.isReached)
        state.restart()
        #expect(!state.isReached)
    }

    @Test func `that it can be reached does not mean that it takes anything`() {
        var state = DeliveryState(name: "one", seq: 0)
        let (first, later) = (DeliveryScene.noon, WallTime(milliseconds: DeliveryScene.noon.milliseconds + 1000))
        let isNews = state.failed("the server answers 500", isAway: false, at: first, next: nil)
        let (reached, gone) = (state.looked(nil, at: later)?.text, state.looked("gone", at: later)?.text)
        #expect(isNews && reached == nil && gone == nil)
        #expect(state.failing == first && state.trouble == "the server answers 500" && !state.isAway)
        let since = state.answered()
        let lost = state.looked("gone", at: later)
        #expect(since == first && lost?.level == .error && state.isAway && state.failing == later)
        let again = state.looked("gone", at: later)?.text
        let back = state.looked(nil, at: later)
        #expect(again == nil && back?.level == .notice && state.failing == nil && state.trouble == nil)
    }
}

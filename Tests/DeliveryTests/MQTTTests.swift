import Addresses
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// Against a real mosquitto.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct MQTTTests {
    private let scene: DeliveryScene
    private var folder: TemporaryFolder { scene.folder }

    init() throws { scene = try DeliveryScene() }

    private func settings(
        _ broker: Broker, scheme: String = "mqtt", user: String = "", _ change: (inout MQTTWay) -> Void = { _ in }
    )
        -> DestinationSettings
    {
        var way = MQTTWay()
        way.address = SourceAddress("\(scheme)://\(user)127.0.0.1:\(broker.port)")
        change(&way)
        var settings = DestinationSettings(name: "broker", way: way)
        settings.kinds = [.plates, .gaps]
        return settings
    }

    private func begin(_ settings: DestinationSettings) async throws -> any Destination {
        let destination = try settings.way.open(
            settings, secrets: SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]),
            surroundings: scene.surroundings)
        await destination.begin()
        return destination
    }

    @Test func `a plate and its camera are where they are looked for, and the last one stays`() async throws {
        let broker = try Broker(folder)
        let name = try broker.listen("plated/#")
        let destination = try await begin(settings(broker))
        let (first, second) = (try Parcel.event(1), try Parcel.event(2))
        #expect(await destination.deliver([first, second]) == Delivered(count: 2))
        func plates() throws -> [String] {
            try broker.heard(name).filter { $0[0] == "plated/site/gate/plate" }.map { $0[2] }
        }
        #expect(try await eventually { try plates() == [first.line, second.line] })
        #expect(try await eventually { try broker.heard(name).contains { $0[0] == "plated/site/availability" } })
        let late = try broker.listen("plated/#")
        for topic in ["gate/last_plate", "availability"] {
            #expect(try await eventually { try broker.heard(late).contains { $0[0] == "plated/site/" + topic } })
        }
        let kept = try broker.heard(late)
        #expect(kept.contains(["plated/site/gate/last_plate", "1", second.line]))
        #expect(
            kept.contains(["plated/site/availability", "1", "online"]) && !kept.contains { $0[0].hasSuffix("/plate") })
        await destination.end()
        #expect(try await eventually { try broker.heard(name).last?[2] == "offline" })
    }

    @Test func `a match has a topic of its own`() async throws {
        let broker = try Broker(folder)
        let name = try broker.listen("plated/site/gate/match")
        let destination = try await begin(settings(broker))
        let match = MatchRecord(
            id: "01H", time: DeliveryScene.noon, camera: "gate", event: "01A", plate: "AB1", list: "staff",
            kind: "allow", way: .exact, entry: "AB1", chance: 0.9)
        let line = Array(match.line.dropLast())
        let record = StoredRecord(
            seq: 9, camera: "gate", time: match.time, record: try Record(line: line), line: line)
        let parcel = Parcel(hub: "site", record: record, folder: { $0 })
        #expect(await destination.deliver([parcel]) == Delivered(count: 1))
        #expect(try await eventually { try broker.heard(name) == [["plated/site/gate/match", "0", parcel.line]] })
        await destination.end()
    }

    @Test func `a session has a topic of its site's`() async throws {
        let broker = try Broker(folder)
        let name = try broker.listen("plated/site/park/session")
        let destination = try await begin(settings(broker))
        let parcel = try Parcel.session()
        #expect(await destination.deliver([parcel]) == Delivered(count: 1))
        #expect(try await eventually { try broker.heard(name) == [["plated/site/park/session", "0", parcel.line]] })
        await destination.end()
    }

    @Test func `what is on its way while the broker is killed arrives, and every event in order`() async throws {
        let broker = try Broker(folder)
        let history = try scene.history()
        let settings = settings(broker)
        var name = try broker.listen("plated/site/gate/plate")
        let delivery = try await scene.delivery([settings], of: history)
        let running = Task { try await delivery.run() }
        defer { running.cancel() }
        var heard: [[String]] = []
        for round in 0..<3 {
            try await scene.add(round * 200..<round * 200 + 100, to: history)
            let before = name
            #expect(try await eventually { try broker.heard(before).count >= 100 })
            broker.kill()
            heard += try broker.heard(name)
            try await scene.add(round * 200 + 100..<round * 200 + 200, to: history)
            try broker.start()
            name = try broker.listen("plated/site/gate/plate")
        }
        #expect(try await eventually { try scene.state(of: "broker")?.delivered ?? 0 >= 600 })
        var seen: Set<String> = []
        let ids = heard.compactMap { $0.last?.firstMatch(of: /"id":"([^"]+)"/).map { String($0.1) } }
            .filter { seen.insert($0).inserted }
        // Whoever listens meanwhile is away with the broker; of what came, nothing is in another order.
        #expect(ids.count >= 300 && ids == ids.sorted())
    }

    @Test func `a hub that is killed is said to be away by the broker`() async throws {
        let broker = try Broker(folder)
        let name = try broker.listen("plated/+/availability")
        try folder.write(
            """
            name: site
            logs: ["\(folder.path)/*.ndjson"]
            history: {path: "\(folder.path)/history.sqlite"}
            console: {listen: "off"}
            destinations: [{name: broker, type: mqtt, url: "mqtt://127.0.0.1:\(broker.port)"}]
            """, to: "hub.yaml")
        let hub = try Program.start(
            ["run", "--config", folder.file("hub.yaml")], program: Program.path(of: "plated-hub"))
        #expect(try await eventually { try broker.heard(name).last == ["plated/site/availability", "0", "online"] })
        kill(hub.processIdentifier, SIGKILL)
        hub.waitUntilExit()
        #expect(try await eventually { try broker.heard(name).last?[2] == "offline" })
    }

    @Test func `of two destinations with one topic, the one that goes does not say that the hub is away`() async throws
    {
        let broker = try Broker(folder)
        let name = try broker.listen("plated/site/availability")
        let here = try await begin(settings(broker))
        var other = settings(broker)
        other.name = "other"
        let leaving = try await begin(other)
        for destination in [here, leaving] {
            #expect(try await destination.deliver([.event(1)]) == Delivered(count: 1))
        }
        func words() throws -> [String] { try broker.heard(name).map { $0[2] } }
        #expect(try await eventually { try words() == ["online", "online"] })
        await leaving.end()
        #expect(try await eventually { try words() == ["online", "online", "offline", "online"] })
        await here.end()
        #expect(try await eventually { try words().suffix(2) == ["online", "offline"] })
    }

    @Test func `a broker that talked something else, or had another certificate, is found again`() async throws {
        let certificate = try FileServer.Certificate(named: "broker", in: folder)
        let other = try FileServer.Certificate(named: "other", in: folder)
        // Without TLS at first: what it answers is no handshake.
        let broker = try Broker(folder)
        let destination = try await begin(
            settings(broker, scheme: "mqtts") {
                $0.authorities = certificate.path
                $0.address = SourceAddress("mqtts://localhost:\(broker.port)")
            })
        for next in [other, certificate] {
            let reason = try #require(try await destination.deliver([.event(1)]).trouble?.reason)
            #expect(
                reason.contains(next.path == other.path ? "SSL routines" : "certificate verify failed"),
                "\(reason)")
            broker.kill()
            broker.certificate = next
            try broker.start()
        }
        // Each waits for the connection for some seconds.
        var result = try await destination.deliver([.event(1)])
        for _ in 0..<10 where result.count == 0 { result = try await destination.deliver([.event(1)]) }
        #expect(result == Delivered(count: 1))
        await destination.end()
    }

    @Test func `nobody there, a wrong password and a certificate that nobody vouches for are told`() async throws {
        let certificate = try FileServer.Certificate(named: "broker", in: folder)
        let closed = try Broker(folder, settings: "allow_anonymous false")
        let refused = try await begin(settings(closed, user: "me:Zq9-secret@"))
        let reason = try #require(try await refused.deliver([.event(1)]).trouble?.reason)
        #expect(reason.contains("not authorised") && !reason.contains("Zq9"), "\(reason)")
        await refused.end()
        closed.kill()
        let absent = try await begin(settings(closed))
        let silence = try await absent.deliver([.event(1)]).trouble?.reason
        #expect(silence == "no connection to the broker: Connection refused")
        await absent.end()
        let secure = try Broker(folder, certificate: certificate)
        let doubting = try await begin(settings(secure, scheme: "mqtts"))
        let doubt = try #require(try await doubting.deliver([.event(1)]).trouble?.reason)
        #expect(doubt.contains("certificate verify failed"), "\(doubt)")
        await doubting.end()
        let trusting = try await begin(
            settings(secure, scheme: "mqtts") {
                $0.authorities = certificate.path
                $0.address = SourceAddress("mqtts://localhost:\(secure.port)")
            })
        #expect(try await trusting.deliver([.event(1)]) == Delivered(count: 1))
        await trusting.end()
    }
}

import Addresses
import Basics
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

    /// What becomes of an event, once the broker has answered: on a busy machine a connection takes longer than one delivery waits.
    private func answer(of destination: any Destination) async throws -> Delivered {
        for _ in 0..<20 {
            let result = try await destination.deliver([.event(1)])
            if result.trouble?.reason != MQTTConnection.silence { return result }
        }
        return try await destination.deliver([.event(1)])
    }

    /// Whoever hears of the end later asks on: what the library had is gone by then.
    @Test func `a connection that has ended is asked without harm`() async throws {
        let broker = try Broker(folder)
        for round in 0..<5 {
            let connection = try MQTTConnection(
                MQTTConnection.Settings(
                    brokers: [BrokerAddress(SourceAddress("mqtt://127.0.0.1:\(broker.port)"))].compactMap(\.self),
                    client: "ended-\(round)"))
            connection.begin()
            try #require(await connection.changes.wait(upTo: .seconds(300)) { connection.isConnected })
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        while !Task.isCancelled {
                            connection.subscribe(to: "plated/v1/site/records")
                            _ = connection.publish([1], to: "plated/v1/site/records", retained: false, qos: 0)
                            await Task.yield()
                        }
                    }
                }
                group.addTask {
                    await Worker("closing").run { connection.close() }
                    // So that the others come after it.
                    do { try await Task.sleep(for: .milliseconds(100)) } catch {}
                }
                await group.next()
                group.cancelAll()
            }
            guard case .failure = connection.publish([1], to: "a", retained: false) else {
                Issue.record("it took a message")
                return
            }
        }
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

    @Test func `a picture comes before its plate, and a gap with what the camera sees`() async throws {
        let broker = try Broker(folder)
        let name = try broker.listen("plated/site/gate/+")
        try folder.write("JPEG", to: "evidence/gate/a.jpg")
        let plate = try Parcel.event(1, evidence: folder.file("evidence")) { event in
            event.evidence = PlateEvidence(
                time: event.time, box: event.box,
                crop: .init(path: "a.jpg", sha256: Digest(of: Array("JPEG".utf8)).description, bytes: 4))
        }
        let gaps = try [false, true].map { ended in
            let gap = DeliveryScene.gap(3, ended: ended)
            let line = Array(gap.line.dropLast())
            let record = StoredRecord(
                seq: ended ? 4 : 3, camera: gap.camera, time: gap.time, record: try Record(line: line), line: line)
            return Parcel(hub: "site", record: record, folder: { "\($0)" })
        }
        let destination = try await begin(settings(broker) { $0.picture = .crop })
        #expect(await destination.deliver([plate] + gaps) == Delivered(count: 3))
        let topics = [
            ["picture", "0", "JPEG"], ["plate", "0", plate.line], ["last_plate", "0", plate.line],
            ["gap", "0", gaps[0].line],
            ["state", "0", #"{"seeing":false,"cause":"lost","since":"2026-11-22T12:00:03.000Z"}"#],
            ["gap", "0", gaps[1].line],
            ["state", "0", #"{"seeing":true,"cause":null,"since":"2026-11-22T12:00:10.000Z"}"#],
        ].map { ["plated/site/gate/" + $0[0]] + $0[1...] }
        #expect(try await eventually { try broker.heard(name) == topics })
        let kept = try broker.listen("plated/site/gate/+")
        let retained = Set([topics[0], topics[2], topics[4]].map { $0[0] })
        #expect(try await eventually { try Set(broker.heard(kept).map { $0[0] }) == retained })
        await destination.end()
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
        let parcel = Parcel(hub: "site", record: record, folder: { "\($0)" })
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
            #expect(try await answer(of: destination) == Delivered(count: 1))
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
            let reason = try #require(try await answer(of: destination).trouble?.reason)
            #expect(
                reason.contains(next.path == other.path ? "SSL routines" : "certificate verify failed"),
                "\(reason)")
            broker.kill()
            broker.certificate = next
            try broker.start()
        }
        var result = try await answer(of: destination)
        for _ in 0..<10 where result.count == 0 { result = try await answer(of: destination) }
        #expect(result == Delivered(count: 1))
        await destination.end()
    }

    @Test func `nobody there, a wrong password and a certificate that nobody vouches for are told`() async throws {
        let certificate = try FileServer.Certificate(named: "broker", in: folder)
        let closed = try Broker(folder, settings: "allow_anonymous false")
        let refused = try await begin(settings(closed, user: "me:Zq9-secret@"))
        let reason = try #require(try await answer(of: refused).trouble?.reason)
        #expect(reason == "the broker refuses user or password")
        await refused.end()
        closed.kill()
        let absent = try await begin(settings(closed))
        let silence = try await answer(of: absent).trouble?.reason
        #expect(
            silence == "nothing listens at 127.0.0.1:\(closed.port): is the broker running there? (Connection refused)")
        await absent.end()
        let secure = try Broker(folder, certificate: certificate)
        let doubting = try await begin(settings(secure, scheme: "mqtts"))
        let doubt = try #require(try await answer(of: doubting).trouble?.reason)
        #expect(doubt.contains("certificate verify failed"), "\(doubt)")
        await doubting.end()
        let trusting = try await begin(
            settings(secure, scheme: "mqtts") {
                $0.authorities = certificate.path
                $0.address = SourceAddress("mqtts://localhost:\(secure.port)")
            })
        #expect(try await answer(of: trusting) == Delivered(count: 1))
        await trusting.end()
    }
}

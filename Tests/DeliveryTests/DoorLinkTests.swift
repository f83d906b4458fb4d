import Addresses
import Foundation
import Records
import TestSupport
import Testing

@testable import Delivery

#if canImport(Glibc)
    import Glibc
#endif

/// Doors behind a link that stalls: what is not there in time does not open later.
@Suite struct DoorLinkTests {
    private let scene: DeliveryScene
    private let secrets: SecretPlace

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        scene = try DeliveryScene()
        secrets = SecretPlace(configuration: scene.folder.file("hub.yaml"), environment: [:])
    }

    private func opening() throws -> Parcel {
        let time = DeliveryScene.noon
        let record = OpeningRecord(
            id: "01D", time: time, camera: "gate", door: "barrier", state: .asked,
            until: WallTime(milliseconds: time.milliseconds + 5000), event: "01E", plate: "AB12CDE", list: "staff")
        return try #require(Parcel(hub: "site", opening: record))
    }

    private func webhook(_ server: HeldServer, timeout: Duration) -> WebhookWay {
        var way = WebhookWay()
        way.address = SourceAddress("http://127.0.0.1:\(server.port)/in")
        way.timeout = timeout
        return way
    }

    private func door(_ way: any Way) throws -> any Destination {
        try DoorWay(way).open("barrier", secrets: secrets, hub: "site", talk: scene.talk.logger)
    }

    /// For how long the system tries to bring what was sent to a port: of each connection to it, in milliseconds; 0 for as long as it likes.
    private func patience(to port: Int) -> [UInt32] {
        (0..<Int32(4096)).compactMap { (descriptor: Int32) -> UInt32? in
            var address = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
            }
            guard code == 0, Int32(address.sin_family) == AF_INET, Int(UInt16(bigEndian: address.sin_port)) == port
            else { return nil }
            var value: UInt32 = 0
            var length = socklen_t(MemoryLayout<UInt32>.size)
            return getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &value, &length) == 0 ? value : nil
        }.sorted()
    }

    @Test func `a webhook's request that was given up is thrown away, also where the system had taken it`() async throws
    {
        let server = try HeldServer(scene.folder, answers: false)
        let trouble = try await door(webhook(server, timeout: .seconds(1))).deliver([opening()]).trouble
        #expect(trouble?.verdict == .again(after: nil), "\(trouble?.reason ?? "")")
        #expect(try server.end() == "reset")
        // What reports plates may be late.
        let patient = try HeldServer(scene.folder, answers: false)
        let way = webhook(patient, timeout: .seconds(1))
        let destination = try way.open(
            DestinationSettings(name: "office", way: way), secrets: secrets, surroundings: scene.surroundings)
        #expect(try await destination.deliver([opening()]).trouble != nil)
        #expect(try patient.end() == "ended")
    }

    @Test func `a request that was answered ends its connection in peace, and leaves none for the next`() async throws {
        let server = try HeldServer(scene.folder, answers: true)
        let door = try door(webhook(server, timeout: .seconds(60)))
        #expect(try await door.deliver([opening()]) == Delivered(count: 1))
        #expect(try server.end() == "ended")
        // Until here the door was there: nothing but the request's end has closed the connection.
        await door.end()
    }

    @Test(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
    func `what does not reach a door's broker in two seconds is thrown away`() async throws {
        let broker = try Broker(scene.folder)
        var way = MQTTWay()
        way.address = SourceAddress("mqtt://127.0.0.1:\(broker.port)")
        let door = try door(way)
        await door.begin()
        #expect(await eventually { patience(to: broker.port) == [2000] })
        // Also over the next connection. What reports plates has the time that the system gives.
        broker.kill()
        #expect(await eventually { patience(to: broker.port).isEmpty })
        try broker.start()
        #expect(await eventually { patience(to: broker.port) == [2000] })
        let destination = try way.open(
            DestinationSettings(name: "office", way: way), secrets: secrets, surroundings: scene.surroundings)
        await destination.begin()
        #expect(await eventually { patience(to: broker.port) == [0, 2000] })
        await destination.end()
        await door.end()
    }
}

import Addresses
import Basics
import Foundation
import TestSupport
import Testing

@testable import Delivery

/// Two clients of one name at one broker.
@Suite struct RivalTests {
    private let start = ContinuousClock.now

    private func after(_ seconds: Int64) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func `connections that are ended again and again within seconds are told, until one lasts`() {
        var lives = MQTTConnection.Lives()
        for round in Int64(0)..<3 {
            #expect(!lives.areShort(at: after(round * 2)))
            lives.begin(at: after(round * 2))
            lives.end(at: after(round * 2 + 1))
        }
        #expect(lives.areShort(at: after(6)))
        lives.begin(at: after(7))
        #expect(lives.areShort(at: after(8)))
        #expect(!lives.areShort(at: after(17)))
        lives.end(at: after(18))
        #expect(!lives.areShort(at: after(18)))
    }

    @Test func `a connection that is never made, or ended once more, counts once`() {
        var lives = MQTTConnection.Lives()
        lives.begin(at: start)
        for _ in 0..<5 { lives.end(at: after(1)) }
        #expect(!lives.areShort(at: after(1)))
    }

    @Test func `a hub has a number of its own, which is the same after a start`() throws {
        let folder = try TemporaryFolder()
        let talk = Talk()
        let first = ClientNumber.kept(at: folder.file("one.client"), talk: talk.logger)
        #expect(first.utf8.count == 8)
        #expect(ClientNumber.kept(at: folder.file("one.client"), talk: talk.logger) == first)
        #expect(ClientNumber.kept(at: folder.file("other.client"), talk: talk.logger) != first)
        #expect(talk.all.isEmpty)
        _ = ClientNumber.kept(at: folder.file("nowhere/one.client"), talk: talk.logger)
        #expect(talk.all.count == 1)
    }
}

/// The same at a real broker.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct RivalBrokerTests {
    @Test func `two clients of one name hear of each other`() async throws {
        let folder = try TemporaryFolder()
        let broker = try Broker(folder)
        let connections = try (0..<2).map { _ in
            try MQTTConnection(
                MQTTConnection.Settings(brokers: [broker.address].compactMap(\.self), client: "one-name"))
        }
        for connection in connections { connection.begin() }
        let areTold = await eventually { connections.allSatisfy { $0.rival?.contains("one-name") == true } }
        #expect(areTold)
        for connection in connections { await Worker("closing").run { connection.close() } }
    }

    @Test func `a packet that the broker does not take is told as one`() async throws {
        let folder = try TemporaryFolder()
        let broker = try Broker(folder, settings: "allow_anonymous true\nmax_packet_size 2000")
        let connection = try MQTTConnection(
            MQTTConnection.Settings(brokers: [broker.address].compactMap(\.self), client: "large"))
        connection.begin()
        try #require(await connection.changes.wait(upTo: .seconds(300)) { connection.isConnected })
        _ = connection.publish([UInt8](repeating: 1, count: 5000), to: "picture", retained: false)
        let isTold = await eventually { connection.rival?.contains("max_packet_size") == true }
        #expect(isTold)
        await Worker("closing").run { connection.close() }
    }
}

extension Broker {
    fileprivate var address: BrokerAddress? {
        BrokerAddress(SourceAddress("mqtt://127.0.0.1:\(port)"))
    }
}

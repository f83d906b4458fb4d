import Addresses
import Fleet
import TestSupport
import Testing

@testable import Delivery

/// A broker that stays connected and acknowledges nothing, as a cluster without a majority does. The client's library keeps a copy of all that
/// it was handed until then.
@Suite struct UnacknowledgedTests {
    private let fleet: CentreScene
    private let broker: UnacknowledgingBroker

    init() throws {
        fleet = try CentreScene()
        broker = try UnacknowledgingBroker(in: fleet.folder)
    }

    @Test func `a record is not sent twice before the broker has acknowledged it, and is sent again after that`()
        async throws
    {
        let site = try fleet.scene.history()
        try await fleet.scene.add(1...5, to: site)
        try await fleet.withSite(at: [broker.port], history: site) {
            try await fleet.waits { told("centre takes nothing") }
            #expect(told("centre takes nothing: the broker acknowledges nothing"), "\(fleet.scene.talk.all)")
            #expect(broker.count("records") == 1 && broker.count("question") == 1)
            broker.acknowledge()
            try await fleet.waits { told("centre takes records again") }
        }
        // The centre had taken none of what was acknowledged.
        #expect(broker.count("records") >= 2)
        let file = try DeliveryFile(path: fleet.folder.file("site-delivery.sqlite"))
        #expect(try file.state(of: "centre")?.state.delivered == 5)
    }

    private func told(_ text: String) -> Bool { fleet.scene.talk.all.contains { $0.contains(text) } }

    @Test func `what was forgotten waits for an acknowledgement of its own`() async throws {
        let address = SourceAddress("mqtt://127.0.0.1:\(broker.port)")
        let connection = try MQTTConnection(
            .init(brokers: [BrokerAddress(address)].compactMap(\.self), client: "site", keepsSession: false))
        connection.begin()
        defer { connection.close() }
        try await fleet.waits { connection.isConnected }
        let sender = SiteSender(connection, of: "site")
        let first = sender.sendAlone([1], as: .forgotten)
        #expect(first == nil && !sender.hasAll(.forgotten) && sender.hasAll(.records))
        let second = sender.sendAlone([2], as: .forgotten)
        #expect(second == SiteSender.unacknowledged)
        // Records are sent in several messages.
        let records = [sender.send([3], as: .records), sender.send([4], as: .records)]
        #expect(records == [nil, nil] && !sender.hasAll(.records))
        // The centre may have them, whatever the broker says.
        sender.forget(.records)
        #expect(sender.hasAll(.records) && !sender.hasAll(.forgotten))
        broker.acknowledge()
        #expect(await sender.waits(for: .forgotten, upTo: .seconds(300)))
        let third = sender.sendAlone([5], as: .forgotten)
        #expect(third == nil)
        #expect(await sender.waits(for: .forgotten, upTo: .seconds(300)))
    }
}

import Addresses
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// Gaps at a broker that is not to get them as such.
@Suite struct MQTTGapTests {
    private let scene: DeliveryScene
    private var folder: TemporaryFolder { scene.folder }

    init() throws { scene = try DeliveryScene() }

    private func settings(_ port: Int) -> DestinationSettings {
        var way = MQTTWay()
        way.address = SourceAddress("mqtt://127.0.0.1:\(port)")
        return DestinationSettings(name: "broker", way: way)
    }

    private func gap(ended: Bool) throws -> StoredRecord {
        let gap = DeliveryScene.gap(3, ended: ended)
        let line = Array(gap.line.dropLast())
        return StoredRecord(
            seq: ended ? 4 : 3, camera: gap.camera, time: gap.time, record: try Record(line: line), line: line)
    }

    @Test func `a broker is handed gaps whatever its kinds are, and other destinations are not`() throws {
        let record = try gap(ended: false)
        var broker = settings(1883)
        #expect(broker.kinds == [.plates] && broker.takes(record))
        #expect(Set(broker.schemas) == [PlateEvent.schema, GapRecord.schema])
        broker.cameras = ["yard"]
        #expect(!broker.takes(record))
        #expect(!DestinationSettings(name: "hook", way: WebhookWay()).takes(record))
    }

    @Test(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
    func `whether a camera sees is told where gaps are not`() async throws {
        let broker = try Broker(folder)
        let name = try broker.listen("plated/site/gate/+")
        let settings = settings(broker.port)
        let destination = try settings.way.open(
            settings, secrets: SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]),
            surroundings: scene.surroundings)
        await destination.begin()
        let parcels = try [false, true].map { Parcel(hub: "site", record: try gap(ended: $0), folder: { "\($0)" }) }
        var result = await destination.deliver(parcels)
        while result.trouble?.reason == MQTTConnection.silence { result = await destination.deliver(parcels) }
        #expect(result == Delivered(count: 2))
        let told = [
            #"{"seeing":false,"cause":"lost","since":"2026-11-22T12:00:03.000Z"}"#,
            #"{"seeing":true,"cause":null,"since":"2026-11-22T12:00:10.000Z"}"#,
        ].map { ["plated/site/gate/state", "0", $0] }
        #expect(try await eventually { try broker.heard(name) == told })
        await destination.end()
    }
}

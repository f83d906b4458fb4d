import Addresses
import CCurl
import CMosquitto
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// A record that a destination can never take goes to the dead letters; whatever is wrong with the destination itself is tried again.
@Suite struct DeliveryFaultTests {
    private let scene: DeliveryScene

    init() throws { scene = try DeliveryScene() }

    @Test(arguments: [400, 406, 409, 411, 413, 414, 415, 422, 431, 451])
    func `an answer about what was sent is about the record`(status: Int) {
        #expect(DeliveryFault.status(status).verdict == .refused)
        #expect(!DeliveryFault.status(status).isAway)
    }

    @Test(arguments: [302, 401, 403, 404, 405, 407, 408, 425, 429, 500, 502, 503, 504, 700])
    func `an answer about rights, addresses or the moment is about the server`(status: Int) {
        #expect(DeliveryFault.status(status, asked: .seconds(3)).verdict == .again(after: .seconds(3)))
    }

    @Test func `whoever wants nothing any more gets nothing any more`() {
        #expect(DeliveryFault.status(410).verdict == .stopped)
    }

    @Test func `what fits into no message, environment or name is about the record, and what is not there is not`() {
        let messages = [MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_OVERSIZE_PACKET, MOSQ_ERR_INVAL]
        for code in messages { #expect(DeliveryFault.message(Int32(code.rawValue)).verdict == .refused) }
        for code in [MOSQ_ERR_NO_CONN, MOSQ_ERR_NOMEM, MOSQ_ERR_PROTOCOL, MOSQ_ERR_ERRNO] {
            #expect(DeliveryFault.message(Int32(code.rawValue)).verdict == .again(after: nil))
        }
        for code in [E2BIG, ENAMETOOLONG] {
            #expect(DeliveryFault.start(code).verdict == .refused && !DeliveryFault.start(code).isAway)
        }
        for code in [ENOENT, EACCES, ENOMEM, EAGAIN, EMFILE] {
            #expect(DeliveryFault.start(code).verdict == .again(after: nil) && DeliveryFault.start(code).isAway)
        }
        #expect(DeliveryFault.program(status: 65).verdict == .refused && DeliveryFault.address.verdict == .refused)
        #expect(DeliveryFault.program(status: 1).verdict == .again(after: nil))
        #expect(
            DeliveryFault.transfer(CURLE_COULDNT_CONNECT).isAway && !DeliveryFault.transfer(CURLE_RECV_ERROR).isAway)
        for fault in [DeliveryFault.connection, .transfer(CURLE_RECV_ERROR)] {
            #expect(fault.verdict == .again(after: nil))
        }
    }

    // MARK: - With real receivers

    private let long = String(repeating: "x", count: 150_000)

    @Test func `a program gets what comes after a record that fits into no environment`() async throws {
        let history = try scene.history()
        var way = CommandWay()
        way.program = [
            try scene.folder.program("#!/bin/sh\necho \"$PLATED_PLATE\" >> '\(scene.folder.path)/got'\n", to: "program")
        ]
        let settings = DestinationSettings(name: "one", way: way)
        _ = try await scene.delivery([settings], of: history)
        var event = DeliveryScene.event(1)
        event.lane = long
        try scene.log([event, DeliveryScene.event(2)])
        try await scene.store(history)
        try scene.folder.write("", to: "got")
        try await scene.run([settings], of: history) { [path = scene.folder.file("got")] in
            try String(contentsOfFile: path, encoding: .utf8) == "AB2\n"
        }
        let letters = try DeliveryFile(path: scene.file).letters(of: "one", limit: 9)
        #expect(letters.map(\.id) == [event.id])
        #expect(
            letters.first?.reason == "the program cannot be started with so long a record: Argument list too long")
        #expect(
            scene.talk.all.contains { $0.hasPrefix("warning: one does not get the record \(event.id) of gate: ") })
    }

    @Test(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"), arguments: [0, 1])
    func `a broker gets what comes before and after a record that has no topic`(place: Int) async throws {
        let broker = try Broker(scene.folder)
        let name = try broker.listen("plated/site/gate/plate")
        var way = MQTTWay()
        way.address = SourceAddress("mqtt://127.0.0.1:\(broker.port)")
        let settings = DestinationSettings(name: "one", way: way)
        let destination = try way.open(
            settings, secrets: SecretPlace(configuration: scene.folder.file("hub.yaml"), environment: [:]),
            surroundings: scene.surroundings)
        await destination.begin()
        var parcels = try [Parcel.event(1), .event(2)]
        parcels.insert(try .event(9) { $0.camera = long }, at: place)
        var result = await destination.deliver(parcels)
        // On a busy machine a connection takes longer than one delivery waits.
        for _ in 0..<20 where result.trouble?.isAway == true { result = await destination.deliver(parcels) }
        #expect(result.count == place && result.trouble?.verdict == .refused)
        #expect(result.trouble?.reason == "MQTT has no message for it: a name in it is too long, or it is too large")
        #expect(
            await destination.deliver(Array(parcels[(place + 1)...])) == Delivered(count: parcels.count - place - 1))
        #expect(try await eventually { try broker.heard(name).count == 2 })
        await destination.end()
    }
}

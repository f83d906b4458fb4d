import Addresses
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// What a broker ends connections for.
@Suite struct PacketDoubtTests {
    @Test func `records of a connection that ended go alone, and those behind them together again`() {
        var doubt = PacketDoubt()
        let before = doubt.isAlone(1, bytes: 100)
        #expect(!before)
        doubt.begin(upTo: 3)
        let meanwhile = [2, 3].map { doubt.isAlone($0, bytes: 100) }
        #expect(meanwhile == [true, true] && doubt.isOpen)
        let behind = doubt.isAlone(4, bytes: 100)
        #expect(!behind && !doubt.isOpen)
    }

    @Test func `the doubt is over with the last record that it is of, whether that arrives or is given up`() {
        var doubt = PacketDoubt()
        doubt.begin(upTo: 3)
        doubt.arrived(2, bytes: 100)
        #expect(doubt.isOpen)
        doubt.arrived(3, bytes: 100)
        #expect(!doubt.isOpen)
        doubt.begin(upTo: 4)
        for _ in 0..<2 { _ = doubt.ended(4, bytes: 5000, isTrial: true) }
        #expect(!doubt.isOpen)
    }

    @Test func `only what ends connections that had lasted is given up`() {
        var doubt = PacketDoubt()
        doubt.begin(upTo: 3)
        // Another client of our name may have ended them.
        let unfair = (0..<5).map { _ in doubt.ended(2, bytes: 5000, isTrial: false) }
        #expect(!unfair.contains(true))
        #expect(doubt.waits(2, isLasting: false, sessions: 1) && !doubt.waits(2, isLasting: true, sessions: 1))
        #expect(!doubt.waits(3, isLasting: false, sessions: 1))
        // They end without it as well: it is not what they end for.
        #expect(doubt.waits(2, isLasting: false, sessions: 3) && !doubt.waits(2, isLasting: false, sessions: 4))
        let fair = (0..<2).map { _ in doubt.ended(2, bytes: 5000, isTrial: true) }
        #expect(fair == [false, true])
    }

    @Test func `another record's trials are its own`() {
        var doubt = PacketDoubt()
        let ends = [2, 3, 3].map { doubt.ended($0, bytes: 5000, isTrial: true) }
        #expect(ends == [false, false, true])
    }

    @Test func `what is as large as one that was given up goes alone, until one of them arrives`() {
        var doubt = PacketDoubt()
        for _ in 0..<2 { _ = doubt.ended(2, bytes: 5000, isTrial: true) }
        let alone = [5000, 6000, 4999].map { doubt.isAlone(9, bytes: $0) }
        #expect(alone == [true, true, false])
        doubt.arrived(9, bytes: 6000)
        let later = doubt.isAlone(12, bytes: 6000)
        #expect(!later)
    }

    @Test func `a connection has lasted after ten seconds, and no longer once it ended`() {
        let start = ContinuousClock.now
        var lives = MQTTConnection.Lives()
        #expect(!lives.lasts(at: start))
        lives.begin(at: start)
        #expect(!lives.lasts(at: start + .seconds(9)) && lives.lasts(at: start + .seconds(10)))
        lives.end(at: start + .seconds(11))
        #expect(!lives.lasts(at: start + .seconds(12)))
    }
}

/// At a real broker.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct LargePacketTests {
    private let scene: DeliveryScene

    init() throws { scene = try DeliveryScene() }

    // Two minutes: half a minute of it is spent on connections that have to last, on a quiet machine.
    @Test(.timeLimit(.minutes(2)))
    func `a record that the broker takes no packet of is given up, and those behind it arrive`() async throws {
        let broker = try Broker(scene.folder, settings: "allow_anonymous true\nmax_packet_size 3000")
        let name = try broker.listen("plated/site/gate/plate")
        var way = MQTTWay()
        way.address = SourceAddress("mqtt://127.0.0.1:\(broker.port)")
        var settings = DestinationSettings(name: "broker", way: way)
        settings.kinds = [.plates]
        let destination = try settings.way.open(
            settings, secrets: SecretPlace(configuration: scene.folder.file("hub.yaml"), environment: [:]),
            surroundings: scene.surroundings)
        await destination.begin()
        let large = try Parcel.event(2) { event in
            event.candidates = (0..<200).map { PlateCandidate(plate: "AB\($0)", confidence: 0.005) }
        }
        #expect(large.line.utf8.count > 3000)
        var rest = [try Parcel.event(1), large, try Parcel.event(3)]
        var refused: [Int64] = []
        // As a courier does; half a minute of it is spent on connections that have to last.
        _ = await eventually(within: 60) {
            let result = await destination.deliver(rest)
            rest.removeFirst(result.count)
            if result.trouble?.verdict == .refused, !rest.isEmpty {
                #expect(result.trouble?.reason.contains("max_packet_size") == true)
                refused.append(rest.removeFirst().record.seq)
            }
            return rest.isEmpty
        }
        #expect(rest.isEmpty && refused == [2])
        let texts = try (1...3).map { try Parcel.event($0).line }
        let isThere = try await eventually {
            let heard = Set(try broker.heard(name).map { $0[2] })
            return heard.isSuperset(of: [texts[0], texts[2]])
        }
        #expect(isThere)
        await destination.end()
    }
}

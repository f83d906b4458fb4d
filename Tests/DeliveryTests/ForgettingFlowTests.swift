import Fleet
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// What a site forgets is forgotten at its centre, through real brokers.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct ForgettingFlowTests {
    private let fleet: CentreScene
    private var folder: TemporaryFolder { fleet.folder }

    init() throws { fleet = try CentreScene() }

    private func plates(_ history: any History) async throws -> [String] {
        try await history.records(after: 0, limit: 1000).compactMap { record in
            if case .plate(let event) = record.record { event.plate } else { nil }
        }
    }

    @Test(arguments: FleetEnds.all)
    func `it is forgotten once the line is there again, of that site alone, and the chain stays whole`(
        ends: FleetEnds
    ) async throws {
        let broker = try KilledBroker(ends.broker, folder)
        let (site, centre) = (try fleet.scene.history(), try await ends.history(fleet.scene))
        try await fleet.scene.add(1...20, to: site)
        // Another site saw the same plates.
        let yard = try fleet.scene.history("yard.sqlite")
        try await fleet.scene.add(5...6, to: yard, camera: "gate2")
        try await fleet.withCentre(["site", "yard"], at: broker.ports, history: centre) {
            try await fleet.withSite("yard", at: broker.ports, history: yard) {
                try await fleet.waits { try await plates(centre).count == 2 }
            }
            try await fleet.withSite(at: broker.ports.reversed(), history: site) {
                try await fleet.waits { try await plates(centre).count == 22 }
                broker.kill()
                // By another process, while the line is cut.
                #expect(try await site.forget("AB5").records == 1)
                #expect(try await site.forget("AB7").records == 1)
                try broker.start()
                try await fleet.waits { try await plates(centre).count == 20 }
                // What comes later still fits.
                try await fleet.scene.add(21...22, to: site)
                try await fleet.waits { try await plates(centre).count == 22 }
            }
        }
        let kept = try await centre.kept(SiteBooks.space(of: "site"))
        #expect(SiteBooks(SiteSettings(name: "site"), kept: kept).forgotten == 2)
        #expect(try await plates(centre).filter { ["AB5", "AB7"].contains($0) } == ["AB5"])
        let left = try await centre.records(id: DeliveryScene.event(5).id)
        #expect(left.map(\.camera).sorted() == ["site/gate", "yard/gate2"])
        let blotted = try #require(left.first { $0.camera == "site/gate" })
        guard case .forgotten(let line) = blotted.record else {
            Issue.record("\(blotted)")
            return
        }
        #expect(line.hash == Digest(of: DeliveryScene.event(5).line.dropLast()))
        #expect(!String(decoding: blotted.line, as: UTF8.self).contains("AB5"))
    }

    @Test func `it is forgotten though an old word of the centre comes last`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try await fleet.scene.add(1...5, to: site)
        let topic = FleetTopic.committed(of: "site")
        let heard = try broker.listen(topic)
        let old = FleetWord(origin: try await site.origin(), committed: 2).text
        try await fleet.withCentre(["site"], at: [broker.port], history: centre) {
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try await plates(centre).count == 5 }
                // As of a centre that has given the site away, and whose broker was slow.
                try #require(Command.succeeds("mosquitto_pub", "-p", "\(broker.port)", "-t", topic, "-m", old))
                try await fleet.waits { try broker.heard(heard).contains { $0.last == old } }
                #expect(try await site.forget("AB4").records == 1)
                try await fleet.waits { try await plates(centre).count == 4 }
            }
        }
        #expect(try await plates(centre) == ["AB1", "AB2", "AB3", "AB5"])
    }

    @Test func `a word that a broker kept is none to who has heard the centre since`() {
        let (board, origin) = (WordBoard(), "A1")
        func word(_ committed: Int64) -> FleetWord { FleetWord(origin: origin, committed: committed) }
        board.put(word(2), of: origin, isKept: true)
        #expect(board.word(of: origin) == word(2))
        board.put(word(5), of: origin, isKept: false)
        board.put(word(3), of: origin, isKept: true)
        #expect(board.word(of: origin) == word(5) && board.count == 2)
        // Its history may be an older copy of itself.
        board.put(word(4), of: origin, isKept: false)
        #expect(board.word(of: origin) == word(4) && board.falls == 1)
        // Of another history of the site nothing was heard yet.
        board.put(FleetWord(origin: "B2", committed: 1), of: "B2", isKept: true)
        #expect(board.word(of: "B2")?.committed == 1 && board.falls == 1)
    }

    @Test func `a site makes its centre forget nothing of another's`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try await fleet.scene.add(1...3, to: site)
        let heard = try broker.listen("plated/v1/yard/committed")
        let message = ForgottenRecords(
            (1...3).map { .init(camera: "gate", id: DeliveryScene.event($0).id) }
                + [.init(camera: "site/gate", id: DeliveryScene.event(1).id)])
        let path = folder.file("message")
        try Data(message.bytes).write(to: URL(fileURLWithPath: path))
        try await fleet.withCentre(["site", "yard"], at: [broker.port], history: centre) {
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try await centre.status().last == 3 }
            }
            try await fleet.waits {
                try #require(
                    Command.succeeds(
                        "mosquitto_pub", "-p", "\(broker.port)", "-t", "plated/v1/yard/records", "-f", path))
                return try broker.heard(heard).contains { $0.last == "plated.forgot/1 \(message.digest)" }
            }
        }
        #expect(try await plates(centre) == ["AB1", "AB2", "AB3"])
    }
}

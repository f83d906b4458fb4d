import Addresses
import Fleet
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// A site and its centre, with a real mosquitto between them as Debian ships it: it keeps nothing on the disk.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct CentreTests {
    private static let hasNATS = NATSCluster.isThere
    private let scene: DeliveryScene
    private var folder: TemporaryFolder { scene.folder }

    init() throws { scene = try DeliveryScene() }

    private func access(_ ports: [Int], _ user: String? = nil) -> BrokerAccess {
        let login = user.map { "\($0):secret@" } ?? ""
        return BrokerAccess(addresses: ports.map { SourceAddress("mqtt://\(login)127.0.0.1:\($0)") })
    }

    /// Nobody answers at the first: each has its turn.
    private func ports(_ broker: Broker) -> [Int] { [9, broker.port] }

    /// Runs the centre until the body is done.
    private func withCentre(
        _ ports: [Int], _ history: any History, user: String? = nil, _ body: () async throws -> Void
    ) async throws {
        var settings = IngestSettings()
        settings.access = access(ports, user)
        settings.sites = [SiteSettings(name: "site")]
        let line = try MQTTFleetLine(
            settings, secrets: SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]), hub: "centre")
        let centre = Centre(settings.sites, line: line, history: history, talk: scene.talk.logger)
        try await CentreScene.running({ try await centre.run() }, while: body)
    }

    /// Runs the site until the body is done.
    private func withSite(
        _ ports: [Int], _ history: any History, user: String? = nil, _ body: () async throws -> Void
    ) async throws {
        let settings = DestinationSettings(name: "centre", way: CentreWay(access: access(ports, user)))
        let delivery = try await scene.delivery([settings], of: history)
        try await CentreScene.running({ try await delivery.run() }, while: body)
    }

    /// Waits two minutes: who lost a broker tries again after pauses that grow to many seconds, and a broker that is deaf is given up late.
    private func waits(until condition: () async throws -> Bool) async throws {
        if try await eventually(within: 120, condition) { return }
        Issue.record("it did not come about in time: \(scene.talk.all)")
    }

    /// Asked again and again while something is waited for, and so without the lines.
    private func count(_ history: any History) async throws -> Int { Int(try await history.status().last) }

    private func lines(_ history: any History) async throws -> [[UInt8]] {
        try await history.records(after: 0, limit: 10_000).map(\.line)
    }

    @Test func `every record arrives once and in order, though the broker is killed and forgets what it acknowledged`()
        async throws
    {
        let broker = try Broker(folder)
        let (site, centre) = (try scene.history(), try scene.history("centre.sqlite"))
        try await scene.add(1...700, to: site)
        try await withCentre(ports(broker), centre) {
            try await withSite(ports(broker), site) {
                try await waits { try await count(centre) > 0 }
                broker.kill()
                try await scene.add(701...900, to: site)
                try broker.start()
                try await waits { try await count(centre) >= 900 }
            }
        }
        #expect(try await lines(centre) == lines(site))
        let records = try await centre.records(after: 0, limit: 1)
        #expect(records.map(\.camera) == ["site/gate"])
        #expect(try scene.state(of: "centre")?.expired == 0)
    }

    @Test func `what a centre had not stored when it ended comes again, and what its history lost, too`() async throws {
        let broker = try Broker(folder)
        let (site, first, second) = (
            try scene.history(), try scene.history("first.sqlite"), try scene.history("second.sqlite")
        )
        try await withSite(ports(broker), site) {
            try await withCentre(ports(broker), first) {
                try await scene.add(1...100, to: site)
                try await waits { try await count(first) >= 100 }
            }
            try await scene.add(101...150, to: site)
            try await withCentre(ports(broker), first) { try await waits { try await count(first) >= 150 } }
            try await withCentre(ports(broker), second) {
                try await scene.add(151...160, to: site)
                try await waits { try await count(second) >= 160 }
            }
        }
        #expect(try await lines(first) == Array(lines(site).prefix(150)))
        #expect(try await lines(second) == lines(site))
    }

    @Test func `a site's history that was made anew brings nothing twice`() async throws {
        let broker = try Broker(folder)
        let (old, centre) = (try scene.history(), try scene.history("centre.sqlite"))
        try await withCentre(ports(broker), centre) {
            try await scene.add(1...50, to: old)
            try await withSite(ports(broker), old) { try await waits { try await count(centre) >= 50 } }
            let anew = try scene.history("anew.sqlite")
            try await scene.store(anew)
            try await withSite(ports(broker), anew) {
                try await scene.add(51...60, to: anew)
                try await waits { try await count(centre) >= 60 }
            }
            #expect(try await lines(centre) == lines(anew))
        }
    }

    @Test func `both ends agree on how far the site is, and on what its chain is like`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try scene.history(), try scene.history("centre.sqlite"))
        try await scene.add(1...10, to: site)
        try await withCentre(ports(broker), centre) {
            try await withSite(ports(broker), site) {
                try await waits { try scene.state(of: "centre")?.delivered == 10 }
            }
        }
        let books = SiteBooks(
            SiteSettings(name: "site"), kept: try await centre.kept(SiteBooks.space(of: "site")))
        #expect(books.ledger.committed == [try await site.origin(): 10])
        #expect(books.chains["gate"]?.lines == 10 && books.chains["gate"]?.breaks == 0)
        #expect(books.newest == DeliveryScene.event(10).time)
    }

    @Test(.enabled(if: hasNATS, "nats-server is not installed: scripts/install-packages test"))
    func `a cluster of three loses nothing, whichever of its nodes is killed`() async throws {
        let cluster = try NATSCluster(folder)
        let (site, centre) = (try scene.history(), try scene.history("centre.sqlite"))
        try await withCentre(cluster.ports, centre) {
            try await withSite(cluster.ports.reversed(), site) {
                for node in 0..<3 {
                    try await scene.add(node * 300 + 1...node * 300 + 200, to: site)
                    try await waits { try await count(centre) > node * 300 }
                    cluster.kill(node)
                    try await scene.add(node * 300 + 201...node * 300 + 300, to: site)
                    try await waits { try await count(centre) >= (node + 1) * 300 }
                    try cluster.start(node)
                }
            }
        }
        #expect(try await lines(centre) == lines(site))
    }

    @Test func `at a mosquitto with our list of rights, a site can neither say nor hear what is another's`()
        async throws
    {
        let rights = folder.file("rights")
        try FileManager.default.copyItem(atPath: repository + "/config/brokers/mosquitto.acl", toPath: rights)
        let users = folder.file("users")
        try folder.write("", to: "users")
        for user in ["centre", "site", "thief"] {
            try #require(Command.succeeds("mosquitto_passwd", "-b", users, user, "secret"))
        }
        let broker = try Broker(folder, settings: "allow_anonymous false\npassword_file \(users)\nacl_file \(rights)")
        let (site, other, centre) = (
            try scene.history(), try scene.history("other.sqlite"), try scene.history("centre.sqlite")
        )
        try await withCentre([broker.port], centre, user: "centre") {
            // Says that it is `site`, and has another's password.
            try await scene.add(901...910, to: other, camera: "yard")
            try await withSite([broker.port], other, user: "thief") {
                try await waits { try scene.state(of: "centre")?.trouble != nil }
            }
            #expect(try await count(centre) == 0)
            #expect(try scene.state(of: "centre")?.trouble == "the centre has not said what it has of the site site")
            try await scene.add(1...10, to: site)
            try await withSite([broker.port], site, user: "site") {
                try await waits { try await count(centre) >= 10 }
            }
        }
        #expect(try await lines(centre) == lines(site))
    }
}

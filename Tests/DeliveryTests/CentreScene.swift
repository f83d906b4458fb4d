import Addresses
import Answers
import Fleet
import Foundation
import History
import Logging
import Proof
import Rules
import TestSupport
import Testing

@testable import Delivery

/// A centre and its sites, as programs have them, for tests of what goes from one to the others.
struct CentreScene {
    let scene: DeliveryScene
    /// The centre's, with which it signs.
    let key: SealKey
    /// The sites that its centre has.
    let share = SiteShare()
    /// Certificates of brokers with TLS.
    var authorities: String?

    init() throws {
        scene = try DeliveryScene()
        key = try SealKey()
    }

    var folder: TemporaryFolder { scene.folder }
    private var secrets: SecretPlace { SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]) }

    private func access(_ ports: [Int], _ user: String?) -> BrokerAccess {
        let login = user.map { "\($0):secret@" } ?? ""
        let (scheme, host) = authorities == nil ? ("mqtt", "127.0.0.1") : ("mqtts", "localhost")
        return BrokerAccess(
            addresses: ports.map { SourceAddress("\(scheme)://\(login)\(host):\($0)") }, authorities: authorities)
    }

    // MARK: - Lists

    /// The folder of lists of the centre, or of a site.
    func lists(of hub: String) throws -> ListFolder {
        let path = folder.file("\(hub)-lists")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return ListFolder(path: path, zone: .utc)
    }

    func centreLists(of site: String) throws -> CentreLists {
        CentreLists(try lists(of: site), talk: scene.talk.logger) {}
    }

    /// Sends lists until the body is done.
    ///
    /// - Parameter sites: with the names of the lists that each gets.
    func withSender(
        _ sites: [String: Set<String>], at ports: [Int], key: SealKey? = nil, user: String? = nil,
        patience: ListSender.Patience = .init(), history: any History, _ body: (ListWatch) async throws -> Void
    ) async throws {
        var settings = IngestSettings()
        settings.access = access(ports, user)
        let watch = try ListWatch(try lists(of: "centre"), talk: scene.talk.logger)
        watch.begin()
        defer { watch.stop() }
        let sender = ListSender(
            sites, line: try MQTTListLine(settings, secrets: secrets, hub: "centre"), lists: ListsForSites(watch),
            history: history, key: key ?? self.key, patience: patience, talk: scene.talk.logger)
        try await Self.running({ try await sender.run() }, while: { try await body(watch) })
    }

    /// Runs a site until the body is done.
    func withSite(
        _ name: String = "site", at ports: [Int], keys: [PublicKey]? = nil, user: String? = nil,
        pictures: PicturePolicy = .never, cameras: [String] = [],
        look: @escaping @Sendable (String) throws -> Void = { _ in }, history: any History,
        _ body: () async throws -> Void
    ) async throws {
        let way = CentreWay(
            access: access(ports, user), listKeys: (keys ?? [key.publicKey]).map { "\($0)" },
            pictures: pictures)
        var surroundings = scene.surroundings
        surroundings.hub = name
        surroundings.look = look
        surroundings.lists = try centreLists(of: name)
        var settings = DestinationSettings(name: "centre", cameras: cameras, way: way)
        // The usual waits grow to ten minutes: on a busy machine a test would wait for the clock.
        settings.retry = [.milliseconds(500), .seconds(2)]
        let delivery = try Delivery(
            [settings], secrets: secrets, history: history, file: folder.file("\(name)-delivery.sqlite"),
            surroundings: surroundings)
        try await delivery.prepare()
        try await Self.running({ try await delivery.run() }, while: body)
    }

    /// Takes records in until the body is done.
    func withCentre(
        _ sites: [String], at ports: [Int], user: String? = nil, history: any History, _ body: () async throws -> Void
    ) async throws {
        var settings = IngestSettings()
        settings.access = access(ports, user)
        settings.sites = sites.map { SiteSettings(name: $0) }
        let line = try MQTTFleetLine(settings, secrets: secrets, hub: "centre")
        let centre = Centre(
            settings.sites, line: line, history: history, talk: scene.talk.logger, share: share)
        try await Self.running({ try await centre.run() }, while: body)
    }

    /// Asks sites for pictures until the body is done.
    func withAsker(
        _ sites: [String], at ports: [Int], user: String? = nil, keeper: PictureKeeper? = nil,
        patience: PictureAsker.Patience = .endless,
        _ body: (PictureAsker) async throws -> Void
    ) async throws {
        var settings = IngestSettings()
        settings.access = access(ports, user)
        let line = try MQTTPictureLine(settings, secrets: secrets, hub: "centre")
        let asker = PictureAsker(
            sites, line: line, share: share, keeper: keeper, patience: patience, talk: scene.talk.logger)
        try await Self.running({ await asker.run() }, while: { try await body(asker) })
    }

    /// Shows the pictures of a site until the body is done.
    func withGiver(
        at ports: [Int], again: Duration, history: any History, _ body: () async throws -> Void
    ) async throws {
        let way = CentreWay(access: access(ports, nil), listKeys: [], pictures: .asked)
        var surroundings = scene.surroundings
        surroundings.hub = "site"
        let line = try MQTTLookLine(
            way, of: DestinationSettings(name: "centre", cameras: [], way: way), secrets: secrets,
            surroundings: surroundings)
        let giver = PictureGiver(
            way.pictures, line: line, history: history, cameras: [], again: again, folder: surroundings.folder,
            talk: scene.talk.logger, record: surroundings.look)
        try await Self.running({ await giver.run() }, while: body)
    }

    static func running(
        _ work: @escaping @Sendable () async throws -> Void, while body: () async throws -> Void
    ) async throws {
        let task = Task { try await work() }
        do { try await body() } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        do { try await task.value } catch is CancellationError {}
    }

    // MARK: - Waiting

    /// Waits two minutes: who lost a broker tries again after pauses that grow to many seconds, and a broker that is deaf is given up late.
    func waits(until condition: () async throws -> Bool) async throws {
        if try await eventually(within: 120, condition) { return }
        Issue.record("it did not come about in time: \(scene.talk.all)")
    }
}

extension PictureAsker.Patience {
    /// For a busy machine: what is lost is asked for again, and nothing is given up.
    static var endless: Self {
        var patience = Self()
        patience.attempts = 1000
        patience.picture = .seconds(300)
        return patience
    }
}

import Fleet
import Foundation
import History
import Records
import Synchronization
import TestSupport
import Testing

@testable import Delivery

/// Pictures that a centre asks its sites for, through real brokers.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct PictureFlowTests {
    private static let hasNATS = NATSCluster.isThere
    private let fleet: CentreScene
    private var folder: TemporaryFolder { fleet.folder }

    init() throws { fleet = try CentreScene() }

    private func jpeg(_ count: Int) -> [UInt8] { PictureScene.jpeg(count) }

    private func write(_ bytes: [UInt8], _ path: String) throws { try PictureScene(fleet).write(bytes, path) }

    private func event(
        _ number: Int, _ scene: [UInt8], camera: String = "gate", at site: any History,
        _ change: (inout PlateEvidence.File) -> Void = { _ in }
    ) async throws -> (id: String, file: PlateEvidence.File) {
        try await PictureScene(fleet).event(number, scene, camera: camera, at: site, change)
    }

    private func picture(
        _ event: (id: String, file: PlateEvidence.File), by asker: PictureAsker
    ) async -> Result<[UInt8], PictureAbsence> {
        await asker.picture(event.file, of: event.id, at: "site")
    }

    private func offered(_ asker: PictureAsker) async throws {
        try await fleet.waits { await asker.offer(of: "site") == .asked }
    }

    @Test func `a picture comes when it is looked at, in pieces, also after the broker was killed`() async throws {
        let broker = try Broker(folder)
        let site = try fleet.scene.history()
        let (small, large) = (jpeg(20_000), jpeg(500_000))
        let (first, second) = (try await event(1, small, at: site), try await event(2, large, at: site))
        try await fleet.withAsker(["site"], at: [broker.port]) { asker in
            #expect(await picture(first, by: asker) == .failure(.unoffered))
            try await fleet.withSite(at: [broker.port], pictures: .asked, history: site) {
                try await offered(asker)
                #expect(await picture(first, by: asker) == .success(small))
                #expect(await picture(second, by: asker) == .success(large))
                broker.kill()
                try await fleet.waits { await picture(second, by: asker) == .failure(.unconnected) }
                try broker.start()
                // Whoever is there first waits for the other.
                try await fleet.waits { await picture(second, by: asker) == .success(large) }
                // Many at once ask once each.
                let answers = await withTaskGroup(of: Result<[UInt8], PictureAbsence>.self) { group in
                    for _ in 0..<20 {
                        group.addTask { await asker.picture(second.file, of: second.id, at: "site") }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers == Array(repeating: .success(large), count: 20))
            }
            // It says so when it goes.
            try await fleet.waits { await asker.offer(of: "site") == nil }
        }
    }

    @Test func `a site that shows none is asked for none, and says nothing`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        let event = try await event(1, jpeg(1000), at: site)
        let heard = try broker.listen("plated/v1/site/+")
        try await fleet.withAsker(["site"], at: [broker.port]) { asker in
            try await fleet.withCentre(["site"], at: [broker.port], history: centre) {
                try await fleet.withSite(at: [broker.port], history: site) {
                    try await fleet.waits { try await centre.status().last == 1 }
                    #expect(await picture(event, by: asker) == .failure(.unoffered))
                }
            }
        }
        let topics = Set(try broker.heard(heard).compactMap(\.first))
        #expect(topics.contains("plated/v1/site/records"))
        #expect(topics.isDisjoint(with: ["plated/v1/site/looks", "plated/v1/site/pictures"]))
    }

    @Test func `a site that is away is said to be, and is asked again after a while`() async throws {
        let broker = try Broker(folder)
        let site = try fleet.scene.history()
        let event = try await event(1, jpeg(1000), at: site)
        // What a site said that was killed, and had no time to take it back.
        try #require(
            Command.succeeds(
                "mosquitto_pub", "-p", "\(broker.port)", "-t", "plated/v1/site/pictures", "-r", "-m",
                "plated.shows/1 asked"))
        var patience = PictureAsker.Patience()
        patience.piece = .milliseconds(50)
        patience.attempts = 2
        patience.silence = .milliseconds(50)
        try await fleet.withAsker(["site"], at: [broker.port], patience: patience) { asker in
            try await offered(asker)
            // On a busy machine it is late before it is silent.
            try await fleet.waits { await picture(event, by: asker) == .failure(.silent) }
        }
        try await fleet.withAsker(["site"], at: [broker.port]) { asker in
            try await fleet.withSite(at: [broker.port], pictures: .asked, history: site) {
                try await offered(asker)
                try await fleet.waits { await picture(event, by: asker) == .success(jpeg(1000)) }
            }
        }
    }

    @Test func `what is gone, forgotten, altered, too large, no picture or of another camera is not shown, and why`()
        async throws
    {
        let broker = try Broker(folder)
        let site = try fleet.scene.history()
        let gone = try await event(1, jpeg(1000), at: site)
        try FileManager.default.removeItem(atPath: folder.file("evidence/gate/1.scene.jpg"))
        let forgotten = try await event(2, jpeg(1001), at: site)
        _ = try await site.forget("AB2")
        let altered = try await event(3, jpeg(1002), at: site)
        try write(jpeg(1001) + [0], "3.scene.jpg")
        let cut = try await event(4, jpeg(1003), at: site)
        try write(jpeg(900), "4.scene.jpg")
        let large = try await event(5, jpeg(1004), at: site) { $0.bytes = PicturePiece.longest + 1 }
        let page = try await event(6, Array("<script>alert(1)</script>".utf8), at: site)
        let other = try await event(7, jpeg(1005), camera: "yard", at: site)
        let away = try await event(8, jpeg(1006), at: site) { $0.path = "../../evidence/gate/1.jpg" }
        try await fleet.withAsker(["site"], at: [broker.port]) { asker in
            try await fleet.withSite(at: [broker.port], pictures: .asked, cameras: ["gate"], history: site) {
                try await offered(asker)
                #expect(await picture(gone, by: asker) == .failure(.gone))
                #expect(await picture(forgotten, by: asker) == .failure(.unknown))
                #expect(await picture(altered, by: asker) == .failure(.changed))
                #expect(await picture(cut, by: asker) == .failure(.changed))
                #expect(await picture(large, by: asker) == .failure(.tooLarge))
                var claimed = large
                claimed.file.bytes = 1004
                #expect(await picture(claimed, by: asker) == .failure(.tooLarge))
                #expect(await picture(page, by: asker) == .failure(.noJPEG))
                #expect(await picture(other, by: asker) == .failure(.unknown))
                #expect(await picture(away, by: asker) == .failure(.unreadable))
                // Of an event that there is, another file than its own.
                #expect(await picture((cut.id, gone.file), by: asker) == .failure(.unknown))
            }
        }
    }

    @Test func `a look that the site cannot write down is refused`() async throws {
        let broker = try Broker(folder)
        let site = try fleet.scene.history()
        let (first, second) = (try await event(1, jpeg(300_000), at: site), try await event(2, jpeg(1000), at: site))
        let looks = Mutex<[String]>([])
        try await fleet.withAsker(["site"], at: [broker.port]) { asker in
            let look: @Sendable (String) throws -> Void = { id in
                looks.withLock { $0.append(id) }
                if id == second.id { throw CancellationError() }
            }
            try await fleet.withSite(at: [broker.port], pictures: .asked, look: look, history: site) {
                try await offered(asker)
                #expect(await picture(first, by: asker) == .success(jpeg(300_000)))
                #expect(await picture(second, by: asker) == .failure(.unreadable))
            }
        }
        #expect(looks.withLock { Set($0) } == [first.id, second.id])
    }

    @Test func `at a mosquitto with our list of rights, a site can neither ask for another's pictures nor show any`()
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
        let site = try fleet.scene.history()
        let event = try await event(1, jpeg(1000), at: site)
        let heard = try broker.listen("plated/v1/site/pictures", "-u", "thief", "-P", "secret")
        var patience = PictureAsker.Patience()
        patience.piece = .milliseconds(50)
        try await fleet.withAsker(["site"], at: [broker.port], user: "centre") { asker in
            try await fleet.withAsker(["site"], at: [broker.port], user: "thief", patience: patience) { thief in
                try await fleet.withSite(at: [broker.port], user: "site", pictures: .asked, history: site) {
                    try await offered(asker)
                    // It takes back what another site said.
                    try #require(
                        Command.succeeds(
                            "mosquitto_pub", "-p", "\(broker.port)", "-u", "thief", "-P", "secret", "-t",
                            "plated/v1/site/pictures", "-r", "-n"))
                    #expect(await picture(event, by: asker) == .success(jpeg(1000)))
                    #expect(await picture(event, by: thief) == .failure(.unoffered))
                }
            }
        }
        #expect(try broker.heard(heard).isEmpty)
    }

    @Test(.enabled(if: hasNATS, "nats-server is not installed: scripts/install-packages test"))
    func `through a cluster of three, pictures come whichever of its nodes is killed`() async throws {
        let cluster = try NATSCluster(folder)
        let site = try fleet.scene.history()
        let event = try await event(1, jpeg(400_000), at: site)
        try await fleet.withAsker(["site"], at: cluster.ports) { asker in
            try await fleet.withSite(at: cluster.ports.reversed(), pictures: .asked, history: site) {
                try await offered(asker)
                for node in 0..<3 {
                    try await fleet.waits { await picture(event, by: asker) == .success(jpeg(400_000)) }
                    cluster.kill(node)
                    try await fleet.waits { await picture(event, by: asker) == .success(jpeg(400_000)) }
                    try cluster.start(node)
                }
            }
        }
    }
}

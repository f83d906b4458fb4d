import Answers
import Fleet
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// Pictures that go to a centre after their records, and stay there for a while.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct PictureKeepingTests {
    private let fleet: CentreScene
    private let pictures: PictureScene
    private var folder: TemporaryFolder { fleet.folder }

    init() throws {
        fleet = try CentreScene()
        pictures = PictureScene(fleet)
    }

    /// A centre that takes records in and keeps pictures.
    private func withCentre(
        _ sites: [String] = ["site"], at ports: [Int], history: any History, days: Int? = nil,
        _ body: () async throws -> Void
    ) async throws {
        let limits = days.map { KeptPictures(path: folder.file("kept"), days: $0, megabytes: 1000) }
        let keeper = PictureKeeper(
            history: history, folder: { [path = folder.path] in "\(path)/kept/\($0)" }, limits: limits,
            talk: fleet.scene.talk.logger)
        try await fleet.withAsker(sites, at: ports, keeper: keeper) { _ in
            try await fleet.withCentre(sites, at: ports, history: history, body)
        }
    }

    /// What the centre has of an event's pictures.
    private func kept(_ id: String, in centre: any History) async throws -> EventPicture.State? {
        for case .plate(let event) in try await centre.records(id: id).map(\.record) {
            return try EventPicture.of(event) { [path = folder.path] in "\(path)/kept/\($0)" }.first?.load().state
        }
        return nil
    }

    private func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.hasPrefix("kept/") && $0.hasSuffix(".jpg")
        }
    }

    /// How many events' pictures are done with, of the site.
    private func handed() throws -> Int {
        try DeliveryFile(path: folder.file("site-delivery.sqlite")).state(of: "centre.pictures")?.state.delivered ?? 0
    }

    @Test(arguments: FleetEnds.all)
    func `pictures come after their records and lie under their hashes, though the broker is killed amid them`(
        ends: FleetEnds
    ) async throws {
        let broker = try KilledBroker(ends.broker, folder)
        let (site, centre) = (try fleet.scene.history(), try await ends.history(fleet.scene))
        // Before anything is sent there: a site's pictures of earlier stay where they are.
        try await withCentre(at: broker.ports, history: centre) {
            try await fleet.withSite(at: broker.ports.reversed(), pictures: .always, history: site) {
                var events: [(id: String, file: PlateEvidence.File)] = []
                for number in 1...12 {
                    events.append(try await pictures.event(number, PictureScene.jpeg(150_000 + number), at: site))
                    if number == 4 { try await fleet.waits { try !files().isEmpty } }
                    if number == 4 { broker.kill() }
                    if number == 8 { try broker.start() }
                }
                try await fleet.waits { try handed() == 12 }
                for event in events { #expect(try await kept(event.id, in: centre) == .whole) }
                #expect(
                    try Set(files())
                        == Set(events.map { "kept/site/gate/\($0.file.sha256.prefix(2))/\($0.file.sha256).jpg" }))
            }
        }
    }

    @Test func `they come, though a broker lost the word that the site shows any`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        let topic = FleetTopic.pictures(of: "site")
        func say(_ word: String, _ last: String) throws {
            try #require(
                Command.succeeds("mosquitto_pub", "-p", "\(broker.port)", "-t", topic, "-q", "1", word, last))
        }
        let first = try broker.listen(topic)
        try await fleet.withSite(at: [broker.port], pictures: .always, history: site) {
            try await fleet.waits { try broker.heard(first).contains { $0.last == "plated.shows/1 always" } }
            try say("-r", "-n")
            try await withCentre(at: [broker.port], history: centre) {
                try await fleet.waits { fleet.scene.talk.all.contains { $0.contains("takes in the site") } }
                let event = try await pictures.event(1, PictureScene.jpeg(1000), at: site)
                try await fleet.waits { try handed() == 1 }
                #expect(try await kept(event.id, in: centre) == .whole)
            }
            // It has not been said again meanwhile.
            let late = try broker.listen(topic)
            try say("-m", "end")
            try await fleet.waits { try broker.heard(late).last?.last == "end" }
            #expect(try broker.heard(late).count == 1)
        }
    }

    @Test func `a broker that takes everything and carries it to nobody is left for the next`() async throws {
        let elsewhere = try TemporaryFolder()
        let (deaf, broker) = (try Broker(elsewhere), try Broker(folder))
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        let heard = try deaf.listen(FleetTopic.records(of: "site"))
        try await withCentre(at: [broker.port], history: centre) {
            try await fleet.withSite(at: [deaf.port, broker.port], pictures: .always, history: site) {
                let event = try await pictures.event(1, PictureScene.jpeg(1000), at: site)
                try await fleet.waits { try handed() == 1 }
                #expect(try await kept(event.id, in: centre) == .whole)
            }
        }
        #expect(try !deaf.heard(heard).isEmpty)
        let told = fleet.scene.talk.all
        #expect(told.contains { $0.contains("centre takes nothing: the centre has not said what it has") }, "\(told)")
        #expect(told.contains { $0.contains("centre takes records again") }, "\(told)")
    }

    @Test func `what is no picture is refused, and holds up no other`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try await withCentre(at: [broker.port], history: centre) {
            try await fleet.withSite(at: [broker.port], pictures: .always, history: site) {
                let page = try await pictures.event(1, Array("<html>".utf8), at: site)
                let altered = try await pictures.event(2, PictureScene.jpeg(1000), at: site) {
                    $0.sha256 = "\(Digest(of: Array("another".utf8)))"
                }
                let whole = try await pictures.event(3, PictureScene.jpeg(1001), at: site)
                try await fleet.waits { try handed() == 3 }
                #expect(try await kept(page.id, in: centre) == .missing)
                #expect(try await kept(altered.id, in: centre) == .missing)
                #expect(try await kept(whole.id, in: centre) == .whole)
                #expect(try files().count == 1)
            }
        }
    }

    @Test func `a centre that keeps none says so, and the site goes on`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try await fleet.withAsker(["site"], at: [broker.port]) { asker in
            try await fleet.withCentre(["site"], at: [broker.port], history: centre) {
                try await fleet.withSite(at: [broker.port], pictures: .always, history: site) {
                    let event = try await pictures.event(1, PictureScene.jpeg(1000), at: site)
                    try await fleet.waits { try handed() == 1 }
                    // Whoever looks at it gets it.
                    #expect(
                        await asker.picture(event.file, of: event.id, at: "site") == .success(PictureScene.jpeg(1000)))
                }
            }
        }
        #expect(try files().isEmpty)
    }

    @Test func `a site brings no picture of another's events`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        let event = try await pictures.event(1, PictureScene.jpeg(1000), at: site)
        let heard = try broker.listen("plated/v1/yard/looks")
        try await withCentre(["site", "yard"], at: [broker.port], history: centre) {
            // It sends its records, and keeps its pictures.
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try await centre.status().last == 1 }
            }
            try await fleet.waits {
                try #require(
                    Command.succeeds(
                        "mosquitto_pub", "-p", "\(broker.port)", "-t", "plated/v1/yard/pictures", "-m",
                        "plated.have/1 \(event.id) \(event.file.sha256)"))
                return try broker.heard(heard).contains { $0.last == "plated.kept/1 \(event.file.sha256) later" }
            }
        }
        // It was not even asked for.
        #expect(try broker.heard(heard).allSatisfy { $0.last?.hasPrefix("plated.kept/1") == true })
        #expect(try files().isEmpty)
    }

    /// What the centre says of a picture that a site tells of.
    private func word(on event: String, _ hash: String, at broker: Broker) async throws -> String? {
        let heard = try broker.listen("plated/v1/site/looks")
        try await fleet.waits {
            try #require(
                Command.succeeds(
                    "mosquitto_pub", "-p", "\(broker.port)", "-t", "plated/v1/site/pictures", "-m",
                    "plated.have/1 \(event) \(hash)"))
            return try broker.heard(heard).contains { $0.last?.contains(hash) == true }
        }
        return try broker.heard(heard).compactMap(\.last).first { $0.contains(hash) }
    }

    @Test func `a picture whose record the centre has forgotten is refused, and holds up no other`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        let event = try await pictures.event(1, PictureScene.jpeg(1000), at: site)
        try await withCentre(at: [broker.port], history: centre) {
            // It sends its records, and keeps its pictures.
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try await centre.status().last == 1 }
            }
            try await SiteBooks.forget(try await centre.records(id: event.id), of: "site", in: centre)
            #expect(
                try await word(on: event.id, event.file.sha256, at: broker)
                    == "plated.kept/1 \(event.file.sha256) refused")
        }
    }

    @Test func `a picture older than the centre keeps them is refused where its record is not there`() async throws {
        let broker = try Broker(folder)
        let centre = try fleet.scene.history("centre.sqlite")
        let digest = Digest(of: Array("a picture".utf8))
        let now = WallTime.now.milliseconds
        try await withCentre(at: [broker.port], history: centre, days: 7) {
            try await fleet.waits { fleet.scene.talk.all.contains { $0.contains("takes in the site") } }
            let old = EventIDs.id(at: WallTime(milliseconds: now - 8 * 86_400_000), from: digest)
            #expect(try await word(on: old, "\(digest)", at: broker) == "plated.kept/1 \(digest) refused")
            let new = EventIDs.id(at: WallTime(milliseconds: now), from: digest)
            let other = Digest(of: Array("another".utf8))
            #expect(try await word(on: new, "\(other)", at: broker) == "plated.kept/1 \(other) later")
        }
    }

    @Test func `pictures that are too old go, and the oldest where they are too many`() throws {
        let path = folder.file("kept")
        let kept = KeptPictures(path: path, days: 7, megabytes: 2)
        #expect(try kept.sweep(at: .now) == 0)
        for (number, days) in [0.0, 1, 2, 6.9, 7.1, 40].enumerated() {
            let place = "site/gate/0\(number)/\(number).jpg"
            try folder.write(String(repeating: "x", count: 600_000), to: "kept/" + place)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -86_400 * days)], ofItemAtPath: "\(path)/\(place)")
        }
        #expect(try kept.sweep(at: .now) == 3)
        #expect(try Set(files()) == Set((0...2).map { "kept/site/gate/0\($0)/\($0).jpg" }))
        #expect(try KeptPictures(path: path, days: 1, megabytes: 2).sweep(at: .now) == 2)
    }
}

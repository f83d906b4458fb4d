import Fleet
import Foundation
import Proof
import Records
import Rules
import Settings
import TestSupport
import Testing

@testable import Delivery

/// Lists of a centre on their way to sites, through a real mosquitto or three real NATS servers.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct ListFlowTests {
    private static let hasNATS = NATSCluster.isThere
    private let fleet: CentreScene
    private var folder: TemporaryFolder { fleet.folder }

    init() throws { fleet = try CentreScene() }

    private func put(_ plates: [String], on name: String = "stolen", cameras: String = "") throws {
        let centre = try fleet.lists(of: "centre")
        try centre.change(name, as: .wanted) { list in
            list.entries = plates.compactMap { plate in
                var entry = ListEntry(plate)
                entry?.owner = "somebody"
                entry?.note = "blue"
                entry?.cameras = cameras.isEmpty ? [] : [cameras]
                return entry
            }
        }
    }

    private func plates(at site: String) throws -> [String] {
        try fleet.lists(of: site).contents().lists.filter(\.isFromCentre).flatMap(\.entries).map(\.plate)
    }

    private func standing(at site: String) throws -> CentreListStanding? {
        CentreLists.standing(in: try fleet.lists(of: site))
    }

    @Test func `a list flows to its sites, changes there and goes away there, over kills of the broker`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try put(["AB12CDE", "XY34*"])
        try put(["GG11GGG"], on: "others")
        try await fleet.withSender(["site": ["stolen"], "yard": ["others"]], at: [broker.port], history: centre) { _ in
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try plates(at: "site") == ["AB12CDE", "XY34*"] }
                broker.kill()
                try put(["AB12CDE", "ZZ99ZZZ"])
                try broker.start()
                try await fleet.waits { try plates(at: "site") == ["AB12CDE", "ZZ99ZZZ"] }
            }
            // While the site is away.
            try fleet.lists(of: "centre").remove("stolen")
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try plates(at: "site").isEmpty && standing(at: "site")?.coming == nil }
                try await fleet.waits {
                    let book = try await ListBook(of: centre)
                    return book.isCurrent("site") && !book.isCurrent("yard")
                }
            }
        }
        #expect(try standing(at: "site")?.refused == 0)
    }

    @Test func `a site gets no owners, and no entries for other sites' cameras`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try put(["AB12CDE"], cameras: "site/gate")
        try put(["GG11GGG"], on: "elsewhere", cameras: "yard/gate")
        try await fleet.withSender(["site": ["stolen", "elsewhere"]], at: [broker.port], history: centre) { _ in
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try !plates(at: "site").isEmpty }
            }
        }
        let lists = try fleet.lists(of: "site").contents().lists
        let entry = try #require(lists.first { $0.name == "stolen" }?.entries.first)
        #expect(entry.cameras == ["gate"] && entry.owner.isEmpty && entry.note == "blue")
        #expect(lists.first { $0.name == "elsewhere" }?.entries.isEmpty == true)
    }

    @Test func `a list of 100 000 plates comes whole`() async throws {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try put((0..<100_000).map { "AB\($0)CDE" })
        try await fleet.withSender(["site": ["stolen"]], at: [broker.port], history: centre) { _ in
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try standing(at: "site")?.taken != nil }
            }
        }
        #expect(try plates(at: "site") == (0..<100_000).map { "AB\($0)CDE" })
    }

    @Test func `what another key has signed, what was changed and what is older is refused, and said so`() async throws
    {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try put(["AB12CDE"])
        let list = [SiteList(file: "staff.allow.csv", bytes: Array("plate\nTH1EF\n".utf8))]
        try await fleet.withSite(at: [broker.port], history: site) {
            try await fleet.withSender(["site": ["stolen"]], at: [broker.port], history: centre) { _ in
                try await fleet.waits { try plates(at: "site") == ["AB12CDE"] }
            }
            let version = try #require(try standing(at: "site")).version
            let thief = try SealKey()
            let foreign = ListNotice(site: "site", version: version + 1, lists: list)
            let forged = try foreign.bytes(signed: thief)
            var changed = try foreign.bytes(signed: fleet.key)
            changed.replace(Array("staff".utf8), with: Array("stuff".utf8))
            let older = try ListNotice(site: "site", version: version - 1, lists: []).bytes(signed: fleet.key)
            let same = try ListNotice(site: "site", version: version, lists: []).bytes(signed: fleet.key)
            let yards = try ListNotice(site: "yard", version: version + 1, lists: []).bytes(signed: fleet.key)
            let messages: [([UInt8], String)] = [
                (forged, "it is signed with another key"), (changed, "its signature is not the centre's"),
                (older, "it is older than what is here"), (same, "says something else"),
                (yards, "it is for the site yard"), (Array("plated.lists/1 site 9\n".utf8), "it is cut off"),
            ]
            for (number, (bytes, reason)) in messages.enumerated() {
                let path = folder.file("forged-\(number)")
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                try #require(
                    Command.succeeds(
                        "mosquitto_pub", "-p", "\(broker.port)", "-t", "plated/v1/site/lists", "-q", "1", "-r", "-f",
                        path))
                try await fleet.waits { try standing(at: "site")?.refusal?.contains(reason) == true }
                #expect(try plates(at: "site") == ["AB12CDE"])
            }
            #expect(try standing(at: "site")?.refused == messages.count)
            // The next word of the centre counts again.
            try put(["AB12CDE", "XY34ZZZ"])
            try await fleet.withSender(["site": ["stolen"]], at: [broker.port], history: centre) { _ in
                try await fleet.waits { try plates(at: "site") == ["AB12CDE", "XY34ZZZ"] }
            }
        }
        #expect(fleet.scene.talk.all.contains { $0.contains("lists that came as the centre's are refused") })
    }

    @Test func `what the centre sent is changed at the site by nobody, and comes anew where somebody did`() async throws
    {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try put(["AB12CDE"])
        try await fleet.withSender(["site": ["stolen"]], at: [broker.port], history: centre) { _ in
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try plates(at: "site") == ["AB12CDE"] }
            }
            let lists = try fleet.lists(of: "site")
            #expect(throws: (any Error).self) { try lists.change("stolen") { $0.entries = [] } }
            #expect(throws: (any Error).self) { try lists.remove("stolen") }
            #expect(throws: (any Error).self) { try lists.change("stolen", as: .allow) { _ in } }
            let path = lists.path + "/centre/stolen.wanted.csv"
            try Data("plate\nNONE1\n".utf8).write(to: URL(fileURLWithPath: path))
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try plates(at: "site") == ["AB12CDE"] }
            }
        }
    }

    @Test func `a list of the site's own that has the name of one of the centre's is told, and the centre's counts`()
        async throws
    {
        let broker = try Broker(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try put(["AB12CDE"])
        try Data("plate\nXY34ZZZ\n".utf8).write(
            to: URL(fileURLWithPath: fleet.lists(of: "site").path + "/stolen.wanted.csv"))
        try await fleet.withSender(["site": ["stolen"]], at: [broker.port], history: centre) { _ in
            try await fleet.withSite(at: [broker.port], history: site) {
                try await fleet.waits { try plates(at: "site") == ["AB12CDE"] }
            }
        }
        let contents = try fleet.lists(of: "site").contents()
        #expect(contents.lists.flatMap(\.entries).map(\.plate) == ["AB12CDE"])
        #expect(
            contents.problems.map(\.message) == ["there is a list stolen from the centre: give this one another name"])
    }

    @Test(.enabled(if: hasNATS, "nats-server is not installed: scripts/install-packages test"))
    func `a list flows through a cluster of three, one of which is killed`() async throws {
        let cluster = try NATSCluster(folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try put((0..<20_000).map { "AB\($0)CDE" })
        try await fleet.withSender(["site": ["stolen"]], at: cluster.ports, history: centre) { _ in
            try await fleet.withSite(at: cluster.ports.reversed(), history: site) {
                try await fleet.waits { try plates(at: "site").count == 20_000 }
                cluster.kill(2)
                try put(["AB12CDE"])
                try await fleet.waits { try plates(at: "site") == ["AB12CDE"] }
            }
            try fleet.lists(of: "centre").remove("stolen")
            try cluster.start(2)
            // A notice that is kept for a site that comes later.
            try await fleet.withSite(at: [cluster.ports[0]], history: site) {
                try await fleet.waits { try plates(at: "site").isEmpty }
            }
        }
    }
}

import Addresses
import Fleet
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// How cameras stand, on its way to a broker and to a centre.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct StandingFlowTests {
    private let scene: CentreScene
    private let since = WallTime(milliseconds: 1_795_348_800_000)

    init() throws { scene = try CentreScene() }

    private var away: CameraStanding { CameraStanding(.notRunning, cause: "settings", since: since, detail: "refused") }

    @Test func `a site tells its centre how its cameras stand, and again where one stands otherwise`() async throws {
        let broker = try Broker(scene.folder)
        let site = try SQLiteHistory(path: scene.folder.file("site.sqlite"))
        let centre = try SQLiteHistory(path: scene.folder.file("centre.sqlite"))
        func told() -> Standings? {
            scene.share.standings.latest(of: ["site"], at: .now)["site"]?.told?.standings
        }
        site.news.standing.put(Standings(["gate": CameraStanding(.reading, since: since)]))
        try await scene.withCentre(["site"], at: [broker.port], history: centre) {
            try await scene.withSite(at: [broker.port], history: site) {
                try await scene.waits { told()?["gate"]?.state == .reading }
                site.news.standing.put(Standings(["gate": away]))
                try await scene.waits { told()?["gate"] == away }
            }
        }
    }

    @Test func `a broker hears how a camera stands when that changes, also of one that has never logged anything`()
        async throws
    {
        let broker = try Broker(scene.folder)
        let name = try broker.listen("plated/site/+/state")
        let history = try SQLiteHistory(path: scene.folder.file("history.sqlite"))
        var way = MQTTWay()
        way.address = SourceAddress("mqtt://127.0.0.1:\(broker.port)")
        let settings = DestinationSettings(name: "broker", way: way)
        var surroundings = scene.scene.surroundings
        surroundings.history = history
        let destination = try settings.way.open(
            settings, secrets: SecretPlace(configuration: scene.folder.file("hub.yaml"), environment: [:]),
            surroundings: surroundings)
        func heard() throws -> String? { try broker.heard(name).last?.last }
        await destination.begin()
        history.news.standing.put(Standings(["gate": away]))
        try await scene.waits {
            try heard()
                == #"{"seeing":false,"state":"not_running","cause":"settings","since":"\#(since)","detail":"refused"}"#
        }
        history.news.standing.put(Standings(["gate": CameraStanding(.reading, since: since)]))
        try await scene.waits {
            try heard() == #"{"seeing":true,"state":"reading","cause":null,"since":"\#(since)","detail":null}"#
        }
        await destination.end()
    }
}

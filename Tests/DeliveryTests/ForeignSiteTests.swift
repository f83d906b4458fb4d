import Fleet
import Foundation
import History
import Rules
import TestSupport
import Testing

@testable import Delivery

/// Sites at brokers with the users and rights that are shipped: what is another's is closed to them.
@Suite struct ForeignSiteTests {
    private static let kinds = FleetBroker.Kind.allCases.filter(\.isThere)

    /// What a site hears, and what it says.
    private static let (told, said) = (["lists", "committed", "pieces", "looks"], ["records", "wants", "pictures"])

    private func users(_ kind: FleetBroker.Kind, _ folder: TemporaryFolder) throws -> String {
        switch kind {
        case .mosquitto:
            try folder.write("", to: "made")
            for user in ["centre", "site", "thief"] {
                try #require(Command.succeeds("mosquitto_passwd", "-b", folder.file("made"), user, "secret"))
            }
            return try folder.text("made")
        case .nats:
            let lines = try FleetBroker.shipped("nats-users.conf").replacing("CHANGE", with: "secret").split(
                separator: "\n")
            let example = String(try #require(lines.first { $0.contains("# {user: \"north\"") })).replacing(
                "# ", with: "")
            let sites = ["site", "thief"].map { example.replacing("north", with: $0) }
            return (lines.dropLast().map(String.init) + sites + ["]", ""]).joined(separator: "\n")
        }
    }

    @Test(arguments: kinds)
    func `a site reads and writes nothing of another's, and is cut off once it has no user`(
        kind: FleetBroker.Kind
    ) async throws {
        var fleet = try CentreScene()
        let folder = fleet.folder
        let broker = try FleetBroker(kind, folder, users: try users(kind, folder))
        fleet.authorities = broker.certificate.path
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        try fleet.lists(of: "centre").change("stolen", as: .wanted) {
            $0.entries = [ListEntry("AB12CDE")].compactMap(\.self)
        }
        let lists = try fleet.lists(of: "site")
        // Signed as it should be: whether it comes is the broker's alone to say.
        let forged = try ListNotice(site: "site", version: .max, lists: []).bytes(signed: fleet.key)
        let file = folder.file("forged")
        try Data(forged).write(to: URL(fileURLWithPath: file))
        // The next records of the site, as they should be, from somebody else.
        try await fleet.scene.add(1...5, to: site)
        let message = FleetMessage(
            origin: try await site.origin(), after: 0,
            records: [FleetRecord(seq: 1, line: Array(#"{"schema":"plated.event/1"}"#.utf8))])
        let records = folder.file("records")
        try Data(message.bytes).write(to: URL(fileURLWithPath: records))

        let thief = (user: "thief", password: "secret")
        let foreign =
            try (Self.told + Self.said).map {
                try broker.listen("plated/v1/site/\($0)", thief)
            } + [try broker.listen("#", thief), try broker.listen("plated/v1/+/committed", thief)]
        let heard = try broker.listen("plated/v1/site/records", ("centre", "secret"))
        let own = try broker.listen("plated/v1/site/lists", ("site", "secret"))
        let rightful =
            try Self.told.map { try broker.listen("plated/v1/site/\($0)", ("site", "secret")) }
            + Self.said.map { try broker.listen("plated/v1/site/\($0)", ("centre", "secret")) }
        for topic in Self.told + Self.said {
            try broker.say(
                "plated/v1/site/\(topic)", file: topic == "records" ? records : file, thief, isRetained: true)
        }
        try await fleet.withCentre(["site", "thief"], at: broker.ports, user: "centre", history: centre) {
            try await fleet.withSender(["site": ["stolen"]], at: broker.ports, user: "centre", history: centre) { _ in
                try await fleet.withSite(at: broker.ports, user: "site", history: site) {
                    try await fleet.waits { lists.contents().lists.flatMap(\.entries).map(\.plate) == ["AB12CDE"] }
                    try await fleet.waits { try await centre.records(after: 0, limit: 10).count == 5 }
                    try await fleet.waits { try own.text().contains("plated.lists/1 site") }
                    try await fleet.waits { try heard.text().contains("plated.records/1") }
                }
            }
        }
        #expect(
            try await centre.records(after: 0, limit: 10).map(\.line) == site.records(after: 0, limit: 10).map(\.line))
        for client in rightful { #expect(try !client.text().contains("\(Int64.max)")) }
        #expect(try !heard.text().contains("plated.event/1\"}"))
        for client in foreign {
            #expect(try !client.text().contains("plated.lists/1") && !client.text().contains("plated.records/1"))
            #expect(try !client.text().contains("plated/v1/site/committed "))
        }

        // A cluster of NATS says so; mosquitto lets it listen, and tells it nothing.
        if kind == .nats {
            try await fleet.scene.add(6...8, to: site)
            try await fleet.withSite("site", at: broker.ports, user: "thief", history: site) {
                try await fleet.waits {
                    fleet.scene.talk.all.contains {
                        $0.contains("does not let this hub listen to plated/v1/site/committed")
                    }
                }
            }
            try await fleet.withCentre(["site"], at: broker.ports, user: "thief", history: centre) {
                try await fleet.waits {
                    fleet.scene.talk.all.contains { $0.contains("does not let this centre listen to its sites") }
                }
            }
        }

        // A stolen box is cut off while it is connected, and is not let in again.
        #expect(own.isRunning)
        let rest = try String(contentsOfFile: broker.users, encoding: .utf8).split(separator: "\n").filter {
            !$0.hasPrefix("site:") && !$0.contains("{user: \"site\"")
        }
        try Data(rest.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: broker.users))
        broker.reload()
        try await fleet.waits { !own.isRunning }
        #expect(try !broker.lets(("site", "secret")))
        // A client that starts on a busy machine may give up before it is let in.
        try await fleet.waits { try broker.lets(thief) }
    }
}

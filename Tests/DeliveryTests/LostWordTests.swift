import Fleet
import Foundation
import Rules
import TestSupport
import Testing

@testable import Delivery

/// What a centre and its sites say once and a broker loses, whatever it acknowledged.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct LostWordTests {
    @Test func `a notice that a broker acknowledged and lost is told again until the site has it`() async throws {
        let fleet = try CentreScene()
        let broker = try Broker(fleet.folder)
        try fleet.lists(of: "centre").change("stolen", as: .wanted) { list in
            list.entries = [ListEntry("AB12CDE")].compactMap(\.self)
        }
        let heard = try broker.listen("plated/v1/site/lists")
        var patience = ListSender.Patience()
        patience.first = .milliseconds(500)
        let centre = try fleet.scene.history("centre.sqlite")
        try await fleet.withSender(["site": ["stolen"]], at: [broker.port], patience: patience, history: centre) { _ in
            try await fleet.waits { try broker.heard(heard).count >= 1 }
            // As a server that fell between its word and its disk: nothing is left for who comes later.
            try #require(
                Command.succeeds(
                    "mosquitto_pub", "-p", "\(broker.port)", "-t", "plated/v1/site/lists", "-q", "1", "-r", "-n"))
            try await fleet.withSite(at: [broker.port], history: try fleet.scene.history()) {
                try await fleet.waits { try await ListBook(of: centre).isCurrent("site") }
            }
            // Who has it is told no more.
            let often = try broker.heard(heard).count
            try await Task.sleep(for: .seconds(5))
            #expect(try broker.heard(heard).count == often)
        }
        let lists = try fleet.lists(of: "site").contents().lists
        #expect(lists.flatMap(\.entries).map(\.plate) == ["AB12CDE"])
    }

    @Test func `that a site shows pictures is said again, where a broker lost it`() async throws {
        let fleet = try CentreScene()
        let broker = try Broker(fleet.folder)
        let heard = try broker.listen("plated/v1/site/pictures")
        try await fleet.withGiver(at: [broker.port], again: .milliseconds(500), history: try fleet.scene.history()) {
            try await fleet.waits { try broker.heard(heard).count >= 1 }
            try #require(
                Command.succeeds(
                    "mosquitto_pub", "-p", "\(broker.port)", "-t", "plated/v1/site/pictures", "-q", "1", "-r", "-n"))
            try await fleet.withAsker(["site"], at: [broker.port]) { asker in
                try await fleet.waits { await asker.offer(of: "site") == .asked }
            }
        }
    }

    @Test func `a site asks again what its centre has, though it has nothing to hand over`() async throws {
        let fleet = try CentreScene()
        let broker = try Broker(fleet.folder)
        let heard = try broker.listen(FleetTopic.records(of: "site"))
        try await fleet.withSite(at: [broker.port], history: try fleet.scene.history()) {
            try await fleet.waits { try broker.heard(heard).count >= 3 }
        }
        #expect(try broker.heard(heard).allSatisfy { $0.last?.hasSuffix(" 0") == true })
    }
}

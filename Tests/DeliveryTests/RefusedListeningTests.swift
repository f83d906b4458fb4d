import Fleet
import Foundation
import TestSupport
import Testing

@testable import Delivery

/// A cluster that has no majority when a site connects refuses to let it listen, and the connection stays.
struct RefusedListeningTests {
    @Test func `a site that was not let listen asks again, though nothing passes its cameras`() async throws {
        let fleet = try CentreScene()
        let broker = try MinorityBroker(refusals: 6, in: fleet.folder)
        let topics = [
            FleetTopic.committed(of: "site"), FleetTopic.lists(of: "site"), FleetTopic.pieces(of: "site"),
        ]
        try await fleet.withSite(at: [broker.port], history: try fleet.scene.history()) {
            try await fleet.waits { Set(broker.said("granted")).isSuperset(of: topics) }
            // Who was let listen asks no more.
            try await Task.sleep(for: CentreDestination.pause * 2)
            let often = broker.said("granted").count
            try await Task.sleep(for: CentreDestination.pause * 2)
            #expect(broker.said("granted").count == often)
        }
        #expect(broker.said("refused").count == 6)
        #expect(broker.said("connected").count == 1)
    }
}

import Addresses
import Basics
import Fleet
import TestSupport
import Testing

@testable import Delivery

/// Lines to a broker that are made and never begin, as a centre makes them whose history is away.
@Suite struct UnusedConnectionTests {
    private final class Made {
        weak var connection: MQTTConnection?
    }

    /// Makes a line and lets go of it.
    private func messages(of made: Made) throws -> AsyncStream<MQTTConnection.Message> {
        let folder = try TemporaryFolder()
        var settings = IngestSettings()
        settings.access = BrokerAccess(addresses: [SourceAddress("mqtt://127.0.0.1:9")])
        let line = try MQTTFleetLine(
            settings, secrets: SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]), hub: "centre")
        let connection = line.inbox.connection
        made.connection = connection
        return connection.messages
    }

    @Test func `nothing is left of a line that never began`() async throws {
        let made = Made()
        let messages = try messages(of: made)
        let isGone = made.connection == nil
        #expect(isGone)
        // Whoever waits for messages of it waits no longer.
        for await _ in messages { Issue.record("there was no message") }
    }

    @Test func `one whose certificates are nowhere is freed once`() throws {
        let folder = try TemporaryFolder()
        let brokers = [BrokerAddress(SourceAddress("mqtts://127.0.0.1:9"))].compactMap(\.self)
        for _ in 0..<20 {
            #expect(throws: Failure.self) {
                _ = try MQTTConnection(
                    MQTTConnection.Settings(
                        brokers: brokers, client: "unused", authorities: folder.file("nowhere.pem")))
            }
        }
    }
}

import Basics
import Fleet

/// The way of lists from a centre to its sites, through a broker. A connection of its own: what is large holds up no record.
package final class MQTTListLine: ListLine {
    package let arrivals: AsyncStream<FleetArrival>
    private let connection: MQTTConnection
    private let worker: Worker

    /// Reads what is secret.
    ///
    /// - Parameter hub: the name of the centre's hub.
    package init(_ settings: IngestSettings, secrets: SecretPlace, hub: String) throws(Failure) {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        var line = try settings.access.settings(
            of: "ingest", client: "plated-lists-\(HubName.plain(hub).prefix(30))-\(number)", secrets: secrets)
        line.keepsSession = false
        line.hears = { FleetTopic.site(ofWants: $0) != nil }
        let connection = try MQTTConnection(line)
        self.connection = connection
        worker = Worker("lists")
        let (arrivals, continuation) = AsyncStream.makeStream(
            of: FleetArrival.self, bufferingPolicy: .bufferingOldest(line.room))
        self.arrivals = arrivals
        Task {
            for await message in connection.messages {
                guard let site = FleetTopic.site(ofWants: message.topic) else { continue }
                continuation.yield(FleetArrival(site: site, bytes: message.payload))
            }
            continuation.finish()
        }
    }

    package var changes: Bell { connection.changes }
    package var sessions: Int { connection.sessions }
    package var refusals: Int { connection.refusals }
    package var isConnected: Bool { connection.isConnected }

    package func begin() async {
        let connection = connection
        await worker.run { connection.begin() }
    }

    package func end() async {
        let connection = connection
        await worker.run { connection.close() }
    }

    package func listen(to site: String) { connection.subscribe(to: FleetTopic.wants(of: site)) }

    package func say(notice: [UInt8], to site: String) -> Bool {
        switch connection.publish(notice, to: FleetTopic.lists(of: site), retained: true) {
        case .success: true
        case .failure: false
        }
    }

    package func hand(piece: [UInt8], to site: String) {
        // What is lost is asked for again.
        _ = connection.publish(piece, to: FleetTopic.pieces(of: site), retained: false, qos: 0)
    }
}

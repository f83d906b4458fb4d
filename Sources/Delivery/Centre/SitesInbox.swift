import Basics
import Fleet

/// A connection to a broker, and what comes by it from sites.
package struct SitesInbox: Sendable {
    let connection: MQTTConnection
    let worker: Worker
    let arrivals: AsyncStream<FleetArrival>
    private let arriving: AsyncStream<FleetArrival>.Continuation
    private let site: @Sendable (String) -> String?

    /// - Parameters:
    ///   - name: of the queue on which it waits.
    ///   - site: whose a topic is; nil where it is not listened to.
    init(_ settings: MQTTConnection.Settings, name: String, site: @escaping @Sendable (_ topic: String) -> String?)
        throws(Failure)
    {
        var line = settings
        line.keepsSession = false
        line.hears = { site($0) != nil }
        connection = try MQTTConnection(line)
        worker = Worker(name)
        self.site = site
        (arrivals, arriving) = AsyncStream.makeStream(
            of: FleetArrival.self, bufferingPolicy: .bufferingOldest(line.room))
    }

    /// To be called once.
    func begin() async {
        // Not before: it would hold on to what nobody ends.
        Task { [messages = connection.messages, arriving, site] in
            for await message in messages {
                guard let site = site(message.topic) else { continue }
                arriving.yield(FleetArrival(site: site, bytes: message.payload))
            }
            arriving.finish()
        }
        await worker.run { [connection] in connection.begin() }
    }
}

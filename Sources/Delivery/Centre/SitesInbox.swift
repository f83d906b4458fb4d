import Basics
import Fleet

/// A connection to a broker, and what comes by it from sites.
package struct SitesInbox: Sendable {
    let connection: MQTTConnection
    let worker: Worker
    let arrivals: AsyncStream<FleetArrival>

    /// - Parameters:
    ///   - name: of the queue on which it waits.
    ///   - site: whose a topic is; nil where it is not listened to.
    init(_ settings: MQTTConnection.Settings, name: String, site: @escaping @Sendable (_ topic: String) -> String?)
        throws(Failure)
    {
        var line = settings
        line.keepsSession = false
        line.hears = { site($0) != nil }
        let connection = try MQTTConnection(line)
        self.connection = connection
        worker = Worker(name)
        let (arrivals, continuation) = AsyncStream.makeStream(
            of: FleetArrival.self, bufferingPolicy: .bufferingOldest(line.room))
        self.arrivals = arrivals
        Task {
            for await message in connection.messages {
                guard let site = site(message.topic) else { continue }
                continuation.yield(FleetArrival(site: site, bytes: message.payload))
            }
            continuation.finish()
        }
    }
}

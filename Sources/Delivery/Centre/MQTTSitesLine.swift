import Basics
import Fleet

/// A way between a centre and its sites through a broker of MQTT.
package protocol MQTTSitesLine: SitesLine {
    var inbox: SitesInbox { get }
}

extension MQTTSitesLine {
    package var arrivals: AsyncStream<FleetArrival> { inbox.arrivals }
    package var changes: Bell { inbox.connection.changes }
    package var sessions: Int { inbox.connection.sessions }
    package var refusals: Int { inbox.connection.refusals }
    package var isConnected: Bool { inbox.connection.isConnected }

    package func begin() async { await inbox.begin() }

    package func end() async {
        let connection = inbox.connection
        await inbox.worker.run { connection.close() }
    }
}

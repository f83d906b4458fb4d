import Basics
import Fleet

/// The way of lists from a centre to its sites, through a broker. A connection of its own: what is large holds up no record.
package final class MQTTListLine: ListLine, MQTTSitesLine {
    package let inbox: SitesInbox

    /// Reads what is secret.
    ///
    /// - Parameter hub: the name of the centre's hub.
    package init(_ settings: IngestSettings, secrets: SecretPlace, hub: String) throws(Failure) {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let line = try settings.access.settings(
            of: "ingest", client: "plated-lists-\(HubName.plain(hub).prefix(30))-\(number)", secrets: secrets)
        inbox = try SitesInbox(line, name: "lists") { FleetTopic.site(ofWants: $0) }
    }

    package func listen(to site: String) { inbox.connection.subscribe(to: FleetTopic.wants(of: site)) }

    package func say(notice: [UInt8], to site: String) -> Bool {
        switch inbox.connection.publish(notice, to: FleetTopic.lists(of: site), retained: true) {
        case .success: true
        case .failure: false
        }
    }

    package func hand(piece: [UInt8], to site: String) {
        // What is lost is asked for again.
        _ = inbox.connection.publish(piece, to: FleetTopic.pieces(of: site), retained: false, qos: 0)
    }
}

import Basics
import Fleet

/// The way of pictures from sites to their centre, through a broker. A connection of its own: what is large holds up no record.
package final class MQTTPictureLine: PictureLine, MQTTSitesLine {
    /// Bytes of a message from a site at most, and how many wait; what is lost is asked for again.
    private static let longest = 256 << 10
    private static let room = 100

    package let inbox: SitesInbox

    /// Reads what is secret.
    ///
    /// - Parameter hub: the name of the centre's hub.
    package init(_ settings: IngestSettings, secrets: SecretPlace, hub: String) throws(Failure) {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        var line = try settings.access.settings(
            of: "ingest", client: "plated-pictures-\(HubName.plain(hub).prefix(30))-\(number)", secrets: secrets)
        line.longest = Self.longest
        line.room = Self.room
        inbox = try SitesInbox(line, name: "pictures") { FleetTopic.site(ofPictures: $0) }
    }

    package func listen(to site: String) { inbox.connection.subscribe(to: FleetTopic.pictures(of: site)) }

    package func ask(_ look: PictureLook, of site: String) -> Bool {
        let sent = inbox.connection.publish(
            Array(look.text.utf8), to: FleetTopic.looks(of: site), retained: false, qos: 0)
        if case .success = sent { return true }
        return false
    }

    package func say(_ receipt: PictureReceipt, to site: String) {
        // A site that has not heard it tells of the picture again.
        _ = inbox.connection.publish(
            Array(receipt.text.utf8), to: FleetTopic.looks(of: site), retained: false, qos: 0)
    }
}

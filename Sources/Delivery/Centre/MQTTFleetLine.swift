import Basics
import Fleet
import Synchronization

/// The way between a centre and its sites, through a broker. The broker keeps nothing for it but the last word to each site: what it loses
/// is sent again.
package final class MQTTFleetLine: FleetLine, MQTTSitesLine {
    /// Bytes of a message from a site at most, and how many wait to be taken in; more come again.
    private static let longest = 1 << 20
    private static let room = 400

    package let inbox: SitesInbox
    private let brokers: [BrokerAddress]
    private let topics = Mutex<Set<String>>([])
    /// How often it was connected and refused when all of them were subscribed to.
    private let told = Mutex(0)

    /// Reads what is secret.
    ///
    /// - Parameter hub: the name of the centre's hub.
    package init(_ settings: IngestSettings, secrets: SecretPlace, hub: String) throws(Failure) {
        // Centres may have the name of one hub: they are no less several clients.
        let number = String(UInt32.random(in: 0 ... .max), radix: 36)
        var line = try settings.access.settings(
            of: "ingest", client: "plated-centre-\(HubName.plain(hub).prefix(30))-\(number)", secrets: secrets)
        line.longest = Self.longest
        line.room = Self.room
        brokers = line.brokers
        inbox = try SitesInbox(line, name: "ingest") { FleetTopic.site(ofRecords: $0) }
    }

    package func listen(to sites: Set<String>) {
        let wanted = Set(sites.map { FleetTopic.records(of: $0) })
        let session = inbox.connection.sessions + inbox.connection.refusals
        let isNew = told.withLock { told in
            defer { told = session }
            return told != session
        }
        let (gone, new) = topics.withLock { topics in
            let difference = (topics.subtracting(wanted), isNew ? wanted : wanted.subtracting(topics))
            topics = wanted
            return difference
        }
        guard inbox.connection.isConnected else { return told.withLock { $0 = 0 } }
        for topic in gone { inbox.connection.unsubscribe(from: topic) }
        // With QoS 0: what is lost comes again, and a broker has no queue for us that could stand still.
        for topic in new { inbox.connection.subscribe(to: topic) }
    }

    package func say(_ word: FleetWord, to site: String) {
        // One that is lost is asked for: nothing of it is to wait anywhere.
        _ = inbox.connection.publish(Array(word.text.utf8), to: FleetTopic.committed(of: site), retained: true, qos: 0)
    }

    package func say(_ receipt: ForgottenReceipt, to site: String) {
        // A site that has not heard it tells again.
        _ = inbox.connection.publish(
            Array(receipt.text.utf8), to: FleetTopic.committed(of: site), retained: false, qos: 0)
    }

    package func absence() async -> String { await inbox.connection.absence(of: brokers, on: inbox.worker) }
}

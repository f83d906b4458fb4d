import Basics
import Fleet

/// The way of pictures from a site to its centre, through a broker.
final class MQTTLookLine: LookLine, MQTTSitesLine {
    /// Bytes of a look at most, and how many wait; more are asked again.
    private static let longest = 1024
    private static let room = 64

    let inbox: SitesInbox
    private let site: String

    /// Reads what is secret.
    init(
        _ way: CentreWay, of settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws(Failure) {
        let site = HubName.plain(surroundings.hub)
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        var line = try way.access.settings(
            of: settings.name, client: "plated-pictures-\(site)-\(number)", secrets: secrets)
        line.longest = Self.longest
        line.room = Self.room
        self.site = site
        let own = FleetTopic.looks(of: site)
        inbox = try SitesInbox(line, name: "pictures") { $0 == own ? site : nil }
    }

    func listen() { inbox.connection.subscribe(to: FleetTopic.looks(of: site)) }

    func say(_ policy: PicturePolicy?) {
        // An empty message takes a retained one away.
        _ = inbox.connection.publish(
            Array((policy?.offer ?? "").utf8), to: FleetTopic.pictures(of: site), retained: true, qos: 0)
    }

    func tell(_ news: PictureNews) {
        // What the centre says nothing of is told again.
        inbox.connection.expectAnswer()
        _ = inbox.connection.publish(
            Array(news.text.utf8), to: FleetTopic.pictures(of: site), retained: false, qos: 0)
    }

    func hand(_ piece: PicturePiece) {
        // What is lost is asked for again.
        _ = inbox.connection.publish(piece.bytes, to: FleetTopic.pictures(of: site), retained: false, qos: 0)
    }
}

import Basics
import Fleet

/// The way of pictures from a site to its centre, through a broker.
final class MQTTLookLine: LookLine, MQTTSitesLine {
    /// Bytes of a look at most, and how many wait; more are asked again.
    private static let longest = 1024
    private static let room = 64

    let inbox: SitesInbox
    private let site: String

    /// - Parameter settings: of a connection.
    init(_ settings: MQTTConnection.Settings, site: String) throws(Failure) {
        var line = settings
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

    func hand(_ piece: PicturePiece) {
        // What is lost is asked for again.
        _ = inbox.connection.publish(piece.bytes, to: FleetTopic.pictures(of: site), retained: false, qos: 0)
    }
}

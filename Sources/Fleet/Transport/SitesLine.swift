import Basics

/// A connection of the centre to a broker, by which it hears its sites.
package protocol SitesLine: Sendable {
    /// What comes from sites, in the order in which it comes. It may lose and repeat.
    var arrivals: AsyncStream<FleetArrival> { get }
    /// Rung where the connection is made or lost.
    var changes: Bell { get }
    /// How often it was connected; what was listened to and said has to be told again after that.
    var sessions: Int { get }
    /// How often it was not let listen to what it asked for; that has to be asked for again.
    var refusals: Int { get }
    var isConnected: Bool { get }
    func begin() async
    func end() async
}

/// Something that came from a site.
package struct FleetArrival: Sendable {
    package var site: String
    package var bytes: [UInt8]

    package init(site: String, bytes: [UInt8]) {
        self.site = site
        self.bytes = bytes
    }
}

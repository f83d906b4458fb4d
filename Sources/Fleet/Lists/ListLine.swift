import Basics

/// The way of lists from a centre to its sites: a connection to a broker.
package protocol ListLine: Sendable {
    /// What sites say of their lists.
    var arrivals: AsyncStream<FleetArrival> { get }
    /// Rung where the connection is made or lost.
    var changes: Bell { get }
    /// How often it was connected; what was listened to and said has to be told again after that.
    var sessions: Int { get }
    /// How often it was not let listen to what it asked for.
    var refusals: Int { get }
    var isConnected: Bool { get }
    func begin() async
    func end() async
    func listen(to site: String)
    /// Says which lists are a site's, which also gets it where it comes later.
    ///
    /// - Returns: whether it left.
    func say(notice: [UInt8], to site: String) -> Bool
    /// Hands a piece to a site, now or never.
    func hand(piece: [UInt8], to site: String)
}

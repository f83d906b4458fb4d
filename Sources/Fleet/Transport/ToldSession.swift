import Basics

/// Tells when what is listened to and said over a line is due again: after each connection, since a broker may have forgotten it, and where the
/// broker did not let us listen. A cluster without a majority lets nobody for a while.
struct ToldSession: Sendable {
    private var number = 0
    private var refusals = 0

    /// Whether it is due now. It counts as told then.
    mutating func isDue(over line: any SitesLine) -> Bool {
        guard line.isConnected, line.sessions != number || line.refusals != refusals else { return false }
        (number, refusals) = (line.sessions, line.refusals)
        return true
    }

    /// Until there is another connection, or for that long.
    func wait(for line: any SitesLine, upTo limit: Duration) async {
        let number = number
        _ = await line.changes.wait(upTo: limit) { line.isConnected && line.sessions != number }
    }
}

/// Which records go to a broker alone, since it ended one connection after the other while some were on their way.
///
/// Of a packet that is too large for it a broker says nothing, it ends the connection; and the library sends what was not acknowledged over the
/// next one. Alone, the record that it ends for is found: that one is given up, and the others go on.
struct PacketDoubt {
    /// How often a connection that had lasted has to end soon after a record, and nothing else, was sent.
    private static let trials = 2
    /// So many that ended without it on their way ended for something else.
    private static let fewest = 3

    /// Records up to this number go alone; 0 where there is no doubt.
    private var until: Int64 = 0
    /// Bytes of the smallest message that was given up.
    private var refused: Int?
    private var tried: (seq: Int64, count: Int) = (0, 0)
    /// Was on its way when a connection ended: from then on only one that lasts is good enough.
    private var suspect: Int64 = 0

    var isOpen: Bool { until > 0 }

    mutating func begin(upTo seq: Int64) { until = max(until, seq) }

    /// - Parameter bytes: of its largest message.
    mutating func isAlone(_ seq: Int64, bytes: Int) -> Bool {
        if seq > until { until = 0 }
        return isOpen || isTooLarge(bytes)
    }

    /// Whether the broker did not take one of that size.
    func isTooLarge(_ bytes: Int) -> Bool { refused.map { bytes >= $0 } ?? false }

    /// Whether a record is to wait. Another client of our name ends connections as well, whatever is on its way: then none lasts.
    ///
    /// - Parameter sessions: how many there were since a connection ended with it on its way.
    func waits(_ seq: Int64, isLasting: Bool, sessions: Int) -> Bool {
        seq == suspect && !isLasting && sessions <= Self.fewest
    }

    /// The broker has it: it may take more than before.
    mutating func arrived(_ seq: Int64, bytes: Int) {
        if isTooLarge(bytes) { refused = nil }
        if seq >= until { until = 0 }
    }

    /// The connection ended with it on its way.
    ///
    /// - Parameter isTrial: whether it had lasted before, and ended soon after it was sent.
    /// - Returns: whether it is given up.
    mutating func ended(_ seq: Int64, bytes: Int, isTrial: Bool) -> Bool {
        suspect = seq
        guard isTrial else { return false }
        tried = (seq, tried.seq == seq ? tried.count + 1 : 1)
        guard tried.count >= Self.trials else { return false }
        refused = min(refused ?? bytes, bytes)
        if seq >= until { until = 0 }
        return true
    }
}

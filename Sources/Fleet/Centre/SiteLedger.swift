/// What a centre has of one site: pure bookkeeping, without a broker, a disk or a clock.
///
/// Numbers belong to a history of the site (`origin`); one that was made anew begins at 0 once more, and what of it is here already is
/// known by its identifier when it is stored.
package struct SiteLedger: Sendable, Equatable {
    /// Bytes that are kept in memory behind a hole. What is more comes again.
    private static let room = 4 << 20

    /// Up to which number all is on the disk, by origin.
    package private(set) var committed: [String: Int64]
    /// Up to which number all has come, and is on its way to the disk.
    private var taken: [String: Int64]
    /// The history that the site spoke of last.
    package private(set) var origin: String?
    /// What came behind a hole of that history, in its order.
    private var held: [FleetMessage] = []
    /// Records that came and were here already.
    package private(set) var repeated = 0

    /// - Parameters:
    ///   - committed: as it was stored.
    ///   - origin: the one that was spoken of last.
    package init(committed: [String: Int64] = [:], origin: String? = nil) {
        self.committed = committed
        taken = committed
        self.origin = origin
    }

    /// Takes a message in.
    ///
    /// - Returns: records that are to be stored now, in their order: none has been returned before, and none is missing among them.
    package mutating func take(_ message: FleetMessage) -> [FleetRecord] {
        if origin != message.origin { held = [] }
        origin = message.origin
        var new: [FleetRecord] = []
        if message.after <= upTo { new = fresh(message) } else { hold(message) }
        while let next = held.first, next.after <= upTo {
            held.removeFirst()
            new += fresh(next)
        }
        return new
    }

    /// All up to that number is on the disk: also what came another way than through here, where this centre took the site in anew while what it
    /// had of it before was still on its way.
    package mutating func store(_ origin: String, upTo seq: Int64) {
        committed[origin] = max(seq, committed[origin] ?? 0)
        taken[origin] = max(seq, taken[origin] ?? 0)
        held.removeAll { [upTo] in $0.last <= upTo }
    }

    /// What the site is to hear; nil before it has said anything.
    package var word: FleetWord? {
        guard let origin else { return nil }
        // What begins no later comes out with whatever comes next.
        let hole = held.first.flatMap { $0.after > upTo ? upTo + 1...$0.after : nil }
        return FleetWord(origin: origin, committed: committed[origin] ?? 0, missing: hole)
    }

    // MARK: - Parts

    private var upTo: Int64 { origin.flatMap { taken[$0] } ?? 0 }

    private mutating func fresh(_ message: FleetMessage) -> [FleetRecord] {
        let new = message.records.drop { $0.seq <= upTo }
        repeated += message.records.count - new.count
        if let last = new.last { taken[message.origin] = last.seq }
        return Array(new)
    }

    private mutating func hold(_ message: FleetMessage) {
        guard !message.records.isEmpty, !held.contains(where: { $0.after == message.after && $0.last == message.last }),
            held.reduce(message.size, { $0 + $1.size }) <= Self.room
        else { return }
        held.append(message)
        held.sort { ($0.after, $0.last) < ($1.after, $1.last) }
    }
}

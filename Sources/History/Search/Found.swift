/// An event that was found, as the trees by plate and by camera have it.
package struct Found: Comparable, Sendable {
    package var time: Int64
    package var seq: Int64

    package init(time: Int64, seq: Int64) {
        self.time = time
        self.seq = seq
    }

    /// Older first.
    package static func < (a: Found, b: Found) -> Bool { (a.time, a.seq) < (b.time, b.seq) }
}

/// The newest of what was found, up to a number of them.
package struct Newest {
    package let limit: Int
    /// Newest first.
    package private(set) var all: [Found] = []
    private var waiting: [Found] = []

    package init(limit: Int) { self.limit = limit }

    /// The oldest that is still among them, once there are enough.
    package private(set) var oldest: Found?

    package mutating func add(_ found: Found) {
        if let oldest, found < oldest { return }
        waiting.append(found)
        // Sorting now and then costs less than keeping order.
        if waiting.count >= 4 * limit + 64 { settle() }
    }

    package mutating func settle() {
        guard !waiting.isEmpty else { return }
        // One event may be found by several texts.
        var settled: [Found] = []
        for found in (all + waiting).sorted(by: >) where settled.last != found {
            settled.append(found)
            if settled.count == limit { break }
        }
        all = settled
        waiting = []
        oldest = all.count == limit ? all.last : nil
    }

    package var isFull: Bool { all.count == limit }
}

/// What became of some parcels that were handed to a destination.
package struct Delivered: Sendable, Equatable {
    /// How many have arrived, from the first on.
    package var count: Int
    /// Why the next one has not; where all have, what is to be known all the same.
    package var trouble: Trouble?

    package init(count: Int, trouble: Trouble? = nil) {
        self.count = count
        self.trouble = trouble
    }

    static func failed(_ trouble: Trouble) -> Delivered { Delivered(count: 0, trouble: trouble) }
}

/// Why a parcel has not arrived, and what is to become of it.
package struct Trouble: Error, Sendable, Equatable {
    package enum Verdict: Sendable, Equatable {
        /// It is tried again; not before that long, where the receiver said so.
        case again(after: Duration?)
        /// This parcel will never be taken, others may.
        case refused
        /// The receiver has all up to that record, and wants what comes behind it, from this one's on or earlier.
        case back(to: Int64)
        /// The receiver wants nothing any more.
        case stopped
    }

    package var verdict: Verdict
    /// In words, without a plate or a secret in it.
    package var reason: String
    /// Whether nobody was reached who could have taken it.
    package var isAway = false

    package init(_ verdict: Verdict, _ reason: String) {
        self.verdict = verdict
        self.reason = reason
    }

    static func again(_ reason: String, after: Duration? = nil) -> Trouble { Trouble(.again(after: after), reason) }
}

import History
import Records

/// How a destination is doing, as it is kept on the disk.
package struct DeliveryState: Sendable, Equatable {
    package let name: String
    /// All up to this record has been delivered, or is not for it.
    package internal(set) var seq: Int64
    /// The last record that was, by its stream.
    package internal(set) var places: [String: ReadingPlace] = [:]
    /// How many records have arrived.
    package internal(set) var delivered = 0
    package internal(set) var lastDelivered: WallTime?
    /// Since when nothing arrives; nil where all is well.
    package internal(set) var failing: WallTime?
    /// Attempts since then.
    package internal(set) var attempts = 0
    /// Why the last one failed.
    package internal(set) var trouble: String?
    /// When it is tried again.
    package internal(set) var next: WallTime?
    /// Whether the receiver wants nothing any more.
    package internal(set) var isStopped = false
    /// Records whose time was over (retention) before they could be delivered.
    package internal(set) var expired = 0

    init(name: String, seq: Int64) {
        self.name = name
        self.seq = seq
    }
}

import Answers
import History
import Logging
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
    /// Whether it was reached since the hub began.
    package internal(set) var isReached = false
    /// Whether it cannot be reached.
    package internal(set) var isAway = false
    /// Since when nothing arrives; nil where nothing is known to be wrong.
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

    // MARK: - What changes it

    /// What was known of the receiver belongs to the hub's last run. A stop lasts until here.
    mutating func restart() { (isReached, isStopped) = (false, false) }

    /// It took something.
    ///
    /// - Returns: since when it took nothing; nil where it did.
    mutating func answered() -> WallTime? {
        let since = failing
        (isReached, isAway, isStopped) = (true, false, false)
        (failing, attempts, trouble, next) = (nil, 0, nil, nil)
        return since
    }

    /// It was looked whether it can be reached. What is wrong beside that still is, and is worth more.
    ///
    /// - Parameter obstacle: what is in the way; nil where nothing is.
    /// - Returns: what is to be said of it; nil where it is no news.
    mutating func looked(_ obstacle: String?, at now: WallTime) -> (level: Logger.Level, text: String)? {
        guard let obstacle else {
            isReached = true
            guard isAway, let since = answered() else { return nil }
            return (.notice, "\(name) is connected; it was not since \(since)")
        }
        guard failing == nil || isAway, failed(obstacle, isAway: true, at: now, next: next) else { return nil }
        return (.error, "\(name) is not connected: \(obstacle.shown); it is tried again, and nothing is lost meanwhile")
    }

    /// It took nothing, or could not be reached.
    ///
    /// - Returns: whether that is news.
    mutating func failed(_ reason: String, isAway: Bool, at now: WallTime, next: WallTime?, isStopped: Bool = false)
        -> Bool
    {
        let isNew = failing == nil || trouble != reason || self.isAway != isAway
        failing = failing ?? now
        attempts += 1
        (self.isAway, trouble, self.next, self.isStopped) = (isAway, reason, next, isStopped)
        if !isAway { isReached = true }
        return isNew
    }
}

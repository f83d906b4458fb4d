import Answers
import Basics
import Records
import Synchronization

/// What became of deliveries since the hub began, for metrics. Numbers alone: nothing of what was delivered.
package final class DeliveryMeter: Sendable {
    package enum Outcome: String, CaseIterable, Sendable {
        case arrived
        /// It is tried again.
        case failed
        /// Never taken, or tried for as long as anybody wanted.
        case refused
        /// The receiver wants nothing any more.
        case stopped
    }

    package struct Counts: Sendable {
        package fileprivate(set) var outcomes: [Outcome: Int] = [:]
        /// How long what arrived took on its last way, in seconds: of all that were handed over at once together.
        package fileprivate(set) var attempts = Histogram()
        /// From the time of a record to its arrival, in seconds.
        package fileprivate(set) var delays = Histogram()
    }

    private let counts = Mutex<[String: Counts]>([:])

    package init() {}

    package func counts(of destination: String) -> Counts { counts.withLock { $0[destination] ?? Counts() } }

    func count(_ outcome: Outcome, for destination: String) {
        counts.withLock { $0[destination, default: Counts()].outcomes[outcome, default: 0] += 1 }
    }

    /// - Parameters:
    ///   - times: of the records that have arrived.
    ///   - duration: from handing them over to their arrival.
    func arrived(_ times: [WallTime], within duration: Duration, at now: WallTime, for destination: String) {
        counts.withLock { all in
            var counts = all[destination] ?? Counts()
            counts.outcomes[.arrived, default: 0] += times.count
            counts.attempts.add(max(0, duration.seconds))
            // A camera's clock may be ahead of ours.
            for time in times { counts.delays.add(Double(max(0, now.milliseconds - time.milliseconds)) / 1000) }
            all[destination] = counts
        }
    }
}

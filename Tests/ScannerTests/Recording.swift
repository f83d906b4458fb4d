import ALPR
import Records
import Synchronization

@testable import Scanner

/// An outlet that keeps what it gets, for the test to look at afterwards.
final class Recording: Sendable {
    struct State: Sendable {
        var plates: [AcceptedPlate] = []
        var reports = 0
        var reopened = 0
        var gaps: [GapRecord] = []
        var health: [HealthRecord] = []
        /// What was asked of it, in order.
        var calls: [String] = []
    }

    let state = Mutex(State())
    /// What a write throws.
    let failure: LogFailure?

    init(failure: LogFailure? = nil) {
        self.failure = failure
    }
}

struct RecordingOutlet: Outlet {
    let recording: Recording
    let backlog = 0
    var unwritable: String?
    /// What an earlier run has reported.
    var known: [ReportedPlate] = []
    /// Called before a plate is taken.
    var onPlate: () -> Void = {}
    /// Called before the record of a gap is taken.
    var onGap: () -> Void = {}

    mutating func write(_ recognition: Recognition, arrival: ContinuousClock.Instant?) throws {
        if !recognition.accepted.isEmpty {
            onPlate()
            if let failure = recording.failure { throw failure }
        }
        recording.state.withLock {
            $0.plates += recognition.accepted
            $0.reports += recognition.reports.count
            $0.calls.append("write")
        }
    }

    func reported(within rest: Duration) -> [ReportedPlate] { known }

    mutating func write(_ gap: GapRecord) {
        onGap()
        recording.state.withLock { $0.gaps.append(gap) }
    }

    mutating func write(_ health: HealthRecord) { recording.state.withLock { $0.health.append(health) } }
    mutating func reopen() { recording.state.withLock { $0.reopened += 1 } }
    mutating func flush() { recording.state.withLock { $0.calls.append("flush") } }
}

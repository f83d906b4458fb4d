import Basics
import Synchronization

/// Where a process finds how cameras stand: what a hub has decided last, its own or another of this history.
public final class StandingBoard: Sendable {
    private enum Source {
        /// No hub runs that could know.
        case none
        /// Another process decides it, and keeps it beside the records.
        case kept
        case here(Standings)
    }

    /// Rung where a camera stands otherwise than before.
    public let changes = Bell()
    private let source = Mutex(Source.none)

    package init() {}

    /// What this process has decided; nil where it decides nothing.
    public var current: Standings? {
        source.withLock { if case .here(let standings) = $0 { standings } else { nil } }
    }

    package func put(_ standings: Standings) {
        let isNew = source.withLock { source in
            if case .here(standings) = source { return false }
            source = .here(standings)
            return true
        }
        if isNew { changes.ring() }
    }

    /// A hub of this history runs beside this process, and keeps what it decides.
    package func followsAnotherProcess() { source.withLock { $0 = .kept } }

    var isKeptElsewhere: Bool { source.withLock { if case .kept = $0 { true } else { false } } }
}

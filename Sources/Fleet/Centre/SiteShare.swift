import Synchronization

/// The sites that a centre takes in now, among several centres of one history: known to all that works for it.
package final class SiteShare: Sendable {
    private let state = Mutex<Set<String>>([])

    /// What they said of how their cameras stand.
    package let standings = StandingsHeard()

    package init() {}

    package var sites: Set<String> {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

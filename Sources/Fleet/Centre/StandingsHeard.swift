import History
import Synchronization

/// What sites said last of how their cameras stand, and when: of those that this centre takes in.
package final class StandingsHeard: Sendable {
    package struct Heard: Sendable {
        /// Nil while it has said nothing.
        package var told: SiteStandings?
        package var at: ContinuousClock.Instant
    }

    private let state = Mutex<[String: Heard]>([:])

    package init() {}

    package func hear(_ told: SiteStandings, from site: String, at now: ContinuousClock.Instant) {
        state.withLock { $0[site] = Heard(told: told, at: now) }
    }

    /// Of some sites; one that nothing was heard of yet has had its time from now on.
    package func latest(of sites: Set<String>, at now: ContinuousClock.Instant) -> [String: Heard] {
        state.withLock { state in
            state = state.filter { sites.contains($0.key) }
            for site in sites where state[site] == nil { state[site] = Heard(told: nil, at: now) }
            return state
        }
    }
}

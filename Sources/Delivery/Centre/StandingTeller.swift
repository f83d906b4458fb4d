import Basics
import Fleet
import History

/// Tells the centre how this site's cameras stand: where one stands otherwise at once, and every few seconds.
struct StandingTeller {
    let board: StandingBoard
    /// Whose cameras are told of; empty for all.
    let cameras: [String]
    let send: @Sendable ([UInt8]) -> Void

    /// Until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let told = board.current
            if let told {
                let wanted = told.cameras.filter { cameras.isEmpty || cameras.contains($0.key) }
                send(SiteStandings(Standings(wanted)).bytes)
            }
            _ = await board.changes.wait(upTo: SiteStandings.interval) { [board] in board.current != told }
        }
    }
}

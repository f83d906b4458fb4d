import Logging

extension History {
    /// Removes the texts of records that were forgotten a moment ago. A `forget` beside it may have the history to itself for longer than
    /// is waited, or the disk be full: that ends nobody who stores, and the sweep is owed (`HistoryNews.owesSweep`).
    package func sweepForgotten(_ talk: Logger) async throws {
        do {
            try await sweep()
            news.owe(sweep: false)
        } catch let failure as HistoryFailure where failure.mayPass {
            guard !news.owe(sweep: true) else { return }
            talk.warning("\(failure)\nTexts of forgotten plates are still in the history; it is tried again by itself.")
        }
    }
}

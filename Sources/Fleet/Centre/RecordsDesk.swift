import Basics
import History
import Logging
import Records

/// Takes in what sites post, and tells each how far it is on the disk. It keeps nothing in mind: a record, its number and the state of its chain are
/// one transaction of the history, so that a request that comes twice, at two centres at once, or after its answer was lost, stores nothing twice.
package struct RecordsDesk: Sendable {
    package enum Answer: Sendable, Equatable {
        case stored(Committed)
        /// It begins behind what is here: what is between is wanted first.
        case missing(Committed)
        /// Others are here under these numbers: it is another history than the one that was posted.
        case foreign(Committed)
        /// There is no such site any more.
        case unknown
    }

    private let history: any History
    private let talk: Logger
    private let now: @Sendable () -> WallTime

    package init(_ history: any History, talk: Logger, now: @escaping @Sendable () -> WallTime) {
        self.history = history
        self.talk = talk
        self.now = now
    }

    package func take(_ posted: PostedRecords, of site: SiteBooks) async throws -> Answer {
        var books = site
        let packer = LinePacker(history.lineForm)
        while true {
            let committed = books.committed(posted.origin)
            if posted.after > committed.committed { return .missing(committed) }
            if posted.after < committed.committed, !books.isRepetition(posted) { return .foreign(committed) }
            if posted.last <= committed.committed { return .stored(committed) }
            var batch = Batch()
            let told = books.add(posted, to: &batch, packer: packer, now: now())
            do {
                let stored = try await history.store(batch)
                for fault in told { talk.warning("\(fault)") }
                if stored.forgotten > 0 || history.news.owesSweep { try await history.sweepForgotten(talk) }
                return .stored(books.committed(posted.origin))
            } catch let failure as HistoryFailure where failure.cause == .overtaken {
                // The same request, at another centre perhaps.
                let kept = try await history.kept(SiteBooks.space(of: site.name))
                books = SiteBooks(site.name, kept: kept)
                guard books.token == site.token else { return .unknown }
            }
        }
    }
}

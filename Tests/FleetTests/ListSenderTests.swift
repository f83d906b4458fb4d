import Basics
import Foundation
import GRDB
import History
import Proof
import Records
import Synchronization
import TestSupport
import Testing

@testable import Fleet

/// What a centre writes down of the lists that its sites have.
@Suite struct ListSenderTests {
    /// A line without a broker.
    private final class Line: ListLine {
        let arrivals: AsyncStream<FleetArrival>
        let changes = Bell()
        let (sessions, refusals, isConnected) = (1, 0, true)
        private let sent: AsyncStream<FleetArrival>.Continuation

        init() {
            (arrivals, sent) = AsyncStream.makeStream()
        }

        func begin() async {}
        func end() async { sent.finish() }
        func listen(to site: String) {}
        func say(notice: [UInt8], to site: String) -> Bool { true }
        func hand(piece: [UInt8], to site: String) {}

        func bring(_ wants: ListWants, from site: String) {
            sent.yield(FleetArrival(site: site, bytes: Array(wants.text.utf8)))
        }
    }

    private struct OneList: SiteLists {
        let generation = 1

        func lists(for site: String, _ names: Set<String>) -> [SiteList]? {
            [SiteList(file: "stolen.wanted.csv", bytes: Array("plate\nAB12CDE\n".utf8))]
        }
    }

    @Test func `what a site says while the history is written is written down, too`() async throws {
        let folder = try TemporaryFolder()
        let (line, talk) = (Line(), Talk())
        let history = try SQLiteHistory(path: folder.file("history.sqlite"))
        let now = WallTime(milliseconds: 1_800_000_000_000)
        let sender = ListSender(
            ["site": ["stolen"]], line: line, lists: OneList(), history: history, key: try SealKey(), talk: talk.logger,
            now: { now })
        let other = try DatabaseQueue(path: folder.file("history.sqlite"))
        // Nobody else can write until the transaction ends.
        let task = try await other.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            let task = Task { try await sender.run() }
            #expect(eventually { talk.all.contains { $0.contains("gets other lists") } })
            line.bring(ListWants(version: now.milliseconds), from: "site")
            #expect(eventually { talk.all.contains { $0.contains("has lists of version") } })
            try database.execute(sql: "COMMIT")
            return task
        }
        #expect(try await eventually { try await ListBook(of: history).isCurrent("site") })
        task.cancel()
        _ = await task.result
    }
}

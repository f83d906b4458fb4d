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
        private let told = Mutex<[[UInt8]]>([])

        init() {
            (arrivals, sent) = AsyncStream.makeStream()
        }

        /// Notices, in their order.
        var notices: [[UInt8]] { told.withLock { $0 } }

        func begin() async {}
        func end() async { sent.finish() }
        func listen(to site: String) {}
        func say(notice: [UInt8], to site: String) -> Bool {
            told.withLock { $0.append(notice) }
            return true
        }
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

    /// - Returns: the versions that a site was told, once `isEnough`.
    private func versions(
        after held: Int64, _ book: ListBook? = nil, until isEnough: @escaping ([Int64]) -> Bool
    ) async throws -> [Int64] {
        let folder = try TemporaryFolder()
        let (line, talk, key) = (Line(), Talk(), try SealKey())
        let history = try SQLiteHistory(path: folder.file("history.sqlite"))
        try await book?.keep(over: ListBook(), in: history)
        // Told again with every look.
        var patience = ListSender.Patience()
        patience.first = .milliseconds(1)
        let sender = ListSender(
            ["site": ["stolen"]], line: line, lists: OneList(), history: history, key: key, patience: patience,
            talk: talk.logger, now: { WallTime(milliseconds: 1000) })
        func told() throws -> [Int64] {
            try line.notices.map { try ListNotice($0, for: "site", keys: [key.publicKey]).version }
        }
        let task = Task { try await sender.run() }
        #expect(await eventually { !line.notices.isEmpty })
        line.bring(ListWants(version: held), from: "site")
        #expect(try await eventually { try isEnough(told()) })
        task.cancel()
        _ = await task.result
        return try told()
    }

    @Test func `a site that has later lists than the centre knows of is told those of now as later ones`() async throws
    {
        // As after a copy of the centre's history was put back.
        #expect(try await versions(after: 5000) { $0.contains { $0 > 5000 } }.last == 5001)
    }

    @Test func `a centre knows at its start what its sites have`() async throws {
        var book = ListBook()
        book.told["site"] = ListBook.Told(version: 900, content: "another")
        book.held["site"] = 5000
        #expect(try await versions(after: 5000, book) { !$0.isEmpty }.first == 5001)
    }

    @Test func `a version that cannot be is heard by nobody`() async throws {
        #expect(try await versions(after: .max) { $0.count > 2 }.allSatisfy { $0 == 1000 })
    }

    @Test func `a site holds lists until it has said that it has none`() {
        var book = ListBook()
        #expect(book.holders(among: ["site"]) == [])
        let none = ListNotice(site: "site", version: 2, lists: []).content
        book.told["site"] = ListBook.Told(version: 2, content: none)
        book.held["site"] = 1
        #expect(book.holders(among: ["site", "yard"]) == ["site"])
        book.held["site"] = 2
        #expect(book.holders(among: ["site", "yard"]) == [])
    }
}

import Foundation
import History
import Records
import Synchronization
import TestSupport
import Testing

@testable import Fleet

/// What a centre tells sites that wait: lists, and pictures that somebody looks at; also where site and looker are at two centres of one history.
@Suite struct CentreTests {
    private let talk = Talk()

    /// Lists of a test.
    private final class Lists: SiteLists {
        private let state = Mutex<(generation: Int, lists: [SiteList]?)>((0, []))
        var generation: Int { state.withLock { $0.generation } }
        func set(_ lists: [SiteList]?) { state.withLock { $0 = ($0.generation + 1, lists) } }
        func lists(for site: String, _ names: Set<String>) -> [SiteList]? {
            state.withLock { $0.lists?.filter { list in names.contains { list.file.hasPrefix($0) } } }
        }
    }

    private func jpeg(_ number: UInt8) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 100, 0, 200, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0]
            + [UInt8](repeating: number, count: 1000) + [0xFF, 0xD9]
    }

    private func says(_ policy: PicturePolicy, _ site: String, to centre: Centre) async throws {
        await centre.heard.write([
            site: SiteWord(
                history: "A", waiting: 0, oldest: nil, trouble: nil, pictures: policy, version: "1",
                standings: Standings())
        ])
    }

    private func running(_ centres: [Centre], _ body: () async throws -> Void) async throws {
        let tasks = centres.map { centre in Task { try await centre.run() } }
        defer { tasks.forEach { $0.cancel() } }
        try await body()
    }

    @Test(arguments: CentreHistories.ends)
    func `a site that waits hears at once of other lists, and gets its own alone`(end: CentreHistories.End) async throws
    {
        let histories = try CentreHistories(end)
        let (one, other) = (try await histories.history("one"), try await histories.history("other"))
        let (first, second) = (
            Centre(one, talk: talk.logger, now: { .now }), Centre(other, talk: talk.logger, now: { .now })
        )
        let (north, south) = (
            try await CentreHistories.join("north", in: one), try await CentreHistories.join("south", in: one)
        )
        let lists = Lists()
        let names: @Sendable (String) -> Set<String> = { $0 == "north" ? ["stolen", "staff"] : ["stolen"] }
        let publisher = ListPublisher(lists, names: names, history: one, bell: first.bell, talk: talk.logger)
        try await running([first, second]) {
            // Nothing is said of lists before there are some.
            #expect(try await second.news(for: north, lists: "none", upTo: .zero) == SiteNews(lists: nil, pictures: []))
            lists.set([SiteList(file: "stolen.wanted.csv", bytes: Array("plate\nA1\n".utf8))])
            let waiting = Task { try await second.news(for: north, lists: "none", upTo: .seconds(25)) }
            try await Task.sleep(for: .milliseconds(100))
            let start = ContinuousClock.now
            try await publisher.publish()
            let news = try #require(try await waiting.value)
            #expect(ContinuousClock.now - start < .seconds(5))
            let site = try #require(try await second.register.site(of: north))
            let (its, tag) = try #require(try await second.lists(of: site))
            #expect(news.lists == tag && its.map(\.file) == ["stolen.wanted.csv"])
            #expect(SiteList.lists(SiteList.bytes(its)) == its)
            // Those it has are no news; and the centre knows that it has them.
            #expect(try await second.news(for: north, lists: tag, upTo: .zero)?.lists == tag)
            #expect(try await first.register.site(of: north)?.heldLists == tag)
            lists.set([
                SiteList(file: "staff.allow.csv", bytes: Array("plate\nB2\n".utf8)),
                SiteList(file: "stolen.wanted.csv", bytes: Array("plate\nA1\n".utf8)),
            ])
            try await publisher.publish()
            let both = try await second.lists(of: try #require(try await second.register.site(of: north)))
            let single = try await second.lists(of: try #require(try await second.register.site(of: south)))
            #expect(both?.lists.count == 2 && single?.lists.map(\.file) == ["stolen.wanted.csv"])
            // What cannot be read now stays as it was; what is taken away goes, from the history, too.
            lists.set(nil)
            try await publisher.publish()
            #expect(
                try await second.lists(of: try #require(try await second.register.site(of: north)))?.lists.count == 2)
            lists.set([])
            try await publisher.publish()
            #expect(try await second.lists(of: try #require(try await second.register.site(of: north)))?.lists == [])
            let hash = Digest(of: Array("plate\nB2\n".utf8)).description
            #expect(try await other.kept("list \(hash)")["text"] == "")
        }
    }

    @Test(arguments: CentreHistories.ends)
    func `a picture that somebody looks at comes, wherever the site waits and sends`(end: CentreHistories.End)
        async throws
    {
        let histories = try CentreHistories(end)
        let (one, other) = (try await histories.history("one"), try await histories.history("other"))
        let looker = Centre(one, talk: talk.logger, now: { .now })
        // Of a file there is one centre alone.
        let centre = end == .postgresql ? Centre(other, talk: talk.logger, now: { .now }) : looker
        let north = try await CentreHistories.join("north", in: one)
        let picture = jpeg(7)
        let file = PlateEvidence.File(path: "a.jpg", sha256: "\(Digest(of: picture))", bytes: picture.count)
        try await running([looker, centre]) {
            #expect(await looker.asker.picture(file, of: "E", at: "north") == .failure(.unoffered))
            try await says(.asked, "north", to: centre)
            _ = try await looker.heard.latest(of: ["north"], at: .now)
            let looking = (0..<3).map { _ in Task { await looker.asker.picture(file, of: "E", at: "north") } }
            let news = try #require(try await centre.news(for: north, lists: nil, upTo: .seconds(20)))
            #expect(news.pictures == [SiteNews.Look(event: "E", sha256: file.sha256)])
            // What another site sends in its place is nobody's.
            _ = try await centre.take(jpeg(8), as: Digest(of: jpeg(8)), of: "E", from: "north")
            _ = try await centre.take(picture, as: Digest(of: picture), of: "E", from: "south")
            #expect(try await centre.take(picture, as: Digest(of: picture), of: "E", from: "north") == .kept)
            // Whoever begins to look a moment later asks anew.
            let again = Task {
                while !Task.isCancelled {
                    _ = try await centre.take(picture, as: Digest(of: picture), of: "E", from: "north")
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            for look in looking { #expect(await look.value == .success(picture)) }
            again.cancel()
            _ = await again.result
            // Nothing of it stays, and nobody waits any more.
            #expect(try await centre.asker.wanted(of: "north").isEmpty)
            #expect(try await other.kept("came from north").values.allSatisfy(\.isEmpty))
            // Why there is none.
            let second = PlateEvidence.File(path: "b.jpg", sha256: "\(Digest(of: [1]))", bytes: 1)
            let waiting = Task { await looker.asker.picture(second, of: "F", at: "north") }
            #expect(try await centre.news(for: north, lists: nil, upTo: .seconds(20))?.pictures.count == 1)
            _ = try await centre.asker.take(.failure(.gone), as: second.sha256, of: "north")
            #expect(await waiting.value == .failure(.gone))
        }
    }

    @Test func `a site that does not answer is given up, and looks have a limit`() async throws {
        let histories = try CentreHistories(.sqlite)
        let history = try await histories.history()
        let centre = Centre(history, talk: talk.logger, now: { .now })
        let asker = PictureAsker(
            history, heard: centre.heard, bell: centre.bell, patience: .milliseconds(300), now: { .now })
        try await says(.asked, "north", to: centre)
        _ = try await centre.heard.latest(of: ["north"], at: .now)
        func file(_ number: UInt8) -> PlateEvidence.File {
            PlateEvidence.File(path: "a.jpg", sha256: "\(Digest(of: jpeg(number)))", bytes: jpeg(number).count)
        }
        let looks = (1...6).map { number in Task { await asker.picture(file(number), of: "E", at: "north") } }
        #expect(try await eventually { try await asker.wanted(of: "north").count == 6 })
        #expect(await asker.picture(file(7), of: "E", at: "north") == .failure(.busy))
        for look in looks { #expect(await look.value == .failure(.silent)) }
        #expect(try await asker.wanted(of: "north").isEmpty)
        let large = PlateEvidence.File(path: "a.jpg", sha256: file(1).sha256, bytes: 9 << 20)
        #expect(await asker.picture(large, of: "E", at: "north") == .failure(.tooLarge))
    }

    @Test(arguments: CentreHistories.ends)
    func `a site that is taken out hears it while it waits, within a second`(end: CentreHistories.End) async throws {
        let histories = try CentreHistories(end)
        let (one, other) = (try await histories.history("one"), try await histories.history("other"))
        let centre = Centre(one, talk: talk.logger, now: { .now })
        let north = try await CentreHistories.join("north", in: one)
        try await running([centre]) {
            let waiting = Task { try await centre.news(for: north, lists: nil, upTo: .seconds(25)) }
            try await Task.sleep(for: .milliseconds(700))
            // By a command, which is another process.
            let start = ContinuousClock.now
            #expect(try await SiteRegister(other).remove("north"))
            await #expect(throws: SiteRegister.Refusal.unknown) { try await waiting.value }
            let took = ContinuousClock.now - start
            #expect(took < .seconds(1), "\(took)")
        }
    }

    @Test func `what a site has forgotten is told until the centre has, and again where that fell back`() async throws {
        let folder = try TemporaryFolder()
        let history = try SQLiteHistory(path: folder.file("history.sqlite"))
        let site = SiteBooks("x", kept: [:])
        _ = try await RecordsDesk(history, talk: talk.logger, now: { .now }).take(CentreHistories.post(1...4), of: site)
        let told = Mutex<[[String]]>([])
        let state = Mutex<(upTo: Int64, falls: Int, isAnswered: Bool)>((1, 0, false))
        let teller = ForgottenTeller(
            history: history, cameras: [], talk: talk.logger,
            committed: { state.withLock { ($0.upTo, $0.falls) } },
            send: { message in
                told.withLock { $0.append(message.names.map(\.id)) }
                return state.withLock { $0.isAnswered }
            })
        try await teller.tell()
        #expect(told.withLock { $0 }.isEmpty)
        for plate in ["N1", "N3"] {
            _ = try await history.forget(plate)
            let event = CentreHistories.event(plate == "N1" ? 1 : 3)
            let line = ForgottenLine(
                id: event.id, time: event.time, camera: "x.gate", hash: Digest(of: event.line.dropLast()),
                previous: .zero)
            var batch = Batch()
            if let entry = Entry(
                .forgotten(line), line: Array(line.line.dropLast()), log: "", now: event.time,
                packer: LinePacker(history.lineForm))
            {
                batch.entries.append(("log", entry))
            }
            _ = try await history.store(batch)
        }
        let ids = try await history.records(after: 0, limit: 10).compactMap { record -> String? in
            if case .forgotten(let line) = record.record { line.id } else { nil }
        }
        try #require(!ids.isEmpty)
        // What the centre has not got yet is forgotten as it comes.
        state.withLock { $0.upTo = 100 }
        try await teller.tell()
        #expect(told.withLock { $0 } == [ids])
        state.withLock { $0.isAnswered = true }
        try await teller.tell()
        try await teller.tell()
        #expect(told.withLock { $0 } == [ids, ids])
        // The centre's history is an older copy.
        state.withLock { $0.falls = 1 }
        try await teller.tell()
        #expect(told.withLock { $0 } == [ids, ids, ids])
    }
}

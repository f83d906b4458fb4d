import Foundation
import History
import Logging
import Records
import TestSupport
import Testing

@testable import Fleet

/// Records that sites post, at one centre and at two of one history: each is stored once, in order, whatever becomes of requests and answers.
@Suite struct RecordsDeskTests {
    private let talk = Talk()

    private func desk(_ history: any History) -> RecordsDesk { RecordsDesk(history, talk: talk.logger, now: { .now }) }

    private func committed(_ answer: RecordsDesk.Answer) -> Int64? {
        if case .stored(let committed) = answer { committed.committed } else { nil }
    }

    private func plates(_ history: any History) async throws -> [String] {
        try await history.records(after: 0, limit: 10_000).compactMap {
            if case .plate(let event) = $0.record { event.plate } else { nil }
        }
    }

    @Test(arguments: CentreHistories.ends)
    func `what comes twice is stored once, what is missing is wanted, and a post may overlap`(
        end: CentreHistories.End
    ) async throws {
        let histories = try CentreHistories(end)
        let history = try await histories.history()
        func take(_ posted: PostedRecords) async throws -> RecordsDesk.Answer {
            try await desk(history).take(posted, of: try await CentreHistories.site("north", in: history))
        }
        #expect(committed(try await take(CentreHistories.post(1...5))) == 5)
        #expect(committed(try await take(CentreHistories.post(1...5))) == 5)
        let missing = try await take(CentreHistories.post(8...9))
        guard case .missing(let wanted) = missing else {
            Issue.record("\(missing)")
            return
        }
        #expect(wanted.committed == 5)
        #expect(committed(try await take(CentreHistories.post(4...9))) == 9)
        #expect(committed(try await take(CentreHistories.post(6...7))) == 9)
        // Somebody else who has the same history goes on with records of his own.
        for numbers in [8...10, 1...3] {
            var other = PostedRecords(origin: "A", after: Int64(numbers.lowerBound - 1))
            for number in numbers {
                other.add(PostedRecord(line: Array(CentreHistories.event(number + 50).line.dropLast())))
            }
            #expect(try await take(other) == .foreign(Committed(committed: 9)))
        }
        // Numbers that have nothing.
        var posted = PostedRecords(origin: "A", after: 9)
        posted.add(.expired, count: 90)
        posted.add(PostedRecord(line: Array(CentreHistories.event(100).line.dropLast())))
        posted.add(.refused, count: 1)
        #expect(committed(try await take(posted)) == 101)
        #expect(try await plates(history) == (1...9).map { "N\($0)" } + ["N100"])
        let site = try await CentreHistories.site("north", in: history)
        #expect(site.gone == [.expired: 90, .refused: 1] && site.committed == 101)
        #expect(talk.all.contains { $0.contains("90 records up to 99 do not come any more") }, "\(talk.all)")
    }

    @Test(arguments: CentreHistories.ends)
    func `a history that was made anew repeats nothing, and nothing of it is lost`(
        end: CentreHistories.End
    ) async throws {
        let histories = try CentreHistories(end)
        let history = try await histories.history()
        func take(_ posted: PostedRecords) async throws -> RecordsDesk.Answer {
            try await desk(history).take(posted, of: try await CentreHistories.site("north", in: history))
        }
        #expect(committed(try await take(CentreHistories.post(1...5))) == 5)
        // The old copy had 3, and gives the numbers from 4 on once more.
        var anew = CentreHistories.post(1...3, of: "B")
        for number in 11...13 { anew.add(PostedRecord(line: Array(CentreHistories.event(number).line.dropLast()))) }
        #expect(committed(try await take(anew)) == 6)
        #expect(try await plates(history) == (Array(1...5) + Array(11...13)).map { "N\($0)" })
        #expect(try await CentreHistories.site("north", in: history).committed("A").committed == 5)
        // Another site has the same identifiers at cameras of its own.
        let other = try await CentreHistories.site("south", in: history)
        #expect(committed(try await desk(history).take(CentreHistories.post(1...5), of: other)) == 5)
        #expect(try await plates(history).count == 13)
    }

    @Test(arguments: CentreHistories.ends)
    func `a line that is not understood is stored as it is, and keeps nothing from coming`(
        end: CentreHistories.End
    ) async throws {
        let histories = try CentreHistories(end)
        let history = try await histories.history()
        let lines = [
            "no JSON at all", #"{"schema":"plated.event/1","id":"X","ts":"2026-11-22T12:00:00Z","camera":"gate"}"#,
            #"{"schema":"plated.event/9","id":"Y","ts":"2026-11-22T12:00:00Z","camera":"gate","new":{"a":[1]}}"#,
            #"{"schema":"plated.other/1","camera":"../../etc"}"#,
        ]
        var posted = PostedRecords(origin: "A", after: 0)
        for line in lines { posted.add(PostedRecord(line: Array(line.utf8))) }
        posted.add(PostedRecord(line: [0xFF, 0xFE, 0x80]))
        posted.add(PostedRecord(line: Array(CentreHistories.event(1).line.dropLast())))
        let site = try await CentreHistories.site("north", in: history)
        #expect(committed(try await desk(history).take(posted, of: site)) == 6)
        let kept = try await history.records(after: 0, limit: 10)
        #expect(
            kept.map(\.line) == lines.map { Array($0.utf8) } + [
                [0xFF, 0xFE, 0x80], CentreHistories.event(1).line.dropLast(),
            ])
        #expect(
            kept.map(\.camera) == [
                "north/unread", "north/gate", "north/gate", "north/unread", "north/unread", "north/gate",
            ])
        // It is nothing that is found, counted or shown as a plate.
        #expect(try await history.search(Search(), limit: 10).records.count == 1)
        // And the same once more is the same.
        let again = try await CentreHistories.site("north", in: history)
        var anew = PostedRecords(origin: "B", after: 0)
        for record in kept { anew.add(PostedRecord(line: record.line)) }
        #expect(committed(try await desk(history).take(anew, of: again)) == 6)
        #expect(try await history.records(after: 0, limit: 20).count == 6)
    }

    /// As a proxy does that sends each request to two centres.
    @Test(arguments: CentreHistories.ends)
    func `the same posts at two centres at once are stored once, in order`(end: CentreHistories.End) async throws {
        let histories = try CentreHistories(end)
        let (one, other) = (try await histories.history("one"), try await histories.history("other"))
        let desks = [desk(one), desk(other)]
        let sites = ["north", "south", "east"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for site in sites {
                group.addTask {
                    for first in stride(from: 1, to: 61, by: 10) {
                        let posted = CentreHistories.post(first...first + 9)
                        try await withThrowingTaskGroup(of: RecordsDesk.Answer.self) { pair in
                            for (desk, history) in zip(desks, [one, other]) {
                                pair.addTask {
                                    try await desk.take(posted, of: try await CentreHistories.site(site, in: history))
                                }
                            }
                            for try await answer in pair {
                                guard case .stored(let committed) = answer else {
                                    Issue.record("\(answer)")
                                    continue
                                }
                                #expect(committed.committed == Int64(first + 9))
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for site in sites {
            let kept = try await one.records(after: 0, limit: 1000).filter { $0.camera == "\(site)/gate" }
            #expect(kept.map(\.line) == (1...60).map { CentreHistories.event($0).line.dropLast() })
            let books = try await CentreHistories.site(site, in: other)
            #expect(books.chains["gate"]?.lines == 60 && books.committed == 60)
        }
    }

    @Test(arguments: CentreHistories.ends)
    func `a site that was taken out stores nothing more, also of what is on its way`(
        end: CentreHistories.End
    ) async throws {
        let histories = try CentreHistories(end)
        let history = try await histories.history()
        let token = try await CentreHistories.join("north", in: history)
        let register = SiteRegister(history)
        let site = try #require(try await register.site(of: token))
        #expect(committed(try await desk(history).take(CentreHistories.post(1...2), of: site)) == 2)
        let before = try await CentreHistories.site("north", in: history)
        #expect(try await register.remove("north"))
        #expect(try await desk(history).take(CentreHistories.post(3...4), of: before) == .unknown)
        #expect(try await register.site(of: token) == nil)
        #expect(try await plates(history) == ["N1", "N2"])
        #expect(try await !register.remove("north"))
        // It joins once more: with a token of its own, and goes on where it was.
        let new = try await CentreHistories.join("north", in: history)
        #expect(try await register.site(of: token) == nil)
        #expect(try await register.site(of: new)?.committed("A").committed == 2)
    }
}

extension RecordsDeskTests {
    @Test(arguments: CentreHistories.ends)
    func `a token joins once, and the same request again has the same answer`(end: CentreHistories.End) async throws {
        let histories = try CentreHistories(end)
        let history = try await histories.history()
        let register = SiteRegister(history)
        let now = WallTime(milliseconds: 1_795_348_800_000)
        let (join, old) = (JoinToken(site: "north", authority: nil), JoinToken(site: "north", authority: nil))
        try await register.invite(with: old, until: WallTime(milliseconds: now.milliseconds + 60_000))
        try await register.invite(with: join, until: WallTime(milliseconds: now.milliseconds + 60_000))
        let mine = JoinRequest(token: SiteToken(site: "north").digest, keys: ["k"])
        let theirs = JoinRequest(token: SiteToken(site: "north").digest, keys: [])
        // Another one takes its place.
        await #expect(throws: SiteRegister.Refusal.unknown) { try await register.join(old.bearer, mine, now: now) }
        await #expect(throws: SiteRegister.Refusal.unknown) { try await register.join("", mine, now: now) }
        #expect(try await register.names().isEmpty)
        for _ in 0..<3 { #expect(try await register.join(join.bearer, mine, now: now) == "north") }
        await #expect(throws: SiteRegister.Refusal.used) { try await register.join(join.bearer, theirs, now: now) }
        #expect(try await register.names() == ["north"])
        let late = JoinToken(site: "south", authority: nil)
        try await register.invite(with: late, until: now)
        await #expect(throws: SiteRegister.Refusal.unknown) { try await register.join(late.bearer, mine, now: now) }
        // A history in the place of this one lets the same in.
        let folder = try TemporaryFolder()
        let other = try SQLiteHistory(path: folder.file("history.sqlite"))
        try await SiteRegister(other).restore(try await register.membership())
        #expect(try await SiteRegister(other).site("north")?.token == mine.token)
    }
}

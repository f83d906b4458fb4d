import Answers
import Foundation
import GRDB
import History
import Logging
import Records
import TestSupport
import Testing

@testable import Console

/// Plates that chance draws, what is said of them, and what follows for their camera.
@Suite struct ReviewTests {
    private let folder: TemporaryFolder
    private let history: SQLiteHistory
    private let accounts: AccountFile
    private let ids = EventIDs()
    private let now = WallTime(milliseconds: 1_795_348_800_000)

    init() throws {
        folder = try TemporaryFolder()
        history = try SQLiteHistory(path: folder.file("history.sqlite"), access: .writing)
        accounts = try AccountFile(path: folder.file("console.sqlite"))
    }

    private func event(_ minutes: Int64, camera: String = "gate", probability: Double? = 0.9) -> PlateEvent {
        let time = WallTime(milliseconds: now.milliseconds - minutes * 60_000)
        return PlateEvent(
            id: ids.next(at: time), time: time, camera: camera, plate: "RK4828N", plateRaw: "RK4828N",
            confidence: 0.9, probability: probability, candidates: [],
            box: PlateBox(x: 0, y: 0, width: 1, height: 1), reads: 1, framesSeen: 1, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 1)
    }

    private func store(_ events: [PlateEvent]) async throws {
        var batch = Batch()
        for event in events {
            let line = Array(event.line.dropLast())
            let entry = Entry(try Record(line: line), line: line, log: "", now: now, packer: LinePacker())
            batch.entries.append(("log", try #require(entry)))
        }
        _ = try await history.store(batch)
    }

    private func review(_ camera: String = "gate") async throws -> CameraReview {
        try await CameraReview(of: camera, in: history, accounts, now: now)
    }

    @Test func `what is said of plates refines their camera, and no other`() async throws {
        let events = (1...60).map { event(Int64($0)) }
        try await store(events + [event(1, camera: "yard")])
        #expect(try await review().proposal == nil)
        for (index, event) in events.prefix(50).enumerated() {
            try accounts.judge(event, isRight: index % 3 > 0, by: "anna", at: now)
        }
        try accounts.judge(events[50], isRight: nil, by: "anna", at: now)
        let review = try await review()
        #expect(review.odds.checked.plates == 50 && review.odds.checked.wrong == 17 && review.untold == 1)
        let proposal = try #require(review.proposal)
        #expect(proposal < 0.5 && proposal > 0.1)
        #expect(try await self.review("yard").proposal == nil)
        // Another engine is another matter.
        var other = event(0)
        other.engine = "other"
        try await store([other])
        #expect(try await self.review().odds.checked.plates == 0)
    }

    @Test func `corrections count by themselves, until they are taken back`() async throws {
        let events = (1...100).map { event(Int64($0)) }
        try await store(events)
        for event in events.prefix(40) { try accounts.correct(event, to: "RK482BN", by: "anna", at: now) }
        let many = try await review()
        #expect(many.odds.corrected.wrong == 40 && many.odds.corrected.plates == 100)
        #expect(try #require(many.proposal) < 0.5)
        for event in events.prefix(35) { try accounts.correct(event, to: event.plate, by: "anna", at: now) }
        let few = try await review()
        #expect(few.odds.corrected.wrong == 5 && few.proposal == nil)
    }

    @Test func `a setting that is there is known, and what agrees with it is no proposal`() async throws {
        let events = (1...120).map { number -> PlateEvent in
            // 0.9 as measured, a fourth of its odds.
            var event = event(Int64(number), probability: 0.692)
            event.probabilityOdds = 0.25
            return event
        }
        try await store(events)
        for (index, event) in events.enumerated() {
            try accounts.judge(event, isRight: index % 10 > 2, by: "anna", at: now)
        }
        let review = try await review()
        #expect(review.present == 0.25 && review.odds.odds < 0.35)
        #expect(abs(review.odds.checked.expected - 12) < 0.1, "as measured, and not as set")
    }

    @Test func `a later correction takes a verdict back, and what is too old is gone`() async throws {
        let event = event(5)
        try await store([event])
        try accounts.judge(event, isRight: true, by: "anna", at: now)
        #expect(try accounts.isJudged(event))
        let later = WallTime(milliseconds: now.milliseconds + 1)
        try accounts.correct(event, to: "RK482BN", by: "adam", at: later)
        #expect(try await review().odds.checked.wrong == 1)
        try accounts.correct(event, to: event.plate, by: "adam", at: later)
        #expect(try await review().odds.checked.wrong == 0)
        #expect(try await review().odds.checked.plates == 1)
        try accounts.remove(before: now, camera: "gate")
        #expect(try !accounts.isJudged(event))
    }

    @Test func `no text of a plate stands in what is said of it`() async throws {
        try accounts.judge(event(5), isRight: false, by: "anna", at: now)
        let rows = try await DatabaseQueue(path: accounts.path).read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM verdict").map(\.description)
        }
        #expect(rows.count == 1 && !rows[0].contains("RK48"), "\(rows)")
    }

    @Test func `each plate is drawn as often as any other, whatever hour it is of`() async throws {
        // A night with two, and an hour with eight.
        let events = [event(600), event(300)] + (1...8).map { event(20 + $0) } + [event(60 * 24 * 40)]
        try await store(events + [event(3, camera: "yard")])
        var drawn: [String: Int] = [:]
        for _ in 0..<600 {
            let draw = Draw(camera: "gate", history: history) { _ in true }
            let event = try #require(try await draw.event(at: now))
            drawn[event.id, default: 0] += 1
        }
        #expect(Set(drawn.keys) == Set(events.dropLast().map(\.id)), "and none that is older than thirty days")
        // 60 each; that one of ten differs by more happens once in a million times.
        #expect(drawn.values.allSatisfy { 20...105 ~= $0 }, "\(drawn)")
        let none = Draw(camera: "gate", history: history) { _ in false }
        #expect(try await none.event(at: now) == nil)
    }

    @Test func `the last one that nobody has looked at is drawn, however many were`() async throws {
        let events = (1...60).map { event($0 * 5) }
        try await store(events)
        let last = events[17].id
        for _ in 0..<20 {
            let draw = Draw(camera: "gate", history: history) { $0.id == last }
            #expect(try await draw.event(at: now)?.id == last)
        }
    }

    @Test func `accounts that an earlier version made are brought on`() throws {
        let path = folder.file("old.sqlite")
        do {
            _ = try AccountFile(path: path)
            try DatabaseQueue(path: path).write { try $0.execute(sql: "DROP TABLE verdict; PRAGMA user_version = 2") }
        }
        try AccountFile(path: path).judge(event(1), isRight: true, by: "anna", at: now)
    }
}

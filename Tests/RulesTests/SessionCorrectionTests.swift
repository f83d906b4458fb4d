import Records
import TestSupport
import Testing

@testable import Rules

/// What people say of sessions, beside what the hub goes on to say.
@Suite struct SessionCorrectionTests {
    /// Sunday, 22 November 2026, noon.
    private static let noon: Int64 = 1_795_348_800_000
    private let site = SessionSite(
        name: "park", entries: [SessionPoint(camera: "in")], exits: [SessionPoint(camera: "out")])

    private func time(_ minutes: Int64) -> WallTime { WallTime(milliseconds: Self.noon + minutes * 60_000) }

    private func event(_ camera: String, _ plate: String, _ minutes: Int64) -> PlateEvent {
        PlateEvent(
            id: "\(camera)-\(plate)-\(minutes)", time: time(minutes), camera: camera, plate: plate, plateRaw: plate,
            confidence: camera == "in" ? 0.9 : 0.8, candidates: [PlateCandidate(plate: plate, confidence: 1)],
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time(minutes),
            lastSeen: time(minutes), engine: "test", latencyMilliseconds: 1)
    }

    private func correct(
        _ book: inout SiteBook, _ session: SessionRecord, _ correction: SessionCorrection, at minutes: Int64,
        byHand: [String: Int] = [:]
    ) throws -> [SessionRecord] {
        try book.correct(session, correction, by: "anna", at: time(minutes), byHand: byHand)
    }

    @Test func `who left unseen is ended at the time that is said, and the hub says nothing more of it`() throws {
        var book = SiteBook(site: site)
        let entered = try #require(book.take(event("in", "AB12CDE", 0)).last)
        let told = try correct(&book, entered, .left(at: time(45)), at: 60)
        let record = try #require(told.first)
        #expect(told.count == 1 && record.session == entered.session && record.revision == 1)
        #expect(record.state == .ended && record.change == .ended && record.by == "anna" && record.exit == nil)
        #expect(record.left == time(45) && record.dwell == 2700 && record.occupancy == 0 && book.occupancy == 0)
        #expect(try Record(line: record.line) == .session(record))
        // Neither its exit nor time changes it; the exit is somebody else's.
        let later = book.take(event("out", "AB12CDE", 90)) + book.advance(to: time(3 * 24 * 60))
        #expect(later.map(\.state) == [.entryMissed])
        #expect(throws: CorrectionRefusal.impossible("It cannot have left before it came in, nor later than now.")) {
            try correct(&book, record, .left(at: time(-1)), at: 60)
        }
    }

    @Test func `of two who correct the same the second is told that it changed`() throws {
        var book = SiteBook(site: site)
        let entered = try #require(book.take(event("in", "AB12CDE", 0)).last)
        let first = try correct(&book, entered, .left(at: time(45)), at: 60)
        let byHand = [entered.session: try #require(first.last).revision]
        #expect(throws: CorrectionRefusal.changed) { try correct(&book, entered, .void, at: 61, byHand: byHand) }
        // As where the hub itself was faster.
        let other = try #require(book.take(event("in", "XY98ZKW", 70)).last)
        _ = book.take(event("out", "XY98ZKW", 80))
        #expect(throws: CorrectionRefusal.changed) { try correct(&book, other, .left(at: time(75)), at: 81) }
    }

    @Test func `a wrong pair is taken apart: the entry is in again and waits for its own exit`() throws {
        var book = SiteBook(site: site)
        let entered = try #require(book.take(event("in", "AB12CDE", 0)).last)
        let pair = try #require(book.take(event("out", "A812CDE", 30)).last)
        #expect(pair.session == entered.session && pair.state == .ended)
        let told = try correct(&book, pair, .apart(exit: nil), at: 40)
        #expect(told.map(\.state) == [.entryMissed, .open] && told.allSatisfy { $0.by == "anna" })
        #expect(told.last?.session == entered.session && told.last?.revision == 2 && book.occupancy == 1)
        #expect(told.first?.exit == pair.exit && told.first?.revision == 0)
        let end = try #require(book.take(event("out", "AB12CDE", 60)).last)
        #expect(end.session == entered.session && end.revision == 3 && end.match == .exact && end.by == nil)
    }

    @Test(arguments: [200, 7200] as [Int64]) func `a pair that the hub let go is taken apart all the same`(
        minutes: Int64
    ) throws {
        var book = SiteBook(site: site)
        _ = book.take(event("in", "AB12CDE", 0))
        let pair = try #require(book.take(event("out", "A812CDE", 30)).last)
        _ = book.advance(to: time(minutes))
        #expect(book.known.isEmpty)
        let told = try correct(&book, pair, .apart(exit: nil), at: minutes)
        // After two days nobody waits for an exit any more.
        #expect(told.map(\.state) == [.entryMissed, minutes > 2880 ? .forgotten : .open])
        #expect(told.map(\.revision) == [0, 2] && book.occupancy == (minutes > 2880 ? 0 : 1))
    }

    @Test func `an exit that was a session before goes on with that one's revisions`() throws {
        var book = SiteBook(site: site)
        let lone = try #require(book.take(event("out", "AB12CDE", 30)).last)
        // The log of the entry comes late.
        let told = book.take(event("in", "AB12CDE", 0))
        #expect(told.map(\.state) == [.withdrawn, .ended])
        let again = try correct(&book, try #require(told.last), .apart(exit: nil), at: 40)
        #expect(again.first?.session == lone.session && again.first?.revision == 2)
        #expect(again.first?.state == .entryMissed)
    }

    @Test func `an entry and an exit become one session, and the exit's own is withdrawn`() throws {
        var book = SiteBook(site: site)
        let entered = try #require(book.take(event("in", "AB12CDE", 0)).last)
        let left = try #require(book.take(event("out", "QQ77QQQ", 30)).last)
        #expect(left.state == .entryMissed)
        let told = try correct(&book, entered, .together(left), at: 40)
        #expect(told.map(\.session) == [left.session, entered.session] && told.map(\.state) == [.withdrawn, .ended])
        #expect(told.last?.match == .byHand && told.last?.dwell == 1800 && told.last?.plate == "AB12CDE")
        #expect(told.last?.occupancy == 0)
        #expect(book.advance(to: time(5 * 24 * 60)).isEmpty, "it is nobody's to be forgotten")
        #expect(throws: CorrectionRefusal.self) { try correct(&book, left, .together(entered), at: 41) }
    }

    @Test func `what never was is withdrawn, with both ends`() throws {
        var book = SiteBook(site: site)
        let open = try #require(book.take(event("in", "AB12CDE", 0)).last)
        #expect(try correct(&book, open, .void, at: 5).map(\.state) == [.withdrawn] && book.occupancy == 0)
        _ = book.take(event("in", "XY98ZKW", 10))
        let pair = try #require(book.take(event("out", "XY98ZKW", 20)).last)
        #expect(try correct(&book, pair, .void, at: 25).map(\.state) == [.withdrawn])
        #expect(book.known.isEmpty && book.advance(to: time(5 * 24 * 60)).isEmpty)
    }

    @Test func `a corrected text flows into its session, and pairs are looked for anew`() throws {
        var book = SiteBook(site: site)
        let entered = try #require(book.take(event("in", "AB12CDE", 0)).last)
        let text = SessionCorrection.text(camera: "in", event: "in-AB12CDE-0", plate: "QQ77QQQ")
        let renamed = try correct(&book, entered, text, at: 5)
        #expect(renamed.map(\.plate) == ["QQ77QQQ"] && renamed.first?.revision == 1 && renamed.first?.state == .open)
        #expect(renamed.first?.by == "anna" && renamed.first?.change == .corrected)
        let end = try #require(book.take(event("out", "QQ77QQQ", 30)).last)
        #expect(end.session == entered.session && end.match == .exact && end.revision == 2)
        // A pair that was made of a misread exit.
        _ = book.take(event("in", "KL77MNP", 40))
        let wrong = try #require(book.take(event("out", "KL77MNR", 50)).last)
        let apart = try correct(
            &book, wrong, .text(camera: "out", event: "out-KL77MNR-50", plate: "ZZ11AAA"), at: 55)
        #expect(apart.map(\.state) == [.entryMissed, .open] && apart.map(\.plate) == ["ZZ11AAA", "KL77MNP"])
    }

    @Test func `the text of a pair that stays one is told, also where the hub let it go`() throws {
        for isOld in [false, true] {
            var book = SiteBook(site: site)
            _ = book.take(event("in", "AB12CDE", 0))
            let pair = try #require(book.take(event("out", "AB12CDF", 30)).last)
            if isOld { _ = book.advance(to: time(200)) }
            let told = try correct(
                &book, pair, .text(camera: "out", event: "out-AB12CDF-30", plate: "AB12CDE"), at: 300)
            #expect(told.map(\.state) == [.ended] && told.first?.revision == 2 && told.first?.exit?.plate == "AB12CDE")
            #expect(told.first?.entry?.plate == "AB12CDE" && told.first?.plate == "AB12CDE")
        }
    }

    @Test(arguments: ["AB12CDF", nil] as [String?])
    func `who was misread as one that is in puts nobody out once that is said`(plate: String?) throws {
        var book = SiteBook(site: site)
        let first = try #require(book.take(event("in", "AB12CDE", 0)).last)
        let told = book.take(event("in", "AB12CDE", 60))
        #expect(told.map(\.state) == [.exitMissed, .open] && book.occupancy == 1)
        let second = try #require(told.last)
        let correction = plate.map { SessionCorrection.text(camera: "in", event: "in-AB12CDE-60", plate: $0) }
        let corrected = try correct(&book, second, correction ?? .void, at: 70)
        #expect(corrected.last { $0.session == first.session }?.state == .open)
        #expect(corrected.last { $0.session == second.session }?.state == (plate == nil ? .withdrawn : .open))
        #expect(book.occupancy == (plate == nil ? 1 : 2))
        // Also in the file, and for what leaves then.
        let kept = book.takeChanges().kept
        var again = SiteBook(site: site, kept: kept, clock: book.clock)
        #expect(again.occupancy == book.occupancy)
        for state in [book, again] {
            var left = state
            let end = try #require(left.take(event("out", "AB12CDE", 90)).last)
            #expect(end.session == first.session && end.state == .ended && end.match == .exact)
        }
        #expect(again.take(event("in", "AB12CDE", 100)).map(\.state) == [.exitMissed, .open])
    }

    @Test func `of three entries with one plate the middle one is taken out, and the first still left before the last`()
        throws
    {
        var book = SiteBook(site: site)
        _ = book.take(event("in", "AB12CDE", 0))
        let middle = try #require(book.take(event("in", "AB12CDE", 60)).last)
        let ended = try #require(book.take(event("in", "AB12CDE", 120)).first)
        #expect(ended.session == middle.session && ended.state == .exitMissed)
        #expect(try correct(&book, ended, .void, at: 130).map(\.state) == [.withdrawn] && book.occupancy == 1)
    }

    @Test func `one whose own text was wrong is in again`() throws {
        var book = SiteBook(site: site)
        _ = book.take(event("in", "AB12CDE", 0))
        let told = book.take(event("in", "AB12CDE", 60))
        let first = try #require(told.first)
        let text = SessionCorrection.text(camera: "in", event: "in-AB12CDE-0", plate: "QQ77QQQ")
        #expect(try correct(&book, first, text, at: 70).map(\.state) == [.open] && book.occupancy == 2)
    }
}

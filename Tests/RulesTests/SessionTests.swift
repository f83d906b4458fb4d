import Records
import TestSupport
import Testing

@testable import Rules

@Suite struct SessionTests {
    /// Sunday, 22 November 2026, noon.
    private static let noon: Int64 = 1_795_348_800_000

    private var site = SessionSite(
        name: "park", entries: [SessionPoint(camera: "in")], exits: [SessionPoint(camera: "out")])

    /// - Parameter minutes: after noon.
    private func event(
        _ camera: String, _ plate: String, _ minutes: Double, id: String? = nil, lost: [(String, Double)] = [],
        lane: String? = nil, movement: PlateDirection.Movement? = nil
    ) -> PlateEvent {
        let time = WallTime(milliseconds: Self.noon + Int64(minutes * 60_000))
        let candidates = [(plate, 1 - lost.map(\.1).reduce(0, +))] + lost
        return PlateEvent(
            id: id ?? "\(camera)-\(plate)-\(Int(minutes))", time: time, camera: camera, plate: plate, plateRaw: plate,
            confidence: camera == "in" ? 0.9 : 0.8,
            candidates: candidates.map { PlateCandidate(plate: $0.0, confidence: $0.1) },
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 1,
            direction: movement.map { PlateDirection(degrees: nil, movement: $0) },
            lane: lane)
    }

    /// What is told, a word each: change, state, and the ends' events.
    private func told(_ records: [SessionRecord]) -> [String] {
        records.map {
            "\($0.change.rawValue) \($0.state.rawValue): \($0.entry?.id ?? "-") > \($0.exit?.id ?? "-")"
        }
    }

    private func run(_ book: inout SiteBook, _ events: PlateEvent...) -> [SessionRecord] {
        events.flatMap { book.take($0) }
    }

    // MARK: - Pairs

    @Test func `a vehicle comes in and leaves`() throws {
        var site = site
        site.capacity = 10
        var book = SiteBook(site: site)
        let records = run(&book, event("in", "AB12CDE", 0), event("yard", "AB12CDE", 5), event("out", "AB12CDE", 90))
        #expect(told(records) == ["began open: in-AB12CDE-0 > -", "ended ended: in-AB12CDE-0 > out-AB12CDE-90"])
        let (first, last) = (try #require(records.first), try #require(records.last))
        #expect(first.session == last.session && first.id != last.id && (first.revision, last.revision) == (0, 1))
        #expect(last.dwell == 5400 && last.match == .exact && last.plate == "AB12CDE")
        #expect((first.occupancy, last.occupancy) == (1, 0) && last.capacity == 10)
        #expect(last.camera == "out" && first.camera == "in" && last.settles == last.time + site.settleTime)
    }

    @Test(arguments: [
        ("AB12CDE", "A812CDE", SessionMatch.alike), ("AB12CDE", "B12CDE", .alike), ("AB12CDE", "AB12CDEX", .alike),
        ("AB12CDE", "AB1ZCDE", .alike), ("AB12CDE", "AX12CDE", .alike), ("A812CDE", "AB1ZCDE", .alike),
    ]) func `one that was misread on one side or on both is paired where nothing fits better`(
        entry: String, exit: String, match: SessionMatch
    ) throws {
        var book = SiteBook(site: site)
        let records = run(
            &book, event("in", "ZZ99XYW", 0), event("in", entry, 1), event("in", "KL77MNP", 2), event("out", exit, 60))
        let last = try #require(records.last)
        #expect(last.state == .ended && last.entry?.plate == entry && last.match == match)
    }

    @Test func `what was voted for and lost counts`() throws {
        var book = SiteBook(site: site)
        let records = run(
            &book, event("in", "AB12CDE", 0), event("in", "QW55RTY", 1),
            event("out", "4H1ZCOE", 60, lost: [("AB12CDE", 0.3)]), event("out", "ZZ11AAA", 61, lost: [("QW55RTY", 0.4)])
        )
        #expect(records.suffix(2).map(\.match) == [.candidate, .candidate])
        #expect(records.suffix(2).map { $0.entry?.plate } == ["AB12CDE", "QW55RTY"])
    }

    @Test func `what is not alike is two vehicles, each with an end that nobody saw`() {
        var book = SiteBook(site: site)
        let records = run(&book, event("in", "AB12CDE", 0), event("out", "XY98ZKW", 60))
        #expect(told(records) == ["began open: in-AB12CDE-0 > -", "ended entry_missed: - > out-XY98ZKW-60"])
        #expect(book.occupancy == 1)
    }

    @Test func `a later and better exit takes its entry back, and both are told`() throws {
        var book = SiteBook(site: site)
        _ = run(&book, event("in", "AB12CDE", 0), event("out", "AB12CDF", 30))
        // The one that fits better, and one for the exit that lost its entry.
        let records = run(&book, event("out", "AB12CDE", 40))
        #expect(
            told(records) == [
                "ended entry_missed: - > out-AB12CDF-30", "corrected ended: in-AB12CDE-0 > out-AB12CDE-40",
            ])
        #expect(records.last?.revision == 2)
        // The lost one's own entry was read late.
        let late = run(&book, event("in", "AB12CDF", 10))
        #expect(
            told(late) == [
                "corrected withdrawn: - > out-AB12CDF-30", "ended ended: in-AB12CDF-10 > out-AB12CDF-30",
            ])
    }

    @Test func `two that are alike are each paired with their own, whichever leaves first`() throws {
        for (first, second) in [("AB12CDE", "A812CDE"), ("A812CDE", "AB12CDE")] {
            var book = SiteBook(site: site)
            let records = run(
                &book, event("in", "AB12CDE", 0), event("in", "A812CDE", 5), event("out", first, 30),
                event("out", second, 40))
            let ends = records.filter { $0.state == .ended }
            #expect(ends.allSatisfy { $0.entry?.plate == $0.exit?.plate } && ends.count == 2)
        }
    }

    @Test func `an exit that was paired gives way along a row of others`() {
        var book = SiteBook(site: site)
        // The first exit takes what is nearest; the second one fits that better, and the first takes another.
        let records = run(
            &book, event("in", "AB12CDE", 0), event("in", "A812COE", 5), event("out", "A812CDE", 30),
            event("out", "AB12CDE", 40))
        let last = CarParkScore.pairs(in: records)
        #expect(last == ["in-AB12CDE-0": "out-AB12CDE-40", "in-A812COE-5": "out-A812CDE-30"])
    }

    @Test func `what is settled is not taken back`() {
        var book = SiteBook(site: site)
        _ = run(&book, event("in", "AB12CDE", 0), event("out", "AB12CDF", 30))
        let records = run(&book, event("out", "AB12CDE", 120))
        #expect(told(records) == ["ended entry_missed: - > out-AB12CDE-120"])
    }

    @Test func `pseudonyms are paired where they are the same`() {
        var book = SiteBook(site: site)
        let records = run(
            &book, event("in", "p:0123456789abcdef", 0), event("in", "p:0123456789abcdee", 1),
            event("out", "p:0123456789abcdee", 30), event("out", "p:0123456789abcdff", 40))
        #expect(records.map(\.state) == [.open, .open, .ended, .entryMissed])
        #expect(records[2].entry?.plate == "p:0123456789abcdee")
    }

    // MARK: - Order

    @Test func `whatever order records come in, the same is told in the end`() {
        let events = [
            event("in", "AB12CDE", 0), event("in", "A812CDE", 3), event("in", "KL55MNO", 4),
            event("out", "A812CDE", 20),
            event("in", "KL55MN0", 25), event("out", "KL55MN0", 30), event("out", "AB12CDE", 40),
            event("out", "KL55MNO", 50),
        ]
        var chance = SplitMix64(seed: 3)
        for _ in 0..<60 {
            var book = SiteBook(site: site)
            let records = events.shuffled(using: &chance).flatMap { book.take($0) }
            #expect(
                CarParkScore.pairs(in: records) == [
                    "in-AB12CDE-0": "out-AB12CDE-40", "in-A812CDE-3": "out-A812CDE-20",
                    "in-KL55MNO-4": "out-KL55MNO-50", "in-KL55MN0-25": "out-KL55MN0-30",
                ])
            // What is said of an exit alone was taken back.
            let alone = Dictionary(grouping: records) { $0.session }.values.compactMap(\.last).filter {
                $0.entry == nil
            }
            #expect(alone.allSatisfy { $0.state == .withdrawn } && book.occupancy == 0)
        }
    }

    @Test func `a camera's log that is read hours later is put in its place`() {
        var site = site
        site.settleTime = .seconds(6 * 3600)
        let all = CarPark(visits: 200, misread: 0.05, seed: 11)
        // All exits of a time come after all entries of it, and the other way round.
        for late in ["in", "out"] {
            var book = SiteBook(site: site)
            let hours = Dictionary(grouping: all.events) { $0.time.milliseconds / (3 * 3_600_000) }
            let events = hours.sorted { $0.key < $1.key }.flatMap { hour in
                hour.value.filter { $0.camera != late } + hour.value.filter { $0.camera == late }
            }
            let records = events.flatMap { book.take($0) }
            #expect(CarParkScore(CarParkScore.pairs(in: records), of: all).share > 0.985, "\(late)")
        }
    }

    @Test func `what was taken already changes nothing`() {
        var book = SiteBook(site: site)
        let events = CarPark(visits: 50, misread: 0.05, seed: 5).events
        let records = events.flatMap { event in book.take(event) + book.take(event) }
        #expect(Set(records.map(\.id)).count == records.count)
        #expect(records.filter { $0.change == .began }.count == 50)
    }

    // MARK: - Time

    @Test func `one that stays too long is told once, at its time`() throws {
        var site = site
        site.longestStay = .seconds(3600)
        var book = SiteBook(site: site)
        _ = run(&book, event("in", "AB12CDE", 0), event("in", "KL55MNO", 30))
        let late = book.advance(to: WallTime(milliseconds: Self.noon + 75 * 60_000))
        #expect(told(late) == ["overstay open: in-AB12CDE-0 > -"])
        let record = try #require(late.first)
        #expect(record.isOverstay && record.longestStay == 3600)
        #expect(record.time == WallTime(milliseconds: Self.noon + 60 * 60_000))
        let ends = run(&book, event("out", "KL55MNO", 80), event("out", "AB12CDE", 81))
        #expect(ends.map(\.isOverstay) == [false, true])
    }

    @Test func `an exit that nobody saw is told after a while, and is still taken where its record was late`() {
        var book = SiteBook(site: site)
        _ = run(&book, event("in", "AB12CDE", 0))
        let noon = WallTime(milliseconds: Self.noon)
        #expect(book.advance(to: noon + .seconds(48 * 3600 - 1)).isEmpty)
        #expect(told(book.advance(to: noon + .seconds(48 * 3600))) == ["ended forgotten: in-AB12CDE-0 > -"])
        #expect(book.occupancy == 0)
        var late = book
        #expect(told(run(&late, event("out", "AB12CDE", 60))) == ["corrected ended: in-AB12CDE-0 > out-AB12CDE-60"])
        // After the time to settle it is gone.
        #expect(book.advance(to: noon + .seconds(49 * 3600)).isEmpty)
        #expect(told(run(&book, event("out", "AB12CDE", 60))) == ["ended entry_missed: - > out-AB12CDE-60"])
    }

    @Test func `the same plate that comes in again has left before`() {
        var book = SiteBook(site: site)
        let records = run(&book, event("in", "AB12CDE", 0), event("in", "AB12CDE", 60), event("out", "AB12CDE", 90))
        #expect(
            told(records) == [
                "began open: in-AB12CDE-0 > -", "ended exit_missed: in-AB12CDE-0 > -", "began open: in-AB12CDE-60 > -",
                "ended ended: in-AB12CDE-60 > out-AB12CDE-90",
            ])
        // Its exit was late.
        #expect(told(run(&book, event("out", "AB12CDE", 30))) == ["corrected ended: in-AB12CDE-0 > out-AB12CDE-30"])
    }

    @Test func `one that stands at the barrier and is read again is one`() {
        var book = SiteBook(site: site)
        let records = run(
            &book, event("in", "AB12CDE", 0), event("in", "AB12CDE", 1.5), event("out", "AB12CDE", 60),
            event("out", "AB12CDE", 61), event("in", "AB12CDE", 62))
        #expect(records.map(\.state) == [.open, .ended, .open])
    }

    @Test func `two that are alike and come one behind the other are two`() {
        var book = SiteBook(site: site)
        _ = run(&book, event("in", "AB12CDE", 0), event("in", "A812CDE", 0.2))
        #expect(book.occupancy == 2)
    }

    // MARK: - Sites

    @Test func `one that came in again leaves again, and so does one beside which nearly the same plate left`() {
        var book = SiteBook(site: site)
        for (camera, plate, minutes) in [
            ("in", "AB12CDE", 0), ("out", "AB12CDE", 5), ("in", "AB12CDE", 5.8), ("out", "AB12CDE", 6.7),
            ("in", "XY120CD", 20), ("in", "XY12OCD", 30), ("out", "XY120CD", 60), ("out", "XY12OCD", 61),
        ] { _ = book.take(event(camera, plate, minutes)) }
        #expect(book.occupancy == 0 && book.visits.count { $0.value.told?.state == .ended } == 4)
    }

    @Test func `entries and exits are told apart by lane and by movement`() {
        let point = SessionPoint(camera: "gate", lane: nil, movement: .approaching)
        var book = SessionBook([
            SessionSite(name: "way", entries: [point], exits: [SessionPoint(camera: "gate", movement: .leaving)]),
            SessionSite(
                name: "lanes", entries: [SessionPoint(camera: "gate", lane: "left")],
                exits: [SessionPoint(camera: "gate", lane: "right")]),
        ])
        let records =
            book.take(event("gate", "AB12CDE", 0, lane: "left", movement: .approaching))
            + book.take(event("gate", "AB12CDE", 30, lane: "left", movement: .leaving))
            + book.take(event("gate", "AB12CDE", 60, lane: "right")) + book.take(event("gate", "AB12CDE", 70))
        #expect(
            records.map { "\($0.site) \($0.state.rawValue)" } == [
                "way open", "lanes open", "way ended", "lanes exit_missed", "lanes open", "lanes ended",
            ])
        #expect(Set(records.map(\.id)).count == records.count)
        #expect(point.meets(SessionPoint(camera: "gate", lane: "left")))
        #expect(!point.meets(SessionPoint(camera: "gate", movement: .leaving)))
    }

    @Test func `between two cameras it is a journey, with its mean speed`() throws {
        var site = SessionSite(
            name: "tunnel", entries: [SessionPoint(camera: "in")], exits: [SessionPoint(camera: "out")])
        site.length = 5000
        site.shortestStay = .seconds(60)
        site.forgottenAfter = .seconds(1800)
        var book = SiteBook(site: site)
        let records = run(&book, event("in", "AB12CDE", 0), event("out", "AB12CDE", 0.5), event("out", "AB12CDE", 3.75))
        #expect(records.map(\.state) == [.open, .entryMissed, .ended])
        #expect(records.last?.speed == 80 && records.last?.dwell == 225)
    }

    // MARK: - The whole

    @Test func `of the visits of a car park whose plates are misread nearly all are told as they were`() {
        let park = CarPark(visits: 1500, misread: 0.05, seed: 1)
        var book = SiteBook(site: site)
        let records = park.events.flatMap { book.take($0) }
        let score = CarParkScore(CarParkScore.pairs(in: records), of: park)
        #expect(score.visits == 1500 && score.share >= 0.995, "\(score)")
        let exact = CarParkScore(CarParkScore.exactPairs(in: park.events), of: park)
        #expect(exact.share < 0.55)
    }
}

import Delivery
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Rules

/// Sessions of logs that are not read to the same time, of clocks that were wrong, and of lines that lack something.
@Suite struct SessionTimeTests {
    private let folder: TemporaryFolder
    private let talk = Talk()
    private let clock = TestClock()
    private let start: WallTime

    init() throws {
        folder = try TemporaryFolder()
        start = clock.now.wall
    }

    private var site: SessionSite {
        var site = SessionSite(
            name: "park", entries: [SessionPoint(camera: "in")], exits: [SessionPoint(camera: "out")])
        site.longestStay = .seconds(4 * 3600)
        return site
    }

    private func event(_ camera: String, _ plate: String, _ minutes: Double, confidence: Double = 0.9) -> PlateEvent {
        let time = WallTime(milliseconds: start.milliseconds + Int64(minutes * 60_000))
        return PlateEvent(
            id: "\(camera)-\(plate)-\(minutes)", time: time, camera: camera, plate: plate, plateRaw: plate,
            confidence: confidence, candidates: [PlateCandidate(plate: plate, confidence: 1)],
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 1)
    }

    private func keeping(_ log: HubLog) -> SessionKeeping {
        SessionKeeping(
            [site], file: folder.file("sessions.sqlite"), log: log, talk: talk.logger,
            now: { [clock] in clock.now.wall }, isClockRight: { true })
    }

    @Test func `who stands at an entry over a start of the hub is in once`() {
        var book = SiteBook(site: site)
        #expect(book.take(event("in", "AB12CDE", 0)).map(\.state) == [.open])
        for minute in [1.5, 3, 4.5] { #expect(book.take(event("in", "AB12CDE", minute)).isEmpty) }
        var again = SiteBook(site: site, kept: book.takeChanges().kept, clock: book.clock)
        #expect(again.take(event("in", "AB12CDE", 6)).isEmpty && again.occupancy == 1)
        #expect(again.takeChanges().kept.count == 1)
        // Long after that it has come in anew.
        #expect(again.take(event("in", "AB12CDE", 9)).map(\.state) == [.exitMissed, .open])
    }

    private func log() -> HubLog { HubLog(path: folder.file("sessions.ndjson"), talk: talk.logger) }

    private func parcels(_ events: [PlateEvent]) throws -> [Parcel] {
        try events.enumerated().map { number, event in
            let line = Array(event.line.dropLast())
            let record = StoredRecord(
                seq: Int64(number), camera: event.camera, time: event.time, record: try Record(line: line), line: line)
            return Parcel(hub: "site", record: record, folder: { "\($0)" })
        }
    }

    private func written() throws -> [SessionRecord] {
        try folder.text("sessions.ndjson").split(separator: "\n").compactMap { line in
            guard case .session(let session) = try Record(line: Array(line.utf8)) else { return nil }
            return session
        }
    }

    // MARK: - Logs that are read one after the other

    @Test func `nobody who left in time is told to have stayed too long where the log of exits is read last`()
        async throws
    {
        let log = log()
        let keeping = keeping(log)
        let plates = (0..<300).map { "AB\(100 + $0)CD" }
        let entries = plates.enumerated().map { event("in", $1, Double(3 * $0)) }
        let exits = plates.enumerated().map { event("out", $1, Double(3 * $0 + 60)) }
        clock.advance(by: .seconds(20 * 3600))
        for group in [entries[..<256], entries[256...], exits[..<256], exits[256...]] {
            #expect(await keeping.deliver(try parcels(Array(group))) == Delivered(count: group.count))
        }
        await keeping.pass(time: clock.now.wall)
        await log.close()
        let told = try written()
        #expect(told.filter(\.isOverstay).isEmpty)
        #expect(told.count == 600 && told.filter { $0.change == .ended }.count == 300)
    }

    @Test func `records move the clock, and only what was read to the end ends what waits for its exit`() throws {
        var site = site
        site.longestStay = .seconds(3600)
        var book = SiteBook(site: site)
        let three = WallTime(milliseconds: start.milliseconds + 3 * 86_400_000)
        var told = book.take(event("in", "AB12CDE", 0))
        told += book.take(event("out", "ZZ99XYW", 30)) + book.move(to: three)
        #expect(told.map(\.state) == [.open, .entryMissed] && told.filter(\.isOverstay).isEmpty)
        #expect(book.isDue(at: WallTime(milliseconds: start.milliseconds + 3_600_000)))
        // A late one is no overstay when it is heard of first.
        let late = book.take(event("in", "KL55MNO", 10))
        #expect(late.map(\.change) == [.began] && late.first?.isOverstay == false)
        // Its exit was in the other log, and so was the lone exit's entry.
        #expect(book.take(event("out", "AB12CDE", 40)).map(\.isOverstay) == [false])
        #expect(book.take(event("in", "ZZ99XYW", 5)).map(\.state) == [.withdrawn, .ended])
        let passed = book.advance(to: three)
        #expect(passed.map(\.change) == [.overstay, .ended] && passed.map(\.state) == [.open, .forgotten])
        #expect(passed.allSatisfy { $0.entry?.plate == "KL55MNO" && $0.isOverstay })
    }

    // MARK: - Clocks

    @Test func `a hub whose clock was ahead goes on with the right one after a restart`() async throws {
        let log = log()
        let first = keeping(log)
        clock.advance(by: .seconds(0), wall: .seconds(40 * 86_400))
        _ = await first.deliver(try parcels([event("in", "QQ77QQQ", 40 * 1440)]))
        await log.close()
        clock.advance(by: .seconds(600), wall: .seconds(600 - 40 * 86_400))
        let again = self.log()
        let second = keeping(again)
        _ = await second.deliver(try parcels([event("in", "AB12CDE", 5), event("out", "AB12CDE", 8)]))
        await again.close()
        let ended = try #require(try written().last)
        #expect(ended.state == .ended && !ended.isOverstay)
        // An hour after it was told, and not after the wrong clock.
        let settles = try #require(ended.settles)
        #expect(settles <= WallTime(milliseconds: start.milliseconds + 10 * 60_000) + site.settleTime)
    }

    // MARK: - Lines that lack something

    @Test func `an event without a confidence stops no site`() async throws {
        let log = log()
        let keeping = keeping(log)
        clock.advance(by: .seconds(3600))
        let odd = event("in", "AB12CDE", 0, confidence: .nan)
        #expect(String(decoding: odd.line, as: UTF8.self).contains(#""confidence":null"#))
        #expect(await keeping.deliver(try parcels([odd, event("in", "XY98ZKW", 1)])) == Delivered(count: 2))
        await log.close()
        let again = self.log()
        let second = self.keeping(again)
        #expect(await second.deliver(try parcels([event("out", "AB12CDE", 9)])) == Delivered(count: 1))
        await again.close()
        #expect(try written().map(\.state) == [.open, .open, .ended])
        #expect(try written().first?.entry?.confidence == 0)
    }

    // MARK: - Vehicles that stand there

    @Test func `one that stands there is one, for as long as it is read again and again`() {
        var book = SiteBook(site: site)
        var told: [SessionRecord] = []
        for number in 0..<6 { told += book.take(event("in", "AB12CDE", Double(number) * 1.6)) }
        for number in 0..<6 { told += book.take(event("out", "AB12CDE", 60 + Double(number) * 1.6)) }
        #expect(told.map(\.state) == [.open, .ended])
        #expect(book.take(event("in", "AB12CDE", 120)).map(\.state) == [.open])
    }

    @Test func `one that stands there is one, also where another camera was read further meanwhile`() {
        var book = SiteBook(site: site)
        let events = [event("in", "AB12CDE", 0), event("in", "KL55MNO", 2.5), event("in", "AB12CDE", 1.5)]
        let told = events.flatMap { book.take($0) }
        #expect(told.map(\.entry?.plate) == ["AB12CDE", "KL55MNO"])
    }
}

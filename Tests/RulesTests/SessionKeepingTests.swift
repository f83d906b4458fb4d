import Delivery
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Rules

/// Sessions on a real disk, handed to as a courier does: some records at a time, and after a kill once more what was not known to be done.
@Suite struct SessionKeepingTests {
    private let folder: TemporaryFolder
    private let talk = Talk()
    private let park = CarPark(visits: 60, misread: 0.05, seed: 4)
    private static let site = SessionSite(
        name: "park", entries: [SessionPoint(camera: "in")], exits: [SessionPoint(camera: "out")])

    init() throws { folder = try TemporaryFolder() }

    private func keeping(_ log: HubLog) -> SessionKeeping {
        SessionKeeping(
            [Self.site], file: folder.file("sessions.sqlite"), log: log, talk: talk.logger, now: { .now },
            isClockRight: { true })
    }

    private func log(_ name: String = "sessions.ndjson") -> HubLog {
        HubLog(path: folder.file(name), talk: talk.logger)
    }

    private func parcels(_ events: some Sequence<PlateEvent>) throws -> [Parcel] {
        try events.enumerated().map { number, event in
            let line = Array(event.line.dropLast())
            let record = StoredRecord(
                seq: Int64(number), camera: event.camera, time: event.time, record: try Record(line: line), line: line)
            return Parcel(hub: "site", record: record, folder: { "\($0)" })
        }
    }

    private func written(_ name: String = "sessions.ndjson") throws -> [SessionRecord] {
        try folder.text(name).split(separator: "\n").compactMap { line in
            guard case .session(let session) = try Record(line: Array(line.utf8)) else { return nil }
            return session
        }
    }

    private func told(_ records: [SessionRecord]) -> [String] {
        records.map {
            "\($0.id) \($0.session) \($0.revision) \($0.state.rawValue) \($0.exit?.id ?? "-") \($0.occupancy)"
        }
    }

    @Test func `over kills at every place nothing is lost, and nothing is doubled`() async throws {
        var book = SiteBook(site: Self.site)
        let whole = park.events.flatMap { book.take($0) }
        let parcels = try parcels(park.events)
        var round = 0
        for start in stride(from: 0, to: parcels.count, by: 5) {
            let group = Array(parcels[start..<min(start + 5, parcels.count)])
            round += 1
            if round % 3 == 0 {
                // Killed once it was in the file, and before it was in the log.
                let nowhere = log("nowhere/sessions.ndjson")
                let result = await keeping(nowhere).deliver(group)
                #expect(result.count == 0 && result.trouble != nil)
            }
            let log = log()
            let keeping = keeping(log)
            await keeping.begin()
            #expect(await keeping.deliver(group) == Delivered(count: group.count))
            await log.close()
            if round % 4 == 0 {
                // Killed before the courier had written down that it arrived.
                let again = self.log()
                #expect(await self.keeping(again).deliver(group) == Delivered(count: group.count))
                await again.close()
            }
        }
        #expect(try told(written()) == told(whole))
    }

    @Test func `an overstay is told by the clock alone, once, and over restarts`() async throws {
        var site = Self.site
        site.longestStay = .seconds(3600)
        let clock = TestClock()
        func keeping(_ log: HubLog) -> SessionKeeping {
            SessionKeeping(
                [site], file: folder.file("sessions.sqlite"), log: log, talk: talk.logger,
                now: { clock.now.wall }, isClockRight: { true })
        }
        var entry = try #require(park.events.first { $0.camera == "in" })
        entry.time = clock.now.wall
        let due = WallTime(milliseconds: entry.time.milliseconds + 3_600_000)
        let log = log()
        let first = keeping(log)
        #expect(await first.deliver(try parcels([entry])) == Delivered(count: 1))
        clock.advance(by: .seconds(3619))
        await first.pass(time: clock.now.wall)
        #expect(try written().map(\.change) == [.began])
        await log.close()
        // Also one that starts after it, and is not told of anything else.
        clock.advance(by: .seconds(1))
        let again = self.log()
        let second = keeping(again)
        await second.begin()
        await second.pass(time: clock.now.wall)
        #expect(try written().map(\.change) == [.began, .overstay])
        #expect(try written().last?.time == due)
        await second.pass(time: clock.now.wall)
        await again.close()
        let third = self.log()
        await keeping(third).pass(time: clock.now.wall)
        await third.close()
        #expect(try written().count == 2)
    }

    @Test func `time goes no further than logs were read, whatever the clock says`() async throws {
        var site = Self.site
        site.longestStay = .seconds(60)
        let clock = TestClock()
        let log = log()
        let keeping = SessionKeeping(
            [site], file: folder.file("sessions.sqlite"), log: log, talk: talk.logger,
            now: { clock.now.wall }, isClockRight: { true })
        let left = try #require(park.events.first { $0.camera == "out" })
        var (entry, exit) = (left, left)
        (entry.camera, entry.id, entry.time) = ("in", "e", clock.now.wall)
        exit.time = WallTime(milliseconds: entry.time.milliseconds + 50_000)
        let read = WallTime(milliseconds: entry.time.milliseconds + 60_000)
        // The hub was down for a day, and what it missed is read bit by bit.
        clock.advance(by: .seconds(86_400))
        _ = await keeping.deliver(try parcels([entry]))
        await keeping.pass(time: read)
        #expect(try written().map(\.change) == [.began])
        _ = await keeping.deliver(try parcels([exit]))
        await keeping.pass(time: clock.now.wall)
        #expect(try written().map(\.change) == [.began, .ended])
        #expect(try written().last?.isOverstay == false)
        await log.close()
    }

    @Test func `what could not be told in time is told with the next look`() async throws {
        var site = Self.site
        site.longestStay = .seconds(60)
        let clock = TestClock()
        let log = log("later/sessions.ndjson")
        let keeping = SessionKeeping(
            [site], file: folder.file("sessions.sqlite"), log: log, talk: talk.logger,
            now: { clock.now.wall }, isClockRight: { true })
        var entry = try #require(park.events.first { $0.camera == "in" })
        entry.time = clock.now.wall
        #expect(await keeping.deliver(try parcels([entry])).count == 0)
        clock.advance(by: .seconds(100))
        await keeping.pass(time: clock.now.wall)
        try FileManager.default.createDirectory(atPath: folder.file("later"), withIntermediateDirectories: true)
        await keeping.pass(time: clock.now.wall)
        await log.close()
        #expect(try written("later/sessions.ndjson").map(\.change) == [.began, .overstay])
    }

    @Test func `a correction outlives a kill, is told once, and another one after it is held against it`() async throws
    {
        let clock = TestClock()
        func keeping(_ log: HubLog) -> SessionKeeping {
            SessionKeeping(
                [Self.site], file: folder.file("sessions.sqlite"), log: log, talk: talk.logger,
                now: { clock.now.wall }, isClockRight: { true })
        }
        var entry = try #require(park.events.first { $0.camera == "in" })
        entry.time = clock.now.wall
        clock.advance(by: .seconds(600))
        let nowhere = log("nowhere/sessions.ndjson")
        let first = keeping(nowhere)
        _ = await first.deliver(try parcels([entry]))
        let session = SessionRecord.session(of: SessionPass(entry), site: "park")
        let open = SessionRecord(
            id: "x", time: entry.time, camera: "in", site: "park", session: session, revision: 0, state: .open,
            change: .began, plate: entry.plate, entry: SessionPass(entry), exit: nil, occupancy: 1)
        let left = SessionCorrection.left(at: WallTime(milliseconds: entry.time.milliseconds + 60_000))
        // Its log cannot be written: it is told by the next hub.
        #expect(try await first.correct(open, left, by: "anna").map(\.revision) == [1])
        let log = log()
        let second = keeping(log)
        await second.begin()
        #expect(try written().map(\.state) == [.open, .ended] && written().last?.by == "anna")
        #expect(await second.isCorrected(session))
        await #expect(throws: CorrectionRefusal.changed) {
            try await second.correct(open, .void, by: "bert")
        }
        var last = try #require(try written().last)
        #expect(try await second.correct(last, .void, by: "bert").map(\.state) == [.withdrawn])
        last.site = "gone"
        await #expect(throws: CorrectionRefusal.self) { try await second.correct(last, .void, by: "bert") }
        #expect(try written().count == 3)
        await log.close()
    }

    @Test func `a file that cannot be written is tried again, and what was taken is not taken twice`() async throws {
        let parcels = try parcels(park.events.prefix(20))
        let log = log()
        let keeping = SessionKeeping(
            [Self.site], file: folder.file("later/sessions.sqlite"), log: log, talk: talk.logger, now: { .now },
            isClockRight: { true })
        let result = await keeping.deliver(parcels)
        #expect(result.count == 0 && result.trouble?.reason.contains("later/sessions.sqlite") == true)
        try FileManager.default.createDirectory(atPath: folder.file("later"), withIntermediateDirectories: true)
        #expect(await keeping.deliver(parcels) == Delivered(count: 20))
        await log.close()
        var book = SiteBook(site: Self.site)
        let whole = park.events.prefix(20).flatMap { book.take($0) }
        #expect(try told(written()) == told(whole))
    }

    @Test func `a camera whose clock is years ahead ends nobody's session`() async throws {
        let log = log()
        let keeping = keeping(log)
        var future = try #require(park.events.first)
        (future.id, future.camera) = ("f", "elsewhere")
        future.time = WallTime(milliseconds: WallTime.now.milliseconds + 400 * 86_400_000)
        let entry = try #require(park.events.first { $0.camera == "in" })
        var recent = entry
        recent.time = WallTime(milliseconds: WallTime.now.milliseconds - 60_000)
        _ = await keeping.deliver(try parcels([recent, future]))
        await log.close()
        #expect(try written().map(\.state) == [.open])
    }

    @Test func `what is forgotten is in no open session any more, while the hub runs and after it`() async throws {
        let log = log()
        let keeping = keeping(log)
        let events = park.events.prefix(30)
        _ = await keeping.deliver(try parcels(events))
        let inside = try #require(written().last { $0.state == .open })
        let file = try #require(try SessionFile.there(folder.file("sessions.sqlite")))
        #expect(try file.forget(inside.plate, dryRun: true) >= 1)
        #expect(try file.forget(inside.plate) >= 1 && file.forget(inside.plate) == 0)
        func holds() throws -> Bool {
            try Data(contentsOf: URL(filePath: folder.file("sessions.sqlite"))).range(of: Data(inside.plate.utf8))
                != nil
        }
        #expect(try !holds())
        let before = try written().count
        _ = await keeping.deliver(try parcels(park.events.dropFirst(30).filter { $0.plate != inside.plate }.prefix(40)))
        #expect(try !holds())
        #expect(try written().dropFirst(before).allSatisfy { $0.session != inside.session })
        await log.close()
    }
}

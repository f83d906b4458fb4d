import Delivery
import Foundation
import History
import Records
import Synchronization
import TestSupport
import Testing

@testable import Rules

/// Sessions of a hub whose own clock is wrong, and is set right.
@Suite struct SessionClockTests {
    private let folder: TemporaryFolder
    private let talk = Talk()
    private let clock = TestClock()
    private let start: WallTime
    private let trust = Trust()

    /// Whether the clock is known to be right.
    private final class Trust: Sendable {
        private let known = Mutex(false)
        var isRight: Bool {
            get { known.withLock { $0 } }
            set { known.withLock { $0 = newValue } }
        }
    }

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

    private func log() -> HubLog { HubLog(path: folder.file("sessions.ndjson"), talk: talk.logger) }

    private func keeping(_ log: HubLog) -> SessionKeeping {
        SessionKeeping(
            [site], file: folder.file("sessions.sqlite"), log: log, talk: talk.logger,
            now: { [clock] in clock.now.wall }, isClockRight: { [trust] in trust.isRight })
    }

    private func event(_ camera: String, _ plate: String, _ minutes: Double) -> PlateEvent {
        let time = WallTime(milliseconds: start.milliseconds + Int64(minutes * 60_000))
        return PlateEvent(
            id: "\(camera)-\(plate)-\(minutes)", time: time, camera: camera, plate: plate, plateRaw: plate,
            confidence: 0.9, candidates: [PlateCandidate(plate: plate, confidence: 1)],
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 1)
    }

    private func parcel(_ camera: String, _ plate: String, _ minutes: Double) throws -> Parcel {
        let event = event(camera, plate, minutes)
        let line = Array(event.line.dropLast())
        let record = StoredRecord(seq: 1, camera: camera, time: event.time, record: try Record(line: line), line: line)
        return Parcel(hub: "site", record: record, folder: { "\($0)" })
    }

    private func written() throws -> [SessionRecord] {
        try folder.text("sessions.ndjson").split(separator: "\n").compactMap { line in
            guard case .session(let session) = try Record(line: Array(line.utf8)) else { return nil }
            return session
        }
    }

    private func pass(_ keeping: SessionKeeping) async { await keeping.pass(time: clock.now.wall) }

    /// One that came in is told to be late and forgotten by a clock that is three days ahead, which is set right a minute later.
    private func wrongly(_ keeping: SessionKeeping) async throws {
        #expect(try await keeping.deliver([parcel("in", "AB12CDE", 0)]) == Delivered(count: 1))
        let ahead = Duration.seconds(3 * 86_400)
        clock.advance(by: .seconds(60), wall: Duration.seconds(60) + ahead)
        await pass(keeping)
        #expect(try written().map(\.change) == [.began, .overstay, .ended])
        clock.advance(by: .seconds(60), wall: Duration.seconds(60) - ahead)
    }

    // MARK: - Ahead

    @Test func `what a clock that was ahead told is taken back, and whoever comes then is told in time`() async throws {
        let log = log()
        let keeping = keeping(log)
        try await wrongly(keeping)
        // Of those who come now nothing is told too early, whether the clock is trusted yet or not.
        let two = try [parcel("in", "XY98ZKW", 1), parcel("in", "KL55MNO", 1.5)]
        #expect(await keeping.deliver(two) == Delivered(count: 2))
        await pass(keeping)
        clock.advance(by: .seconds(3600))
        await pass(keeping)
        #expect(try written().dropFirst(3).map(\.change) == [.began, .began])
        trust.isRight = true
        await pass(keeping)
        let back = try #require(try written().last)
        #expect(try written().count == 6 && back.change == .corrected && back.state == .open && !back.isOverstay)
        #expect(back.entry?.plate == "AB12CDE" && back.occupancy == 3)
        // It has its exit, as if nothing had been.
        clock.advance(by: .seconds(600))
        #expect(try await keeping.deliver([parcel("out", "AB12CDE", 70)]) == Delivered(count: 1))
        let left = try #require(try written().last)
        #expect(left.state == .ended && !left.isOverstay && left.occupancy == 2)
        // Four hours after the first of the two, and before the other one's.
        clock.advance(by: .milliseconds(10_185_000))
        await pass(keeping)
        let late = try written().dropFirst(7)
        #expect(late.map(\.change) == [.overstay] && late.map(\.entry?.plate) == ["XY98ZKW"])
        await log.close()
    }

    @Test func `it is taken back after a restart, too, however long the clock is not trusted`() async throws {
        let first = log()
        try await wrongly(keeping(first))
        await first.close()
        let log = log()
        let keeping = keeping(log)
        await keeping.begin()
        for _ in 0..<3 {
            await pass(keeping)
            clock.advance(by: .seconds(3600))
        }
        #expect(try written().count == 3)
        trust.isRight = true
        await pass(keeping)
        await pass(keeping)
        #expect(try written().dropFirst(3).map(\.state) == [.open])
        await log.close()
        let again = self.log()
        let third = self.keeping(again)
        await third.begin()
        await pass(third)
        #expect(try written().count == 4)
        #expect(await third.standing.map(\.occupancy) == [1])
        await again.close()
    }

    @Test func `pairs that a clock that was ahead left open for days are settled in time`() {
        var book = SiteBook(site: site)
        let days = WallTime(milliseconds: start.milliseconds + 3 * 86_400_000)
        _ = book.take(event("in", "AB12CDE", 0))
        _ = book.move(to: days)
        let ended = book.take(event("out", "AB12CDE", 60)).last
        #expect(ended?.state == .ended && ended?.settles == days + site.settleTime)
        _ = book.takeChanges()
        let now = WallTime(milliseconds: start.milliseconds + 3_600_000)
        book.set(to: now)
        book.takeBack(at: now)
        let kept = book.takeChanges().kept
        #expect(book.clock == now && !book.isInDoubt)
        #expect(kept.map(\.settles) == [now.milliseconds + 3_600_000])
        // It is let go then, and not in three days.
        _ = book.advance(to: now + .seconds(3601))
        #expect(book.takeChanges().removed.count == 2)
    }

    // MARK: - Behind

    @Test func `a plate that is ahead of a clock that nobody trusts waits, and is taken once`() async throws {
        let log = log()
        let keeping = keeping(log)
        let waiting = Trouble(.again(after: nil), SessionKeeping.waiting)
        // The hub's machine starts an hour behind, and finds what cameras have read meanwhile.
        let (entry, exit) = try (parcel("in", "AB12CDE", 0), parcel("out", "AB12CDE", 60))
        #expect(await keeping.deliver([entry, exit]) == Delivered(count: 1, trouble: waiting))
        #expect(await keeping.deliver([exit]) == Delivered(count: 0, trouble: waiting))
        // What no site takes waits for nothing.
        #expect(try await keeping.deliver([parcel("yard", "AB12CDE", 60)]) == Delivered(count: 1))
        clock.advance(by: .seconds(5), wall: .seconds(3605))
        #expect(await keeping.deliver([exit]) == Delivered(count: 1))
        #expect(try written().map(\.state) == [.open, .ended])
        // What was taken is not waited for, whatever the clock says then.
        clock.advance(by: .seconds(5), wall: .seconds(-3600))
        #expect(await keeping.deliver([exit]) == Delivered(count: 1))
        await log.close()
    }

    @Test func `a plate that is ahead of a clock that is right holds nobody up`() async throws {
        trust.isRight = true
        let log = log()
        let keeping = keeping(log)
        let both = try [parcel("in", "AB12CDE", 0), parcel("out", "AB12CDE", 60)]
        #expect(await keeping.deliver(both) == Delivered(count: 2))
        #expect(try written().map(\.state) == [.open])
        await log.close()
    }
}

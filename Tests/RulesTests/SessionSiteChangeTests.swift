import Delivery
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Rules

/// Sites that are configured otherwise than when vehicles came in.
@Suite struct SessionSiteChangeTests {
    private let folder: TemporaryFolder
    private let talk = Talk()
    private let clock = TestClock()
    private let start: WallTime

    init() throws {
        folder = try TemporaryFolder()
        start = clock.now.wall
    }

    private func site(_ name: String = "park", longest hours: Int? = nil) -> SessionSite {
        var site = SessionSite(
            name: name, entries: [SessionPoint(camera: "in")], exits: [SessionPoint(camera: "out")])
        site.longestStay = hours.map { .seconds($0 * 3600) }
        return site
    }

    private func keeping(_ sites: [SessionSite], _ log: HubLog, isClockRight: Bool = true) -> SessionKeeping {
        SessionKeeping(
            sites, file: folder.file("sessions.sqlite"), log: log, talk: talk.logger,
            now: { [clock] in clock.now.wall }, isClockRight: { isClockRight })
    }

    private func log(_ name: String = "sessions.ndjson") -> HubLog {
        HubLog(path: folder.file(name), talk: talk.logger)
    }

    private func parcel(_ camera: String, _ plate: String) throws -> Parcel {
        let time = clock.now.wall
        let event = PlateEvent(
            id: "\(camera)-\(plate)", time: time, camera: camera, plate: plate, plateRaw: plate, confidence: 0.9,
            candidates: [PlateCandidate(plate: plate, confidence: 1)],
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 1)
        let line = Array(event.line.dropLast())
        let record = StoredRecord(seq: 1, camera: camera, time: time, record: try Record(line: line), line: line)
        return Parcel(hub: "site", record: record, folder: { "\($0)" })
    }

    private func written() throws -> [SessionRecord] {
        try folder.text("sessions.ndjson").split(separator: "\n").compactMap { line in
            guard case .session(let session) = try Record(line: Array(line.utf8)) else { return nil }
            return session
        }
    }

    /// What a hub of these sites tells at its start and a look later, beyond what was told before; and how full its sites are then.
    private func told(
        _ sites: [SessionSite], isClockRight: Bool = true
    ) async throws -> ([SessionRecord], [SiteStanding]) {
        let before = FileManager.default.fileExists(atPath: folder.file("sessions.ndjson")) ? try written().count : 0
        let log = log()
        let keeping = keeping(sites, log, isClockRight: isClockRight)
        await keeping.begin()
        await keeping.pass(time: clock.now.wall)
        let standing = await keeping.standing
        await log.close()
        return (Array(try written().dropFirst(before)), standing)
    }

    private func enter(_ sites: [SessionSite], _ plates: String...) async throws {
        let log = log()
        let keeping = keeping(sites, log)
        for plate in plates {
            #expect(try await keeping.deliver([parcel("in", plate)]) == Delivered(count: 1))
        }
        await log.close()
    }

    // MARK: - Sites that are gone

    @Test func `a site that got another name forgets who is in, and tells it once`() async throws {
        try await enter([site()], "AB12CDE", "XY98ZKW")
        clock.advance(by: .seconds(3600))
        // Killed before it was in the log.
        let nowhere = log("nowhere/sessions.ndjson")
        await keeping([site("yard")], nowhere).begin()
        let (ended, standing) = try await told([site("yard")])
        #expect(ended.map(\.state) == [.forgotten, .forgotten] && ended.map(\.change) == [.ended, .ended])
        #expect(ended.map(\.occupancy) == [1, 0] && ended.allSatisfy { $0.site == "park" && $0.revision == 1 })
        #expect(Set(ended.map(\.session)) == Set(try written().prefix(2).map(\.session)))
        #expect(ended.allSatisfy { $0.settles == $0.time && $0.entry != nil && $0.exit == nil })
        #expect(standing.map(\.occupancy) == [0])
        #expect(try await told([site("yard")]).0.isEmpty)
        // Nothing is kept of the old one: the same name begins anew.
        #expect(try await told([site()]).0.isEmpty)
    }

    @Test func `a hub that has no site any more forgets who is in, and an overstay stays one`() async throws {
        let old = site(longest: 1)
        try await enter([old], "AB12CDE")
        clock.advance(by: .seconds(3700))
        #expect(try await told([old]).0.map(\.change) == [.overstay])
        let (ended, _) = try await told([])
        #expect(ended.map(\.state) == [.forgotten] && ended.map(\.isOverstay) == [true])
        #expect(ended.map(\.revision) == [2])
    }

    // MARK: - Another limit

    @Test(arguments: [4, nil] as [Int?])
    func `a limit that is raised or taken away holds for those who are in`(hours: Int?) async throws {
        let old = site(longest: 1)
        try await enter([old], "AB12CDE")
        clock.advance(by: .seconds(3700))
        let (late, _) = try await told([old])
        #expect(late.map(\.change) == [.overstay])
        // With the same limit nothing is new.
        let (same, full) = try await told([old])
        #expect(same.isEmpty && full.map(\.overstays) == [1])
        let (next, standing) = try await told([site(longest: hours)])
        #expect(next.map(\.change) == [.corrected] && next.map(\.state) == [.open] && next.map(\.isOverstay) == [false])
        #expect(next.map(\.longestStay) == [hours.map { $0 * 3600 }] && standing.map(\.overstays) == [0])
        #expect(try await told([site(longest: hours)]).0.isEmpty)
        clock.advance(by: .seconds(4 * 3600))
        #expect(
            try await told([site(longest: hours)]).0.map(\.change) == (hours == nil ? [] : [SessionChange.overstay]))
    }

    @Test func `a clock that is behind at the start takes back no overstay`() async throws {
        let old = site(longest: 1)
        try await enter([old], "AB12CDE")
        clock.advance(by: .seconds(3700))
        #expect(try await told([old]).0.map(\.change) == [.overstay])
        clock.advance(by: .seconds(1), wall: .seconds(-3650))
        #expect(try await told([old], isClockRight: false).0.isEmpty)
    }
}

import ALPR
import Foundation
import Glibc
import Plates
import TestSupport
import Testing

@testable import Records
@testable import Scanner

@Suite struct MissedLedgerTests {
    private let folder: TemporaryFolder
    private let clock = TestClock()
    private let talk = Talk()
    private var path: String { folder.file("missed") }
    /// Of `TestClock`.
    private let day = "2026-09-21"

    init() throws {
        folder = try TemporaryFolder()
    }

    private func ledger(
        crops: Int = 60, kept: (days: Int, bytes: Int)? = (7, 1_000_000), pseudonyms: Pseudonyms? = nil,
        at path: String? = nil, trust: ClockTrust = .synchronised
    ) throws -> MissedLedger {
        try MissedLedger(
            .init(
                folder: path ?? self.path, camera: "gate", cropsPerHour: crops, kept: kept,
                limits: ["plates.per_frame": "3"]), clock: .live(epoch: clock.now.instant), pseudonyms: pseudonyms,
            encode: { [UInt8](repeating: 7, count: $0.width) }, trust: trust, log: talk.logger, now: clock.now)
    }

    private func frame(_ milliseconds: Int) -> Frame {
        Frame(image: LumaImage(width: 640, height: 480, filledWith: 90), time: Timestamp(.milliseconds(milliseconds)))
    }

    /// A place that is rejected in three frames and gone then; `number` sets it apart from others.
    private func pass(
        _ ledger: inout MissedLedger, at milliseconds: Int, _ reason: Rejection = .tooSmall, text: String? = nil,
        places: Int = 1
    ) {
        for step in 0..<3 {
            var recognition = Recognition()
            for place in 0..<places {
                recognition.reports.append(
                    CandidateReport(
                        time: Timestamp(.milliseconds(milliseconds + 200 * step)),
                        box: Box(
                            x: 20 + 90 * Double(place % 6), y: 20 + 50 * Double(place / 6) + 14 * Double(step),
                            width: 40, height: 10),
                        textHeight: 8, candidates: text.map { [Candidate(text: $0, confidence: 0.8)] } ?? [],
                        outcome: .rejected(reason)))
            }
            ledger.add(recognition, in: frame(milliseconds + 200 * step), now: clock.now)
        }
        ledger.add(Recognition(), in: frame(milliseconds + 9000), now: clock.now)
    }

    private func records() throws -> [MissRecord] {
        guard FileManager.default.fileExists(atPath: "\(path)/\(day).ndjson") else { return [] }
        return try folder.text("missed/\(day).ndjson").split(separator: "\n").map {
            try MissRecord(line: Array($0.utf8))
        }
    }

    private func tally() throws -> TallyRecord {
        let tallies = MissedReading.tallies(Array(try folder.text("missed/\(day).tally.ndjson").utf8))
        return try #require(tallies.last)
    }

    @Test func `a miss has its line when frames are in hand no more, its crop with its hash, and its hour's count`()
        throws
    {
        var ledger = try ledger()
        pass(&ledger, at: 0)
        #expect(try records().isEmpty)
        ledger.tend(now: clock.now)
        let record = try #require(try records().first)
        #expect(record.reason == "too_small" && record.looks == 3 && record.kind == .vehicle && !record.lasts)
        #expect(record.frame == .init(width: 640, height: 480) && record.samples.count == 3)
        let crop = try #require(record.crop)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(crop.path)")))
        #expect(crop.path == "\(day)/\(record.id).jpg" && Digest(of: bytes).description == crop.sha256)
        #expect(MissedFiles.isCrop("\(record.id).jpg"))
        let tally = try tally()
        #expect(tally.candidates == ["too_small": 3] && tally.places == ["too_small": 1] && tally.frames == 4)
        #expect(tally.limits == ["plates.per_frame": "3"])
    }

    @Test(arguments: [Rejection.overlap, .overlay, .reported, .cooldown])
    func `what was read, or what another candidate covers, or the camera's own text, is counted and has no line`(
        reason: Rejection
    ) throws {
        var ledger = try ledger()
        pass(&ledger, at: 0, reason, text: "AB12CD")
        ledger.tend(now: clock.now)
        #expect(try records().isEmpty)
        #expect(try tally().places.values.reduce(0, +) == 1)
    }

    @Test func `an hour has so many crops and lines and no more, and the tally says how many were left out`() throws {
        var ledger = try ledger(crops: 2, kept: nil)
        for round in 0..<12 {
            pass(&ledger, at: 20_000 * round, places: 30)
            for _ in 0..<40 { ledger.tend(now: clock.now) }
        }
        clock.advance(by: .seconds(61))
        ledger.tend(now: clock.now)
        let records = try records()
        #expect(records.count == 300 && records.count { $0.crop != nil } == 2)
        #expect(try tally().places == ["too_small": 360] && tally().unlisted == 60)
        clock.advance(by: .seconds(3600))
        pass(&ledger, at: 20_000 * 13)
        ledger.tend(now: clock.now)
        #expect(try self.records().count == 301)
    }

    @Test func `a restart goes on with the hour's counts`() throws {
        var first: MissedLedger? = try ledger()
        first.map { ledger in
            var ledger = ledger
            pass(&ledger, at: 0)
            ledger.finish(Recognition(), now: clock.now)
        }
        first = nil
        var second = try ledger()
        pass(&second, at: 0)
        second.finish(Recognition(), now: clock.now)
        #expect(try tally().places == ["too_small": 2] && tally().frames == 8)
    }

    @Test func `what is told of the day before, when no frame comes, is counted with the last frame`() throws {
        var ledger = try ledger()
        let midnight = 35_200_000
        for time in [midnight - 100, midnight + 100] { ledger.add(Recognition(), in: frame(time), now: clock.now) }
        var recognition = Recognition()
        recognition.reports = [
            CandidateReport(
                time: Timestamp(.milliseconds(midnight - 100)), box: Box(x: 20, y: 20, width: 40, height: 10),
                textHeight: 8, outcome: .rejected(.unread))
        ]
        clock.advance(by: .milliseconds(midnight + 600))
        ledger.hear(recognition, now: clock.now)
        ledger.finish(Recognition(), now: clock.now)
        let tallies = MissedReading.tallies(Array(try folder.text("missed/2026-09-22.tally.ndjson").utf8))
        #expect(tallies.count == 1 && tallies.first?.frames == 1)
        #expect(tallies.first?.candidates == ["unread": 1] && tallies.first?.places == ["unread": 1])
        #expect(try tally().candidates.isEmpty && tally().frames == 1)
    }

    @Test func `a folder has one scanner`() throws {
        let first = try ledger()
        try withExtendedLifetime(first) {
            let error = try #require(throws: (any Error).self) { try ledger() }
            #expect("\(error)".contains("another scanner"))
        }
    }

    @Test func `while somebody takes a plate out of the file its lines wait, and go to the one that is there then`()
        throws
    {
        var ledger = try ledger()
        pass(&ledger, at: 0)
        ledger.tend(now: clock.now)
        let held = open("\(path)/\(day).ndjson", O_RDWR)
        #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
        pass(&ledger, at: 20_000)
        ledger.tend(now: clock.now)
        #expect(try records().count == 1)
        try folder.write("", to: "missed/new")
        #expect(rename("\(path)/new", "\(path)/\(day).ndjson") == 0)
        close(held)
        ledger.tend(now: clock.now)
        #expect(try records().count == 1)
    }

    @Test func `a line that waits takes one of the hour's crops, however often it is tried`() throws {
        var ledger = try ledger(crops: 2)
        pass(&ledger, at: 0)
        ledger.tend(now: clock.now)
        let held = open("\(path)/\(day).ndjson", O_RDWR)
        #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
        pass(&ledger, at: 20_000)
        for _ in 0..<5 { ledger.tend(now: clock.now) }
        #expect(try records().count == 1)
        close(held)
        ledger.tend(now: clock.now)
        pass(&ledger, at: 40_000)
        ledger.tend(now: clock.now)
        #expect(try records().map { $0.crop != nil } == [true, true, false])
    }

    @Test func `old days go, and the oldest where all are too large`() throws {
        for old in ["2026-09-01", "2026-09-14", "2026-09-20"] {
            try folder.write(Data(count: 3000), to: "missed/\(old).ndjson")
            for number in 10..<60 {
                try folder.write(Data(count: 100), to: "missed/\(old)/01M700000000000000000000\(number).jpg")
            }
        }
        try folder.write("mine", to: "missed/notes.txt")
        var ledger = try ledger(kept: (7, 17_000))
        for _ in 0..<30 { ledger.tend(now: clock.now) }
        let left = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(left.contains("2026-09-14") && !left.contains("2026-09-01") && !left.contains("2026-09-01.ndjson"))
        #expect(left.contains("notes.txt"))
        try folder.write(Data(count: 12_000), to: "missed/2026-09-20.ndjson")
        _ = consume ledger
        var second = try self.ledger(kept: (7, 17_000))
        for _ in 0..<30 { second.tend(now: clock.now) }
        let rest = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(!rest.contains("2026-09-14") && rest.contains("2026-09-20.ndjson"))
    }

    @Test func `while the clock cannot be trusted old days stay, and the oldest go where all are too large`() throws {
        for old in ["2026-09-01", "2026-09-02", "2026-09-20"] {
            try folder.write(Data(count: 3000), to: "missed/\(old).ndjson")
        }
        let trust = ClockTrust(from: clock.now, log: talk.logger) { false }
        var ledger = try ledger(kept: (7, 7000), trust: trust)
        for _ in 0..<30 { ledger.tend(now: clock.now) }
        var left: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []) }
        #expect(left == ["2026-09-02.ndjson", "2026-09-20.ndjson"])
        #expect(talk.all.count { $0.contains("nothing is deleted for its age yet") } == 1)
        clock.advance(by: .seconds(3600))
        for _ in 0..<30 { ledger.tend(now: clock.now) }
        #expect(left == ["2026-09-20.ndjson"])
    }

    @Test func `behind pseudonyms no text and no crop is written`() throws {
        var ledger = try ledger(pseudonyms: Pseudonyms(period: .day, keyFile: nil, log: talk.logger))
        pass(&ledger, at: 0, .lowConfidence, text: "AB12CD")
        ledger.tend(now: clock.now)
        let record = try #require(try records().first)
        #expect(record.crop == nil && record.plate?.hasPrefix("p:") == true)
        #expect(!(try folder.text("missed/\(day).ndjson")).contains("AB12CD"))
    }

    @Test func `a folder that cannot be written to costs lines, is told once, and nothing else`() throws {
        var ledger = try ledger(at: folder.file("nowhere/missed"))
        for round in 0..<3 {
            pass(&ledger, at: 20_000 * round)
            ledger.tend(now: clock.now)
        }
        #expect(talk.all.count { $0.contains("could not be written down") } == 1)
        #expect(talk.all.first?.contains("Plates are read and logged all the same") == true)
    }

    @Test(.enabled(if: SmallDisk.isPossible)) func `a full disk takes no half line`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let disk = try SmallDisk(folder: path)
        var ledger = try ledger()
        for round in 0..<80 {
            pass(&ledger, at: 20_000 * round, places: 6)
            for _ in 0..<6 { ledger.tend(now: clock.now) }
        }
        #expect(try !records().isEmpty)
        #expect(talk.all.contains { $0.contains("kept for events") || $0.contains("No space") })
        withExtendedLifetime(disk) {}
    }
}

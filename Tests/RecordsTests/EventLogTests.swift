import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct EventLogTests: EventLogSuite {
    let folder: TemporaryFolder
    let talk = Talk()

    init() throws {
        folder = try Self.folder()
    }

    @Test func `records are appended to what is there, and nothing is said`() throws {
        try folder.write("{\"id\":\"old\"}\n", to: "logs/gate.ndjson")
        let log = try open()
        try record("1", "2", to: log)
        #expect(try contents() == ["old", "1", "2"])
        #expect(log.backlog == 0 && talk.all.isEmpty)
    }

    @Test func `a log that was moved or deleted is made anew for the next record`() throws {
        let log = try open()
        try record("1", to: log)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try record("2", to: log)
        try FileManager.default.removeItem(atPath: path)
        try record("3", to: log)
        #expect(try contents(path + ".1") == ["1"])
        #expect(try contents() == ["3"])
    }

    @Test func `a rotated log is made anew without a record too, and at once when told`() throws {
        let log = try open()
        for turn in 0..<2 {
            try FileManager.default.moveItem(atPath: path, toPath: path + ".\(turn)")
            if turn == 0 { try log.flush() } else { try log.reopen() }
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `a log that somebody empties goes on at its start`() throws {
        let log = try open()
        try record("1", to: log)
        #expect(truncate(path, 0) == 0)
        try record("2", to: log)
        #expect(try contents() == ["2"])
    }

    @Test func `a second scanner on the log, or on its spool after rotation, is refused`() throws {
        let log = try open()
        try record("1", to: log)
        for spool in ["state/gate.ndjson.spool", "other.spool"] {
            #expect { try self.open(spool: spool) } throws: { ($0 as? LogFailure)?.isTaken == true }
        }
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        #expect { try self.open() } throws: { ($0 as? LogFailure)?.isTaken == true }
        try log.flush()
        #expect { try self.open(spool: "other.spool") } throws: {
            "\($0)".hasSuffix("another process writes to it; give every scanner files of its own")
        }
    }

    @Test func `another log's spool is no log`() throws {
        let bytes = Data(SpoolFormat.entry(Array("{}\n".utf8)) + [UInt8](repeating: 0, count: 100))
        try folder.write(bytes, to: "logs/gate.ndjson")
        #expect { try self.open() } throws: { "\($0)".contains("records of another log wait in it") }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    /// Told two seconds after it was last seen.
    private func event(_ plate: String, _ seconds: Int64, file: String? = nil) -> PlateEvent {
        let time = WallTime(milliseconds: 1_795_257_125_000 + 1000 * seconds)
        let seen = WallTime(milliseconds: time.milliseconds - 2000)
        return PlateEvent(
            id: plate, time: time, camera: "gate", plate: plate, plateRaw: plate, confidence: 0.97,
            candidates: [PlateCandidate(plate: plate, confidence: 1)],
            box: PlateBox(x: 1, y: 2, width: 30, height: 10), reads: 3, framesSeen: 4, firstSeen: seen,
            lastSeen: seen, engine: "test", latencyMilliseconds: 5, file: file)
    }

    @Test func `it knows when the last plate was seen, before, in the spool, or before it was rotated`() throws {
        func text(_ event: PlateEvent) -> String { String(decoding: event.line, as: UTF8.self) }
        /// What is written without any picture.
        func other(_ name: String, _ seconds: Int64) -> String {
            let time = WallTime(milliseconds: 1_795_257_125_000 + 1000 * seconds)
            return "{\"schema\":\"plated.\(name)/1\",\"id\":\"\(seconds)\",\"ts\":\"\(time)\",\"camera\":\"gate\"}\n"
        }
        #expect(try open().lastPlate == nil)
        let later = ["health", "gap", "torn", "seal"].enumerated().map { other($1, 20 + Int64($0)) }.joined()
        try folder.write(later, to: "logs/gate.ndjson")
        #expect(try open().lastPlate == nil)
        let plates = text(event("A1", 3)) + text(event("A2", 4)) + text(event("A3", 9, file: "clip.mp4"))
        try folder.write(plates + later + "{\"ts\":\"20", to: "logs/gate.ndjson")
        #expect(try open().lastPlate?.description == "2026-11-21T10:32:07.000Z")
        try folder.write(text(event("A4", 5)), to: "logs/gate.ndjson.1")
        try folder.write(later, to: "logs/gate.ndjson")
        #expect(try open().lastPlate?.description == "2026-11-21T10:32:08.000Z")
        do {
            let log = try open()
            try takeAway()
            try log.record(event("A5", 6))
            try log.record(IDRecord(id: "25", line: Array(other("health", 25).utf8)))
        }
        try bringBack()
        #expect(try open().lastPlate?.description == "2026-11-21T10:32:09.000Z")
    }

    @Test func `it knows the last gap of its camera, before, in the spool, or before it was rotated`() throws {
        let start = WallTime(milliseconds: 1_795_257_125_000)
        func gap(_ id: String, _ camera: String = "gate") -> GapRecord {
            GapRecord(id: id, time: start, camera: camera, gap: Gap(id: id, cause: .lost, start: start), end: nil)
        }
        func text(_ record: any LogRecord) -> String { String(decoding: record.line, as: UTF8.self) }
        #expect(try open().lastGap(of: "gate") == nil)
        let last = text(gap("01A")) + text(gap("01B")) + text(event("A1", 3)) + text(gap("01C", "yard"))
        try folder.write(last + "{\"schema\":\"plated.gap/1\",\"id", to: "logs/gate.ndjson")
        #expect(try open().lastGap(of: "gate") == gap("01B"))
        #expect(try open().lastGap(of: "yard") == gap("01C", "yard"))
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try folder.write(text(event("A2", 4)), to: "logs/gate.ndjson")
        #expect(try open().lastGap(of: "gate")?.id == "01B")
        do {
            let log = try open()
            try takeAway()
            try log.record(gap("01D"))
            try log.record(event("A3", 5))
            #expect(log.backlog == 2 && log.lastGap(of: "gate")?.id == "01D")
        }
        try bringBack()
        #expect(try open().lastGap(of: "gate")?.id == "01D")
    }

    @Test func `it has the plates of a time on, also those that wait and those that were rotated away`() throws {
        do {
            let log = try open()
            for number in 1...3 { try log.record(event("A\(number)", Int64(number))) }
        }
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        let log = try open()
        try log.record(event("A4", 4))
        try takeAway()
        try log.record(event("A5", 5))
        try bringBack()
        let since = WallTime(milliseconds: 1_795_257_127_000)
        #expect(log.plates(since: since).map(\.plate).sorted() == ["A2", "A3", "A4", "A5"])
    }
}

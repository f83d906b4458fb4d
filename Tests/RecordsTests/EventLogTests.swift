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

    private func line(_ number: Int, schema: String = "plated.event/1") -> String {
        let time = WallTime(milliseconds: 1_795_257_125_000 + Int64(number) * 1000)
        return "{\"schema\":\"\(schema)\",\"id\":\"\(number)\",\"ts\":\"\(time)\",\"camera\":\"gate\"}\n"
    }

    @Test func `it knows when the last record was written, before, in the spool, or before it was rotated`() throws {
        #expect(try open().lastRecord == nil)
        try folder.write(line(1) + line(2) + line(9, schema: "plated.torn/1") + "{\"ts\":\"20", to: "logs/gate.ndjson")
        #expect(try open().lastRecord?.description == "2026-11-21T10:32:07.000Z")
        try folder.write(line(3), to: "logs/gate.ndjson.1")
        try folder.write("", to: "logs/gate.ndjson")
        #expect(try open().lastRecord?.description == "2026-11-21T10:32:08.000Z")
        do {
            let log = try open()
            try takeAway()
            try log.record(IDRecord(id: "4", line: Array(line(4).utf8)))
        }
        try bringBack()
        #expect(try open().lastRecord?.description == "2026-11-21T10:32:09.000Z")
    }

    @Test func `it has the plates of a time on, also those that wait and those that were rotated away`() throws {
        func event(_ plate: String, _ seconds: Int64) -> PlateEvent {
            let time = WallTime(milliseconds: 1_795_257_125_000 + 1000 * seconds)
            return PlateEvent(
                id: plate, time: time, camera: "gate", plate: plate, plateRaw: plate, confidence: 0.97,
                candidates: [PlateCandidate(plate: plate, confidence: 1)],
                box: PlateBox(x: 1, y: 2, width: 30, height: 10), reads: 3, framesSeen: 4, firstSeen: time,
                lastSeen: time, engine: "test", latencyMilliseconds: 5)
        }
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

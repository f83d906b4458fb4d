import Foundation
import TestSupport
import Testing

@testable import Records

/// What becomes of records while the log cannot be written.
@Suite struct EventLogSpoolTests: EventLogSuite {
    let folder: TemporaryFolder
    let talk = Talk()

    init() throws {
        folder = try Self.folder()
    }

    @Test func `while the log cannot be written, records wait on disk; later they are in it, in order`() throws {
        let log = try open()
        try record("1", to: log)
        try takeAway()
        try record("2", "3", "4", to: log)
        #expect(log.backlog == 3)
        try bringBack()
        try record("5", to: log)
        #expect(log.backlog == 0)
        #expect(try contents() == ["1", "2", "3", "4", "5"])
        // Once at the start, once at the end.
        #expect(talk.all.count == 2)
        #expect(talk.all.first?.hasPrefix("error: opening the log \(path): No such file or directory") == true)
        #expect(talk.all.last == "notice: the log \(path) is written again; 4 records that waited are in it")
    }

    @Test func `what waits when the process ends is written by the next one`() throws {
        do {
            let log = try open()
            try takeAway()
            try record("1", "2", to: log)
            try log.close()
            #expect(talk.all.last?.hasPrefix("warning: 2 records wait in") == true)
        }
        do {
            // Still away: it starts all the same, since the spool lies elsewhere.
            let log = try open()
            try record("3", to: log)
            #expect(log.backlog == 3)
        }
        try bringBack()
        let log = try open()
        #expect(log.backlog == 0)
        #expect(try contents() == ["1", "2", "3"])
    }

    @Test(arguments: ["", ".1", "-20261121", ".old.ndjson"])
    func `a record that a killed run had written already is not written again`(rotation: String) throws {
        do {
            let log = try open()
            try takeAway()
            try record("1", "2", "3", to: log)
        }
        try bringBack()
        // As if it was killed after writing, before noting it; and then the log was rotated.
        let written = IDRecord(id: "1").line + IDRecord(id: "2").line
        try folder.write(Data(written), to: "logs/gate.ndjson" + rotation)
        _ = try open()
        #expect(try contents() == (rotation.isEmpty ? ["1", "2", "3"] : ["3"]))
    }

    @Test func `logs of other cameras do not hide the rotation that holds the record`() throws {
        do {
            let log = try open()
            try takeAway()
            try record("1", "2", to: log)
        }
        try bringBack()
        try folder.write(Data(IDRecord(id: "1").line), to: "logs/gate.ndjson.1")
        // Busier, newer, and beginning with the same letters.
        for number in 2..<12 {
            try folder.write(Data(IDRecord(id: "x\(number)").line), to: "logs/gate\(number).ndjson")
        }
        _ = try open()
        #expect(try contents() == ["2"])
    }

    @Test func `a record in a rotation that is compressed by now is not written again`() throws {
        do {
            let log = try open()
            try takeAway()
            try record("1", "2", to: log)
        }
        try bringBack()
        try folder.write(Data(IDRecord(id: "1").line), to: "logs/gate.ndjson.1")
        try #require(Command.succeeds("gzip", folder.file("logs/gate.ndjson.1")))
        _ = try open()
        #expect(try contents() == ["2"])
    }

    @Test func `where the spool fails too, records wait in memory, and it says how many`() throws {
        let log = try open()
        try takeAway()
        try FileManager.default.removeItem(atPath: folder.file("state"))
        #expect { try self.record("1", to: log) } throws: { "\($0)".contains("1 records are in memory only") }
        #expect { try self.record("2", to: log) } throws: { "\($0)".contains("2 records are in memory only") }
        #expect(throws: LogFailure.self) { try log.close() }
        // A spool that works again takes them first.
        try FileManager.default.createDirectory(atPath: folder.file("state"), withIntermediateDirectories: true)
        try record("3", to: log)
        #expect(log.backlog == 3)
        try bringBack()
        try log.flush()
        #expect(try contents() == ["1", "2", "3"])
    }

    @Test func `the start fails where the log cannot be opened and nothing else can keep records`() throws {
        try takeAway()
        #expect { try self.open(spool: "logs/gate.ndjson.spool") } throws: {
            "\($0)"
                == "opening the log \(self.path): No such file or directory; its folder \(self.folder.file("logs")) must exist"
        }
        // A directory in its place is a mistake, whatever the spool.
        try bringBack()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect { try self.open() } throws: { "\($0)" == "opening the log \(self.path): Is a directory" }
    }

    @Test func `a spool beside the log goes with a clean end, and stays with records in it`() throws {
        let spool = "logs/gate.ndjson.spool"
        do {
            let log = try open(spool: spool)
            #expect(FileManager.default.fileExists(atPath: folder.file(spool)))
            try record("1", to: log)
            try log.close()
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file(spool)))
    }
}

import Foundation
import TestSupport
import Testing

@testable import Records

private struct Line: LogRecord {
    let id: String
    let line: [UInt8]

    init(id: String, line: [UInt8]? = nil) {
        self.id = id
        self.line = line ?? Array("{\"schema\":\"plated.event/1\",\"id\":\"\(id)\"}\n".utf8)
    }
}

@Suite struct EventLogTests {
    private let folder: TemporaryFolder
    private let talk = Talk()
    private var path: String { folder.file("logs/gate.ndjson") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("logs"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.file("state"), withIntermediateDirectories: true)
    }

    private func open(spool: String = "state/gate.ndjson.spool") throws -> EventLog {
        var settings = EventLog.Settings(path: path, spool: folder.file(spool), camera: "gate")
        settings.retry = .zero
        return try EventLog(settings, log: talk.logger)
    }

    private func takeAway() throws {
        try FileManager.default.moveItem(atPath: folder.file("logs"), toPath: folder.file("away"))
    }

    private func bringBack() throws {
        try FileManager.default.moveItem(atPath: folder.file("away"), toPath: folder.file("logs"))
    }

    private func record(_ ids: String..., to log: EventLog) throws {
        for id in ids { try log.record(Line(id: id)) }
    }

    /// The ids, and the fragments of torn lines; every line must be JSON.
    private func contents(_ path: String? = nil) throws -> [String] {
        let text = try String(contentsOfFile: path ?? self.path, encoding: .utf8)
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return try text.split(separator: "\n").map { line in
            let record = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
            return record["fragment"].map { "torn " + $0 } ?? record["id"] ?? "no id"
        }
    }

    // MARK: - Where the log works

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

    // MARK: - Where it does not

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
        let written = Line(id: "1").line + Line(id: "2").line
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
        try folder.write(Data(Line(id: "1").line), to: "logs/gate.ndjson.1")
        // Busier, newer, and beginning with the same letters.
        for number in 2..<12 { try folder.write(Data(Line(id: "x\(number)").line), to: "logs/gate\(number).ndjson") }
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
        try folder.write(Data(Line(id: "1").line), to: "logs/gate.ndjson.1")
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

    @Test func `the spool lies in systemd's folder, else beside the log`() {
        #expect(
            EventLog.spool(of: "/var/log/plated/gate.ndjson", stateFolder: nil)
                == "/var/log/plated/gate.ndjson.spool")
        #expect(EventLog.spool(of: "/l/gate.ndjson", stateFolder: "/var/lib/x") == "/var/lib/x/gate.ndjson.spool")
    }

    // MARK: - What was written last

    /// As we write lines, a second apart.
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
            try log.record(Line(id: "4", line: Array(line(4).utf8)))
        }
        try bringBack()
        #expect(try open().lastRecord?.description == "2026-11-21T10:32:09.000Z")
    }

    // MARK: - Torn lines

    @Test(arguments: ["{\"id\":\"2\",\"pla", "{\"id\":\"2\"\0\0\0", "\0\0\0", "{\"id\0\0\n"])
    func `what a power cut left of a line becomes a line of its own`(end: String) throws {
        try folder.write("{\"id\":\"1\"}\n" + end, to: "logs/gate.ndjson")
        let log = try open()
        try record("3", to: log)
        #expect(try contents() == ["1", "torn " + end.replacingOccurrences(of: "\n", with: ""), "3"])
        #expect(talk.all.first?.hasPrefix("warning: the last line of the log \(path) is torn") == true)
        #expect(!talk.all.joined().contains("\"id\""))
    }

    @Test func `an event that only lacks its newline gets it`() throws {
        try folder.write("{\"id\":\"1\"}\n{\"id\":\"2\"}", to: "logs/gate.ndjson")
        try record("3", to: open())
        #expect(try contents() == ["1", "2", "3"])
    }

    @Test func `a part of a record that waits is replaced by all of it`() throws {
        do {
            let log = try open()
            try takeAway()
            try record("1", "2", to: log)
        }
        try bringBack()
        try folder.write(Data(Line(id: "1").line.dropLast(5)), to: "logs/gate.ndjson")
        _ = try open()
        #expect(try contents() == ["1", "2"])
    }

    // MARK: - What is no line

    /// Files that something was put aside in.
    private func aside(in place: String = "logs") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file(place)).filter { $0.contains(".damaged-") }
            .map { "\(place)/\($0)" }
    }

    @Test(arguments: [
        ("{\"id\":\"1\"}\n", "\0", 70_000, ""), ("{\"id\":\"1\"}\n", "\0", 2_000_000, "\n"),
        ("{\"id\":\"1\"}\n", "x", 20_000, ""), ("", "\0", 70_000, ""), ("", "x", 100_000, ""),
        ("{\"id\":\"", "x", 100_000, ""), ("a picture\n", "x", 1, ""),
    ])
    func `a log that does not end in a line is put aside, whole, and a new one begun`(
        start: String, filling: String, count: Int, end: String
    ) throws {
        let text = start + String(repeating: filling, count: count) + end
        try folder.write(text, to: "logs/gate.ndjson")
        try record("2", to: open())
        try record("3", to: open())
        #expect(try contents() == ["2", "3"])
        let kept = try aside()
        #expect(kept.count == 1)
        #expect(try folder.text(#require(kept.first)) == text)
        #expect(talk.all.count == 1)
        #expect(
            talk.all[0].hasPrefix("warning: the log \(path) does not end in a line") && talk.all[0].contains(kept[0]))
    }

    @Test func `what is put aside takes no other file's place`() throws {
        for number in 1...3 {
            try folder.write(String(repeating: "\(number)", count: 20_000), to: "logs/gate.ndjson")
            _ = try open()
        }
        #expect(Set(try aside().map { try folder.text($0).first }) == ["1", "2", "3"])
    }

    @Test func `a log that is a link stays one, and what it led to is put aside where it lay`() throws {
        let target = try folder.write(String(repeating: "x", count: 20_000), to: "disk/gate.ndjson")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        try record("1", to: open())
        #expect(try aside(in: "disk").count == 1 && aside().isEmpty)
        #expect(try contents(target) == ["1"])
    }

    @Test(.enabled(if: SmallDisk.isPossible, "it takes mounting a file"))
    func `a log that cannot be moved goes on behind what is no line`() throws {
        let text = String(repeating: "x", count: 20_000)
        let target = try folder.write(text, to: "disk/gate.ndjson")
        try folder.write("", to: "logs/gate.ndjson")
        try #require(Command.succeeds("mount", "--bind", target, path))
        defer { _ = Command.succeeds("umount", "-l", path) }
        try record("1", "2", to: open())
        let written = try folder.text("disk/gate.ndjson")
        #expect(written.hasPrefix("\(text)\n{\"schema\":\"plated.event/1\",\"id\":\"1\","))
        #expect(written.split(separator: "\n").count == 3 && written.contains("\"prev\":\"\(Digest(of: text.utf8))\""))
        #expect(talk.all.count == 1 && talk.all[0].contains("New records follow it, since it cannot be moved"))
    }

    @Test func `a spool that is damaged all over is put aside, and what waits from now on is safe`() throws {
        let garbage = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) })
        try folder.write(garbage, to: "state/gate.ndjson.spool")
        do {
            let log = try open()
            try takeAway()
            try record("1", to: log)
        }
        try bringBack()
        _ = try open()
        #expect(try contents() == ["1"])
        let kept = try aside(in: "state")
        #expect(kept.count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file(#require(kept.first)))) == garbage)
        #expect(
            talk.all.first?.hasPrefix("warning: the spool \(folder.file("state/gate.ndjson.spool")) was damaged")
                == true)
    }

    @Test func `what follows the records in a spool and is more than a record is put aside, and they are written`()
        throws
    {
        do {
            let log = try open()
            try takeAway()
            try record("1", "2", to: log)
        }
        try bringBack()
        let spool = folder.file("state/gate.ndjson.spool")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: spool))
        let dump = Data(repeating: 0xAA, count: 100_000)
        bytes.replaceSubrange(bytes.count - dump.count..<bytes.count, with: dump)
        try bytes.write(to: URL(fileURLWithPath: spool))
        _ = try open()
        #expect(try contents() == ["1", "2"])
        let kept = try #require(aside(in: "state").first)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file(kept))).suffix(dump.count) == dump)
    }

    // MARK: - A full disk

    @Test(.enabled(if: SmallDisk.isPossible, "it takes mounting a small file system"))
    func `a full disk leaves no half line, and what waited is written when there is room`() throws {
        let disk = try SmallDisk(folder: folder.file("logs"))
        let log = try open()
        var number = 0
        // Until a line does not fit.
        while log.backlog == 0, number < 20_000 {
            number += 1
            try record("\(number)", to: log)
        }
        try record("\(number + 1)", to: log)
        #expect(log.backlog == 2)
        #expect(try contents().count == number - 1)
        #expect(talk.all.count == 1 && talk.all[0].contains("No space left on device"))
        try disk.makeRoom()
        try log.flush()
        #expect(try contents() == (1...number + 1).map(String.init))
    }
}

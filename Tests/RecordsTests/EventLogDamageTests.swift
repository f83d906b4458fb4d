import Foundation
import TestSupport
import Testing

@testable import Records

/// What a power cut, a full disk or a stray dump leaves in a log and in its spool.
@Suite struct EventLogDamageTests: EventLogSuite {
    let folder: TemporaryFolder
    let talk = Talk()

    init() throws {
        folder = try Self.folder()
    }

    private func aside(in place: String = "logs") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file(place)).filter { $0.contains(".damaged-") }
            .map { "\(place)/\($0)" }
    }

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
        try folder.write(Data(IDRecord(id: "1").line.dropLast(5)), to: "logs/gate.ndjson")
        _ = try open()
        #expect(try contents() == ["1", "2"])
    }

    /// Files that something was put aside in.

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
    @Test(.enabled(if: SmallDisk.isPossible, "it takes mounting a small file system"))
    func `a log that takes nothing more says so before anything is to be written`() throws {
        let disk = try SmallDisk(folder: folder.file("logs"))
        let log = try open()
        try log.flush()
        #expect(log.unwritable == nil)
        let rest = folder.file("logs/rest")
        #expect(FileManager.default.createFile(atPath: rest, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: rest))
        while (try? file.write(contentsOf: [UInt8](repeating: 0, count: 1024))) != nil {}
        try log.flush()
        #expect(log.unwritable == "No space left on device" && log.backlog == 0)
        try disk.makeRoom()
        try log.flush()
        #expect(log.unwritable == nil)
    }
}

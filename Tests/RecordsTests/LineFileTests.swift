import Basics
import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct LineFileTests {
    private func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
    }

    @Test func `lines are appended to what is there`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old\n", to: "log")
        let file = try LineFile(path: path)
        try file.append(Array("new\n".utf8))
        #expect(try lines(path) == ["old", "new", ""])
    }

    @Test func `after rotation lines go to a new file`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("log")
        let file = try LineFile(path: path)
        try file.append(Array("one\n".utf8))
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try file.append(Array("two\n".utf8))
        #expect(try lines(path + ".1") == ["one", ""])
        #expect(try lines(path) == ["two", ""])
    }

    @Test func `a file that was renamed is left before the next line is there, for whoever waits for that`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("why.ndjson")
        let file = try LineFile(path: path, for: .explanations())
        try file.append(Array("one\n".utf8))
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try file.flush()
        // Whoever has a file open has it for itself.
        try LineFile(path: path + ".1", for: .explanations()).append(Array("two\n".utf8))
        try file.append(Array("three\n".utf8))
        #expect(try lines(path + ".1") == ["one", "two", ""])
        #expect(try lines(path) == ["three", ""])
    }

    @Test func `what a full disk does not take is kept and written later, in order`() throws {
        // /dev/full takes nothing, ever; the path is then pointed elsewhere, as if somebody had made room.
        let folder = try TemporaryFolder()
        let path = folder.file("log")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
        let file = try LineFile(path: path)
        #expect(throws: LogFailure.self) { try file.append(Array("one\n".utf8)) }
        #expect(throws: LogFailure.self) { try file.append(Array("two\n".utf8)) }
        #expect(file.backlog == 2)
        try FileManager.default.removeItem(atPath: path)
        try file.reopen()
        #expect(file.backlog == 0)
        #expect(try lines(path) == ["one", "two", ""])
    }

    @Test func `a line that was begun by a killed process is ended before the next`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("half", to: "log")
        try LineFile(path: path).append(Array("whole\n".utf8))
        #expect(try lines(path) == ["half", "whole", ""])
    }

    @Test func `a pipe without a reader is an error and no wait`() throws {
        let path = try TemporaryFolder().path + ".pipe"
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        #expect { try LineFile(path: path) } throws: { "\($0)" == "opening the log \(path): nobody reads this pipe" }
    }

    @Test func `a log that cannot be opened says which and why`() throws {
        do {
            _ = try LineFile(path: "/nonexistent/folder/log")
            Issue.record("it opened")
        } catch {
            #expect(error.description == "opening the log /nonexistent/folder/log: No such file or directory")
        }
    }
}

@Suite struct ExplanationsTests {
    private func line(_ number: Int) -> [UInt8] {
        Array("{\"schema\":\"plated.candidate/1\",\"n\":\(number)}\n".utf8)
    }

    @Test func `at its limit the file is moved aside, in place of the one before, and begun anew`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(String(decoding: line(0), as: UTF8.self), to: "why.ndjson")
        let talk = Talk()
        let limit = 10 * line(0).count
        let explanations = try Explanations(path: path, limit: limit, log: talk.logger)
        for number in 1..<35 { explanations.append(line(number % 10)) }
        #expect(try folder.text("why.ndjson").split(separator: "\n").count == 5)
        #expect(try folder.text("why.ndjson.1").split(separator: "\n").count == 10)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        #expect(talk.all.isEmpty)
    }

    @Test func `a log that lies where the file would be moved to is left alone, and that is told once`() throws {
        let folder = try TemporaryFolder()
        let event = "{\"schema\":\"plated.event/1\",\"id\":\"1\"}\n"
        try folder.write(event, to: "why.ndjson.1")
        let talk = Talk()
        let explanations = try Explanations(path: folder.file("why.ndjson"), limit: 100, log: talk.logger)
        for number in 0..<10 { explanations.append(line(number)) }
        #expect(try folder.text("why.ndjson.1") == event)
        #expect(try folder.text("why.ndjson").utf8.count <= 100)
        #expect(talk.all.count == 1 && talk.all[0].contains("why.ndjson.1: it is a log of events; name another file"))
    }

    @Test(arguments: ["gate.ndjson", "link", "hard"])
    func `another scanner's log takes no explanations, under whatever name`(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("gate.ndjson")
        let log = try EventLog(
            .init(path: path, spool: folder.file("spool"), camera: "gate"), log: Talk().logger, now: { .now })
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: path)
        try FileManager.default.linkItem(atPath: path, toPath: folder.file("hard"))
        #expect { try Explanations(path: folder.file(name), log: Talk().logger) } throws: {
            ($0 as? LogFailure)?.isTaken == true && "\($0)".contains("another process writes to it")
        }
        #expect(throws: LogFailure.self) { try Explanations(path: folder.file("spool"), log: Talk().logger) }
        #expect(try folder.text("gate.ndjson").isEmpty)
        withExtendedLifetime(log) {}
    }

    @Test func `the log of a scanner that does not run takes none either, and two scanners have a file each`() throws {
        let folder = try TemporaryFolder()
        let text = "{\"schema\":\"plated.gap/1\",\"id\":\"1\"}\n"
        let log = try folder.write(text, to: "gate.ndjson")
        #expect { try Explanations(path: log, log: Talk().logger) } throws: {
            "\($0)".contains("it is a log of events")
        }
        #expect(try folder.text("gate.ndjson") == text)
        let first = try Explanations(path: folder.file("why"), log: Talk().logger)
        #expect { try Explanations(path: folder.file("why"), log: Talk().logger) } throws: {
            ($0 as? LogFailure)?.isTaken == true
        }
        withExtendedLifetime(first) {}
    }

    @Test func `explanations that cannot be written wait within bounds, and that is told once`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("why.ndjson")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
        let talk = Talk()
        let explanations = try Explanations(path: path, log: talk.logger)
        for number in 0..<Explanations.room + 100 { explanations.append(Array("\(number)\n".utf8)) }
        #expect(talk.all.count == 1 && talk.all[0].hasPrefix("error: writing to \(path): No space left on device"))
        try FileManager.default.removeItem(atPath: path)
        explanations.flush()
        #expect(talk.all.last == "notice: explanations are written again; 100 lines of them are lost")
        let lines = try folder.text("why.ndjson").split(separator: "\n")
        #expect(lines.count == Explanations.room && lines.first == "100" && lines.last == "2099")
    }
}

import Foundation
import TestSupport
import Testing

@testable import Records

/// Another file takes the log's name while its writer has it open.
@Suite struct EventLogReplacementTests: EventLogSuite {
    let folder: TemporaryFolder
    let talk = Talk()

    init() throws {
        folder = try Self.folder()
    }

    private func write(_ ids: String..., to log: EventLog) throws {
        for id in ids { try log.record(IDRecord(id: id, line: Array(LogScene.line(id).utf8))) }
    }

    private func copy(lines: Int? = nil, without count: Int = 0) throws {
        var text = try String(contentsOfFile: path, encoding: .utf8)
        if let lines { text = text.split(separator: "\n").prefix(lines).map { $0 + "\n" }.joined() }
        try folder.write(String(text.dropLast(count)), to: "logs/.gate.ndjson.copy")
    }

    private func replace() throws { try #require(rename(folder.file("logs/.gate.ndjson.copy"), path) == 0) }

    /// Whether each line names the one before it, from the first that does.
    private func isChained() throws -> Bool {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { Array($0.utf8) }
        return zip(lines, lines.dropFirst()).allSatisfy { ChainLink.previous(of: $1) == ChainLink.digest(ofLine: $0) }
    }

    @Test(arguments: [false, true])
    func `what was written between the copying and the change of names is in the new file`(isIdle: Bool) throws {
        let log = try open()
        try write("1", "2", to: log)
        try copy()
        try write("3", "4", to: log)
        try replace()
        if isIdle {
            try log.flush()
            #expect(try contents() == ["1", "2", "3", "4"])
        }
        try write("5", to: log)
        #expect(try contents() == ["1", "2", "3", "4", "5"] && isChained())
    }

    @Test func `a copy that ends amid a line, and one of which the last line was changed`() throws {
        let log = try open()
        try write("1", "2", to: log)
        try copy(without: 20)
        try write("3", to: log)
        try replace()
        try write("4", to: log)
        #expect(try contents() == ["1", "2", "3", "4"] && isChained())
        try copy()
        try write("5", to: log)
        try #require(
            Command.succeeds("sed", "-i", "s/\"id\":\"4\"/\"id\":\"4\",\"a\":1/", folder.file("logs/.gate.ndjson.copy"))
        )
        try replace()
        try write("6", to: log)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("\"a\":1") && text.split(separator: "\n").count == 6)
    }

    @Test func `an older copy gets all that it lacks, more than is read at once`() throws {
        let log = try open()
        for id in 1...6000 { try write("\(id)", to: log) }
        try copy(lines: 1)
        try replace()
        try log.reopen()
        #expect(try contents() == (1...6000).map(String.init) && isChained())
    }

    @Test func `the copy is rotated before the writer looks`() throws {
        let log = try open()
        try write("1", to: log)
        try copy()
        try write("2", to: log)
        try replace()
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try write("3", to: log)
        #expect(try contents(path + ".1") == ["1"])
        #expect(try contents() == ["2", "3"] && isChained())
    }

    @Test func `an editor moves the log away, and a file that was begun meanwhile is replaced, too`() throws {
        let log = try open()
        try write("1", to: log)
        try copy()
        try write("2", to: log)
        try FileManager.default.moveItem(atPath: path, toPath: path + "~")
        try write("3", "4", to: log)
        try replace()
        try FileManager.default.removeItem(atPath: path + "~")
        try write("5", to: log)
        #expect(try contents() == ["1", "2", "3", "4", "5"] && isChained())
    }

    @Test func `a copy from before the first line gets all of them`() throws {
        let log = try open()
        try write("0", to: log)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try log.flush()
        try copy()
        try write("1", "2", to: log)
        try replace()
        try write("3", to: log)
        #expect(try contents() == ["1", "2", "3"] && isChained())
        #expect(try contents(path + ".1") == ["0"])
    }

    @Test func `a copy that has but a part of the first line gets the rest`() throws {
        let log = try open()
        try write("1", to: log)
        try copy(without: 5)
        try replace()
        try write("2", to: log)
        #expect(try contents() == ["1", "2"] && isChained())
    }

    @Test func `another log, an empty file and a deleted log get nothing of the old one`() throws {
        let log = try open()
        try write("1", to: log)
        for text in ["{\"id\":\"other\"}\n", ""] {
            try folder.write(text, to: "logs/.gate.ndjson.copy")
            try replace()
            try write("2", to: log)
            #expect(try contents() == (text.isEmpty ? ["2"] : ["other", "2"]))
        }
        try FileManager.default.removeItem(atPath: path)
        try write("3", to: log)
        #expect(try contents() == ["3"])
    }

    @Test func `a folder behind a link is switched to a copy of it`() throws {
        let log = try open()
        try write("1", to: log)
        try FileManager.default.copyItem(atPath: folder.file("logs"), toPath: folder.file("copy"))
        try write("2", to: log)
        try FileManager.default.moveItem(atPath: folder.file("logs"), toPath: folder.file("v1"))
        try #require(symlink(folder.file("copy"), folder.file("logs")) == 0)
        try write("3", to: log)
        #expect(try contents() == ["1", "2", "3"] && isChained())
    }

    @Test func `a log that was begun after its folder was copied is in the copy that takes the folder's place`() throws
    {
        let log = try open()
        try write("1", "2", to: log)
        try #require(rename(path, path + ".1") == 0)
        try FileManager.default.copyItem(atPath: folder.file("logs"), toPath: folder.file("copy"))
        try write("3", "4", to: log)
        try #require(contents() == ["3", "4"])
        try #require(rename(folder.file("logs"), folder.file("old")) == 0)
        try #require(symlink(folder.file("copy"), folder.file("logs")) == 0)
        try FileManager.default.removeItem(atPath: folder.file("old"))
        try write("5", to: log)
        #expect(try contents() == ["3", "4", "5"] && isChained())
        #expect(try contents(path + ".1") == ["1", "2"])
    }

    @Test func `a log that somebody deletes behind a rotated one stays deleted`() throws {
        let log = try open()
        try write("1", to: log)
        try #require(rename(path, path + ".1") == 0)
        try write("2", to: log)
        try #require(unlink(path) == 0)
        try write("3", to: log)
        #expect(try contents() == ["3"])
    }

    @Test(arguments: [false, true])
    func `a log that was rotated in the tick of the clock in which it was begun has nothing twice`(isMade: Bool) throws
    {
        let log = try open()
        for number in 1...20 {
            try write("\(number)", to: log)
            #expect(try contents() == ["\(number)"])
            try #require(rename(path, path + ".kept\(number)") == 0)
            if isMade { try folder.write("", to: "logs/gate.ndjson") }
        }
    }
}

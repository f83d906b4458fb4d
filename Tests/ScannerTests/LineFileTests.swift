import Foundation
import TestSupport
import Testing

@testable import Scanner

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

    @Test func `after rotation lines go to the new file, once it is opened anew`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("log")
        let file = try LineFile(path: path)
        try file.append(Array("one\n".utf8))
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try file.append(Array("two\n".utf8))
        try file.reopen()
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

    @Test func `a log that cannot be opened says which and why`() throws {
        do {
            _ = try LineFile(path: "/nonexistent/folder/log")
            Issue.record("it opened")
        } catch {
            #expect(error.description == "opening the log /nonexistent/folder/log: No such file or directory")
        }
    }
}

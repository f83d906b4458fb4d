import Foundation
import TestSupport
import Testing

@testable import Records

/// What a log's name leads to is another file, and a copy of what it led to.
@Suite struct LogTailReplacementTests {
    private let scene: LogScene

    init() throws { scene = try LogScene() }

    /// As rsync, `sed -i` and editors do: another file, of which the name is then the log's.
    private func replace(with text: String) throws {
        try scene.append(text, to: ".gate.ndjson.Xa81q")
        try rename(".gate.ndjson.Xa81q", "gate.ndjson")
    }

    private func rename(_ from: String, _ to: String) throws {
        try #require(Glibc.rename(scene.folder.file(from), scene.folder.file(to)) == 0)
    }

    private func text(_ ids: String...) -> String { ids.map(LogScene.line).joined() }

    @Test(arguments: [false, true])
    func `a copy in its place is read on where the other was left`(isRestarted: Bool) throws {
        try scene.write("1", "2")
        #expect(try scene.read(1) == ["1"])
        for turn in 0..<3 {
            try replace(with: scene.folder.text("gate.ndjson"))
            if isRestarted { try scene.restart() }
            #expect(try scene.read() == (turn == 0 ? ["2"] : []))
            try scene.write("\(turn) a", "\(turn) b")
            #expect(try scene.read() == ["\(turn) a", "\(turn) b"])
        }
    }

    @Test func `what the old file got between the copy and the change of names is read from it`() throws {
        try scene.write("1", "2")
        #expect(try scene.read() == ["1", "2"])
        try scene.copy("gate.ndjson", "copy")
        try scene.write("3")
        try rename("copy", "gate.ndjson")
        #expect(try scene.read() == ["3"])
        // All that stands in the copy was read. Whoever writes the log writes the missing line there again.
        #expect(try scene.read() == [])
        try scene.write("3")
        #expect(try scene.read() == [])
        try scene.write("4")
        #expect(try scene.read() == ["4"])
    }

    @Test func `where the missing line is not written there again, all of the copy is read, and told`() throws {
        try scene.write("1", "2")
        #expect(try scene.read() == ["1", "2"])
        try scene.copy("gate.ndjson", "copy")
        try scene.write("3")
        try rename("copy", "gate.ndjson")
        #expect(try scene.read() == ["3"])
        try scene.write("4")
        #expect(try scene.read() == ["rewritten", "1", "2", "4"])
    }

    @Test func `sed -i: a line is another one`() throws {
        try scene.write("1", "2", "3")
        #expect(try scene.read(2) == ["1", "2"])
        try #require(Command.succeeds("sed", "-i", "s/\"2\"/\"two\"/", scene.path))
        #expect(try scene.read() == ["3", "rewritten", "1", "two", "3"])
        try scene.write("4")
        #expect(try scene.read() == ["4"])
        try #require(Command.succeeds("sed", "-i", "1s/.*/{\"schema\":\"test\\/1\",\"id\":\"one\"}/", scene.path))
        #expect(try scene.read() == ["one", "two", "3", "4"])
    }

    @Test(arguments: ["sed -i.bak", "an editor"])
    func `the old file is kept under another name beside it`(program: String) throws {
        try scene.write("1", "2")
        #expect(try scene.read(1) == ["1"])
        let text = try scene.folder.text("gate.ndjson")
        try scene.move("gate.ndjson", program == "an editor" ? "gate.ndjson~" : "gate.ndjson.bak")
        try replace(with: text)
        #expect(try scene.read() == ["2"])
        try scene.write("3")
        #expect(try scene.read() == ["3"])
    }

    @Test func `a copy is rotated and compressed before anybody looked`() throws {
        try scene.write("1", "2")
        #expect(try scene.read(1) == ["1"])
        try replace(with: scene.folder.text("gate.ndjson"))
        try scene.write("3")
        try scene.move("gate.ndjson", "gate.ndjson.1")
        try scene.write("4")
        #expect(try scene.read(3) == ["2", "3", "4"])
        try replace(with: scene.folder.text("gate.ndjson"))
        try scene.write("5")
        try scene.move("gate.ndjson.1", "gate.ndjson.2")
        try scene.move("gate.ndjson", "gate.ndjson.1")
        try scene.compress("gate.ndjson.1")
        try scene.write("6")
        #expect(try scene.read() == ["5", "6"])
    }

    @Test func `an older copy comes back, and gets lines of its own`() throws {
        try scene.write("1", "2")
        try scene.copy("gate.ndjson", "backup")
        try scene.write("3", "4")
        #expect(try scene.read() == ["1", "2", "3", "4"])
        try rename("backup", "gate.ndjson")
        #expect(try scene.read() == [])
        try scene.write("5")
        #expect(try scene.read() == ["rewritten", "1", "2", "5"])
    }

    @Test func `a copy that is written slowly, and ends amid a line, is read as it grows`() throws {
        try scene.write("1", "2")
        #expect(try scene.read(1) == ["1"])
        let text = try scene.folder.text("gate.ndjson")
        try replace(with: String(text.dropLast(9)))
        // From the file that was left, which was whole.
        #expect(try scene.read() == ["2"])
        try scene.append(String(text.suffix(9)))
        try scene.write("3")
        #expect(try scene.read() == ["3"])
    }

    /// Filebeat 3789: rsync gave the new file the inode number of what was rotated, and it was read from the old one's place.
    @Test func `a file that took the place has an inode number that another one had`() throws {
        try scene.write("1", "2", to: "gate.ndjson.1")
        try scene.write("3")
        #expect(try scene.read() == ["1", "2", "3"])
        let text = try scene.folder.text("gate.ndjson")
        // The file behind the cursor gets the text of the other name, and the other way round.
        try scene.move("gate.ndjson", "gate.ndjson.2")
        try scene.move("gate.ndjson.1", "gate.ndjson")
        try scene.move("gate.ndjson.2", "gate.ndjson.1")
        try scene.folder.handle("gate.ndjson").truncate(atOffset: 0)
        try scene.append(text)
        try scene.write("4")
        try scene.restart()
        #expect(try scene.read() == ["4"])
    }

    /// Vector 25079 and 5833: two files with the same first line were taken for one, and what was new in the second was skipped.
    @Test func `another log begins with the same line`() throws {
        try scene.write("same", "1", "2")
        #expect(try scene.read() == ["same", "1", "2"])
        try replace(with: text("same", "a", "b"))
        #expect(try scene.read() == ["rewritten", "same", "a", "b"])
        try replace(with: text("same", "x", "y", "z"))
        try scene.restart()
        #expect(try scene.read() == ["rewritten", "same", "x", "y", "z"])
    }

    /// Vector 643: all empty files were one.
    @Test func `an empty file takes the place, and is written to`() throws {
        try scene.write("1")
        #expect(try scene.read() == ["1"])
        try replace(with: "")
        #expect(try scene.read() == [])
        try scene.write("2")
        #expect(try scene.read() == ["2"])
    }

    /// Filebeat 678: what was written to the log after it was renamed was lost.
    @Test func `what comes after a rename is read, also after a restart`() throws {
        try scene.write("c", "c2")
        #expect(try scene.read() == ["c", "c2"])
        try scene.move("gate.ndjson", "gate.ndjson.old")
        try scene.write("c3", to: "gate.ndjson.old")
        try scene.write("c4")
        try scene.restart()
        #expect(try scene.read() == ["c3", "c4"])
    }

    // MARK: - Links

    private func link(_ name: String, to target: String) throws {
        _ = unlink(scene.folder.file("link"))
        try #require(symlink(target, scene.folder.file("link")) == 0)
        try rename("link", name)
    }

    @Test(arguments: [false, true])
    func `a log whose name is a link is followed where that is switched`(isRestarted: Bool) throws {
        try scene.write("1", "2", to: "gate-7.log")
        try link("gate.ndjson", to: "gate-7.log")
        #expect(try scene.read(1) == ["1"])
        try scene.write("3", to: "gate-8.log")
        try link("gate.ndjson", to: "gate-8.log")
        if isRestarted { try scene.restart() }
        #expect(try scene.read() == ["2", "3"])
    }

    /// Loki 1240: a link that leads nowhere, or to itself, was asked for again and again, thousands of times a second.
    @Test func `a link that leads nowhere is waited for`() throws {
        try link("gate.ndjson", to: "gone.log")
        let watch = try FolderWatch(logs: [scene.path])
        #expect(try scene.read() == [] && watch.isWatching)
        #expect(watch.wait(for: .zero) == .quiet)
        try link("gate.ndjson", to: "gate.ndjson")
        #expect(try scene.read() == [])
        try scene.write("1", to: "there.log")
        try link("gate.ndjson", to: "there.log")
        #expect(watch.wait(for: .seconds(600)) == .changed)
        #expect(try scene.read() == ["1"])
    }

    @Test func `what a log's link leads to is rotated beside that, in another folder`() throws {
        let data = scene.folder.file("data")
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try scene.write("1", "2", to: "data/gate.ndjson")
        try link("gate.ndjson", to: data + "/gate.ndjson")
        #expect(try scene.read(1) == ["1"])
        try scene.move("data/gate.ndjson", "data/gate.ndjson.2")
        try scene.compress("data/gate.ndjson.2")
        try scene.write("3", to: "data/gate.ndjson.1")
        try scene.write("4", to: "data/gate.ndjson")
        try scene.restart()
        #expect(try scene.read() == ["2", "3", "4"])
    }

    @Test func `a folder behind a link is switched: what is left in the old one comes first`() throws {
        for name in ["v1", "v2"] {
            try FileManager.default.createDirectory(atPath: scene.folder.file(name), withIntermediateDirectories: true)
        }
        try scene.write("1", "2", to: "v1/gate.ndjson")
        try link("logs", to: "v1")
        scene.tail = LogTail(path: scene.folder.file("logs/gate.ndjson"))
        #expect(try scene.read(1) == ["1"])
        try scene.move("v1/gate.ndjson", "v1/gate.ndjson.2")
        try scene.write("3", to: "v1/gate.ndjson.1")
        try scene.compress("v1/gate.ndjson.1")
        try scene.write("4", to: "v1/gate.ndjson")
        try link("logs", to: "v2")
        #expect(try scene.read() == ["2", "3", "4"])
        // The writer has not noticed yet.
        try scene.write("5", to: "v1/gate.ndjson")
        #expect(try scene.read() == ["5"])
        try scene.write("6", to: "v2/gate.ndjson")
        #expect(try scene.read() == ["6"])
        // Back, and what was there is a copy by now.
        try scene.copy("v2/gate.ndjson", "v1/new")
        try rename("v1/new", "v1/gate.ndjson")
        try scene.write("7", to: "v1/gate.ndjson")
        try link("logs", to: "v1")
        #expect(try scene.read() == ["7"])
    }
}

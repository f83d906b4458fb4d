import Foundation
import TestSupport
import Testing

@testable import Records

/// What happens to a log that does it no good, and is told.
@Suite struct LogTailLossTests {
    private let scene: LogScene

    init() throws { scene = try LogScene() }

    // MARK: - Emptying and deletion

    @Test func `copytruncate: what was not read yet comes from the copy`() throws {
        try scene.write("1", "2")
        #expect(try scene.read(1) == ["1"])
        try scene.copy("gate.ndjson", "gate.ndjson.1")
        #expect(try scene.read(1) == ["2"])
        try scene.write("lost to logrotate's gap, but not to us")
        #expect(try scene.read() == ["lost to logrotate's gap, but not to us"])
        try scene.empty()
        try scene.write("3")
        #expect(try scene.read() == ["3"])
        for isRestarted in [false, true] {
            try scene.write("4", "5 \(isRestarted)")
            #expect(try scene.read(1) == ["4"])
            try scene.move("gate.ndjson.1", "gate.ndjson.2")
            try scene.copy("gate.ndjson", "gate.ndjson.1")
            try scene.empty()
            try scene.write("6 \(isRestarted)")
            if isRestarted { try scene.restart() }
            #expect(try scene.read() == ["5 \(isRestarted)", "6 \(isRestarted)"])
            try scene.remove("gate.ndjson.2")
        }
    }

    @Test func `an emptied log that has grown past the place again is told from one that was not emptied`() throws {
        try scene.write("1", "2")
        #expect(try scene.read() == ["1", "2"])
        try scene.empty()
        try scene.write("3", "4", "5")
        #expect(try scene.read() == ["emptied", "3", "4", "5"])
        try scene.empty()
        try scene.write("6", "7", "8")
        try scene.restart()
        #expect(try scene.read() == ["lost", "6", "7", "8"])
    }

    @Test func `a deleted log is read to its end, and older rotations are not read for it`() throws {
        try scene.write("0", to: "gate.ndjson.1")
        try scene.write("1", "2")
        #expect(try scene.read(2) == ["0", "1"])
        try scene.remove("gate.ndjson")
        #expect(try scene.read() == ["2"])
        try scene.write("3")
        #expect(try scene.read() == ["3"])
    }

    @Test func `a log that was deleted and made anew has the same inode number, and is told from the old one`() throws {
        try scene.write("0", to: "gate.ndjson.1")
        for turn in 0..<20 {
            try scene.write("\(turn) a", "\(turn) b")
            #expect(try scene.read().suffix(2) == ["\(turn) a", "\(turn) b"])
            // Nobody has it open: its number is free.
            scene.tail = LogTail(path: scene.path)
            try scene.remove("gate.ndjson")
            try scene.write("\(turn) c", "\(turn) d", "\(turn) e")
            try scene.restart()
            #expect(try scene.read() == ["lost", "\(turn) c", "\(turn) d", "\(turn) e"])
        }
    }

    @Test func `files that went while nobody looked are told, and the oldest after them comes next`() throws {
        try scene.write("1", to: "gate.ndjson.1")
        try scene.write("2", "3")
        #expect(try scene.read(2) == ["1", "2"])
        try scene.move("gate.ndjson.1", "gate.ndjson.4")
        try scene.remove("gate.ndjson")
        try scene.write("4", to: "gate.ndjson.2")
        try scene.compress("gate.ndjson.2")
        try scene.write("5", to: "gate.ndjson.1")
        try scene.restart()
        #expect(try scene.read() == ["lost", "4", "5"])
    }

    @Test func `a log whose end was written anew is read again`() throws {
        try scene.write("1")
        try scene.append("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\n")
        #expect(try scene.read().count == 2)
        try #require(truncate(scene.path, off_t(LogScene.line("1").utf8.count)) == 0)
        try scene.write("2")
        #expect(try scene.read() == ["rewritten", "1", "2"])
    }

    // MARK: - What cannot be read

    @Test func `a compressed log that is damaged is read as far as that goes, and told`() throws {
        // Random enough not to vanish in the compression.
        let ids = (0..<20_000).map { "\($0 &* 2_654_435_761 % 1_000_003)" }
        try scene.append(ids.map(LogScene.line).joined(), to: "gate.ndjson.1")
        try scene.compress("gate.ndjson.1")
        let packed = try Data(contentsOf: URL(fileURLWithPath: scene.folder.file("gate.ndjson.1.gz")))
        try scene.folder.write(packed.prefix(packed.count / 2), to: "gate.ndjson.1.gz")
        try scene.write("the next")
        var read = try scene.read(30_000)
        #expect(read.popLast() == "the next" && read.popLast() == "unreadable")
        #expect(read.count > 5000 && read == Array(ids.prefix(read.count)))
    }

    @Test func `what is compressed by something else is told and passed over`() throws {
        try scene.append("\u{1}\u{2}", to: "gate.ndjson.1.xz")
        try scene.write("1")
        let items = try scene.tail.read(upTo: 10)
        #expect(
            items.first
                == .interruption(
                    .unreadable(
                        "opening \(scene.path).1.xz: files that end in .xz cannot be read; unpack it, or have logrotate use gzip"
                    )))
        #expect(items.count == 2)
    }

    @Test func `what is no file is an error; a missing folder is none`() throws {
        #expect(try LogTail(path: scene.folder.file("none/gate.ndjson")).next() == nil)
        try FileManager.default.createDirectory(atPath: scene.path, withIntermediateDirectories: true)
        #expect { try self.scene.tail.next() } throws: { "\($0)".hasSuffix("it is not a regular file") }
    }
}

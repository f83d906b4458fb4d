import Foundation
import Glibc
import TestSupport
import Testing

@testable import Records

/// A folder with a log that is written to, rotated and followed.
private final class Scene {
    let folder: TemporaryFolder
    var path: String { folder.file("gate.ndjson") }
    var tail: LogTail

    init() throws {
        folder = try TemporaryFolder()
        tail = LogTail(path: folder.file("gate.ndjson"))
    }

    static func line(_ id: String) -> String { "{\"schema\":\"test/1\",\"id\":\"\(id)\"}\n" }

    /// Appends to a file as a writer does who has it open, or opens it.
    func append(_ text: String, to name: String = "gate.ndjson") throws {
        let descriptor = open(folder.file(name), O_WRONLY | O_APPEND | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    func write(_ ids: String..., to name: String = "gate.ndjson") throws {
        for id in ids { try append(Self.line(id), to: name) }
    }

    func move(_ from: String, _ to: String) throws {
        try FileManager.default.moveItem(atPath: folder.file(from), toPath: folder.file(to))
    }

    func copy(_ from: String, _ to: String) throws {
        try FileManager.default.copyItem(atPath: folder.file(from), toPath: folder.file(to))
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.file(name))
    }

    func empty(_ name: String = "gate.ndjson") throws { try #require(truncate(folder.file(name), 0) == 0) }

    func compress(_ name: String, with program: String = "gzip") throws {
        try #require(Command.succeeds(program, "-q", folder.file(name)))
    }

    /// The identifiers of the lines that come now, and what is told between them.
    func read(_ count: Int = 1000) throws -> [String] {
        try tail.read(upTo: count).map { item in
            switch item {
            case .line(let line):
                cursor = line.cursor
                switch line.record {
                case .success(let record): return record.id ?? "no id"
                case .failure(let fault): return "\(fault)"
                }
            case .interruption(.lost): return "lost"
            case .interruption(.emptied): return "emptied"
            case .interruption(.rewritten): return "rewritten"
            case .interruption(.unreadable): return "unreadable"
            }
        }
    }

    private(set) var cursor: LogCursor?

    /// As a process that was away and knows nothing but the cursor that it kept as a text.
    func restart() throws {
        let text = try #require(cursor).description
        let kept: LogCursor = try #require(LogCursor(text))
        tail = LogTail(path: path, cursor: kept)
    }
}

@Suite struct LogTailTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    // MARK: - Following

    @Test func `lines come in order, once each, as they are written`() throws {
        #expect(try scene.read() == [])
        try scene.write("1", "2")
        #expect(try scene.read(1) == ["1"])
        #expect(try scene.read() == ["2"])
        #expect(try scene.read() == [])
        try scene.write("3")
        #expect(try scene.read() == ["3"])
    }

    @Test func `a line comes when it has its end, however it was written`() throws {
        let line = Scene.line("1")
        for cut in 1..<line.utf8.count {
            try scene.append(String(line.dropFirst(cut - 1).prefix(1)))
            #expect(try scene.read() == [])
        }
        try scene.append("\n")
        #expect(try scene.read() == ["1"])
    }

    @Test func `a half line that is written over is read as what it became`() throws {
        try scene.write("1")
        try scene.append("{\"schema\":\"plated.event/1\",\"id\":\"2\",\"pla")
        #expect(try scene.read() == ["1"])
        // As EventLog does when it starts.
        let log = try EventLog(
            .init(path: scene.path, spool: scene.path + ".spool", camera: "gate"), log: Talk().logger)
        let torn = try scene.tail.read(upTo: 10)
        guard torn.count == 1, case .line(let line) = torn[0], case .success(.torn(let record)) = line.record else {
            Issue.record("\(torn)")
            return
        }
        #expect(record.fragment.starts(with: Array("{\"schema\":\"plated.event/1\",\"id\":\"2\"".utf8)))
        #expect(log.backlog == 0)
    }

    @Test func `a line is told as what it is, with all its bytes`() throws {
        try scene.append("no json\n\n\0\0\n{\"a\":\"\u{7F}\"}\n")
        let expected = [
            "byte 1 is not JSON", "the line is empty",
            "the line has zeros from byte 0 on: a part of it never reached the disk",
            "the field schema is missing",
        ]
        let items = try LogTail(path: scene.path).read(upTo: 10)
        #expect(try scene.read() == expected)
        let bytes = items.flatMap { item in if case .line(let line) = item { line.bytes } else { [UInt8]() } }
        #expect(try String(decoding: bytes, as: UTF8.self) == scene.folder.text("gate.ndjson"))
    }

    @Test func `a line that is too long is passed over, and only its beginning is kept`() throws {
        let long = String(repeating: "x", count: 3 * Record.longestLine)
        try scene.append(long)
        #expect(try scene.read() == [])
        try scene.append("\n")
        try scene.write("2")
        let items = try scene.tail.read(upTo: 10)
        guard items.count == 2, case .line(let line) = items[0] else {
            Issue.record("\(items.count)")
            return
        }
        #expect(line.bytes.count == Record.longestLine)
        #expect(line.record == .failure(.tooLong(long.utf8.count + 1)) && line.cursor.offset == long.utf8.count + 1)
        let kept: LogCursor = try #require(LogCursor(line.cursor.description))
        let again = LogTail(path: scene.path, cursor: kept)
        #expect(try again.read(upTo: 10) == [items[1]])
    }

    // MARK: - Rotation

    @Test(arguments: ["gate.ndjson.1", "gate.ndjson-20261121", "gate-20261121.ndjson", "gate.ndjson.old"])
    func `a renamed log is read to its end before the next`(name: String) throws {
        try scene.write("1")
        #expect(try scene.read() == ["1"])
        try scene.write("2")
        try scene.move("gate.ndjson", name)
        #expect(try scene.read() == ["2"])
        // The writer has not noticed yet, though logrotate has made the new one.
        try scene.append("")
        try scene.write("3", to: name)
        #expect(try scene.read() == ["3"])
        try scene.write("4", to: name)
        try scene.write("5")
        #expect(try scene.read() == ["4", "5"])
    }

    @Test func `what stands without an end in a log that is left is told`() throws {
        try scene.write("1")
        try scene.append("{\"schema\":\"x\",\"id\":\"2\"}")
        try scene.move("gate.ndjson", "gate.ndjson.2")
        try scene.append("{\"schema", to: "gate.ndjson.1")
        try scene.write("3")
        #expect(try scene.read() == ["1", "2", "the line has no end", "3"])
    }

    @Test func `several rotations, compressed and not, while nobody looked`() throws {
        try scene.write("1", "2")
        #expect(try scene.read(1) == ["1"])
        try scene.move("gate.ndjson", "gate.ndjson.3")
        try scene.compress("gate.ndjson.3")
        try scene.write("3", to: "gate.ndjson.2")
        try scene.compress("gate.ndjson.2")
        try scene.write("4", to: "gate.ndjson.1")
        try scene.write("5")
        try scene.restart()
        #expect(try scene.read(1) == ["2"])
        try scene.restart()
        #expect(try scene.read() == ["3", "4", "5"])
        try scene.restart()
        #expect(try scene.read() == [])
    }

    @Test func `a log that is compressed while it is read is read to its end`() throws {
        try scene.write("1", "2")
        #expect(try scene.read(1) == ["1"])
        try scene.move("gate.ndjson", "gate.ndjson.1")
        try scene.write("3")
        try scene.compress("gate.ndjson.1")
        #expect(try scene.read() == ["2", "3"])
    }

    @Test func `while logrotate compresses, the plain file counts`() throws {
        try scene.write("1", "2")
        #expect(try scene.read(1) == ["1"])
        try scene.move("gate.ndjson", "gate.ndjson.1")
        try scene.append("half of it", to: "gate.ndjson.1.gz")
        try scene.write("3")
        try scene.restart()
        #expect(try scene.read() == ["2", "3"])
    }

    @Test func `neighbours are not read, however they are called`() throws {
        for name in ["gate2.ndjson", "gate-2.ndjson", "gateway.ndjson.1", "gate.ndjson.spool"] {
            try scene.write("not mine", to: name)
        }
        try scene.write("1", to: "gate.ndjson.1")
        try scene.write("2")
        #expect(try scene.read() == ["1", "2"])
    }

    @Test func `without a cursor it begins with the oldest, or with the log itself`() throws {
        try scene.write("3", to: "gate.ndjson.9")
        try scene.write("2", to: "gate.ndjson.10")
        try scene.write("1", to: "gate.ndjson-20261121")
        for (name, age) in [("gate.ndjson.9", 10), ("gate.ndjson.10", 5), ("gate.ndjson-20261121", 900)] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -Double(age))], ofItemAtPath: scene.folder.file(name))
        }
        try scene.write("4")
        #expect(try scene.read() == ["1", "2", "3", "4"])
        scene.tail = LogTail(path: scene.path, start: .log)
        #expect(try scene.read() == ["4"])
        // What is older stays unread, also where the log is deleted.
        try scene.remove("gate.ndjson")
        try scene.write("5")
        #expect(try scene.read() == ["5"])
    }

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
            try scene.write("4", "5")
            #expect(try scene.read(1) == ["4"])
            try scene.move("gate.ndjson.1", "gate.ndjson.2")
            try scene.copy("gate.ndjson", "gate.ndjson.1")
            try scene.empty()
            try scene.write("6")
            if isRestarted { try scene.restart() }
            #expect(try scene.read() == ["5", "6"])
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
        try #require(truncate(scene.path, off_t(Scene.line("1").utf8.count)) == 0)
        try scene.write("2")
        #expect(try scene.read() == ["rewritten", "1", "2"])
    }

    // MARK: - What cannot be read

    @Test func `a compressed log that is damaged is read as far as that goes, and told`() throws {
        // Random enough not to vanish in the compression.
        let ids = (0..<20_000).map { "\($0 &* 2_654_435_761 % 1_000_003)" }
        try scene.append(ids.map(Scene.line).joined(), to: "gate.ndjson.1")
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

    // MARK: - logrotate

    private static let hasLogrotate = ["/usr/sbin/logrotate", "/sbin/logrotate"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(
        .enabled(if: hasLogrotate, "it takes logrotate"),
        arguments: [
            "compress\ndelaycompress\ndateext\ndateformat -%Y%m%d-%s\nnocreate", "compress\ncreate", "copytruncate",
            "copytruncate\ncompress", "extension .ndjson\ncompress\nnocreate", "nocompress\ncreate",
        ])
    func `the real logrotate, in every manner, read along and after having been away`(manner: String) throws {
        let settings = "\(scene.path) {\nrotate 100\nsu root root\n\(manner)\n}\n"
        let configuration = try scene.folder.write(settings, to: "rotate.conf")
        var number = 0
        var expected: [String] = []
        var read: [String] = []
        func write() throws {
            number += 1
            try scene.write("\(number)")
            expected.append("\(number)")
        }
        for turn in 0..<12 {
            for _ in 0..<3 { try write() }
            if turn % 3 == 0 { read += try scene.read(2) }
            if turn == 7 { try scene.restart() }
            if manner.contains("dateformat") { try scene.ageDates() }
            try #require(
                Command.succeeds(
                    "/usr/sbin/logrotate", "--force", "--state", scene.folder.file("state"), configuration))
            if turn % 2 == 0 { try write() }
            if turn % 4 == 1 { read += try scene.read() }
        }
        try write()
        read += try scene.read()
        #expect(read == expected)
    }
}

extension Scene {
    /// Two rotations in the same second would have the same name: those that are there become an hour older.
    fileprivate func ageDates() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasPrefix("gate.ndjson-")
        }
        for name in names.sorted() {
            let isPacked = name.hasSuffix(".gz")
            let bare = isPacked ? String(name.dropLast(3)) : name
            let parts = bare.split(separator: "-")
            let second = try #require(Int(parts[2]))
            try move(name, "gate.ndjson-\(parts[1])-\(second - 3600)" + (isPacked ? ".gz" : ""))
        }
    }
}

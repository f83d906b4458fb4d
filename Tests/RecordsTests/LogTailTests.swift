import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct LogTailTests {
    private let scene: LogScene

    init() throws { scene = try LogScene() }

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
        let line = LogScene.line("1")
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
            .init(path: scene.path, spool: scene.path + ".spool", camera: "gate"), log: Talk().logger, now: { .now })
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
}

import Foundation
import Glibc
import TestSupport
import Testing

@testable import Records

/// Whatever becomes of a log, each line in it is tied to the one that was written before.
@Suite struct ChainTests {
    private let scene: ChainScene

    init() throws { scene = try ChainScene() }

    @Test func `the first line names nothing, each later one the line before it, over restarts`() throws {
        for _ in 0..<3 { try scene.run() }
        let lines = try scene.lines()
        #expect(lines.count == 6)
        scene.expectChain(lines)
    }

    @Test func `a log that was renamed goes on in the next file, in the same run and in the next one`() throws {
        do {
            let log = try scene.open()
            try scene.write(2, to: log)
            try scene.move("gate.ndjson", "gate.ndjson.2")
            try scene.write(2, to: log)
        }
        try scene.move("gate.ndjson", "gate.ndjson.1")
        try scene.run()
        scene.expectChain(try scene.lines("gate.ndjson.2", "gate.ndjson.1", "gate.ndjson"))
    }

    @Test(arguments: [false, true])
    func `a new run finds the end in a compressed rotation, where the log is empty or gone`(isThere: Bool) throws {
        try scene.run(3)
        let before = try scene.lines()
        try scene.move("gate.ndjson", "gate.ndjson-20261121")
        try #require(Command.succeeds("gzip", scene.folder.file("logs/gate.ndjson-20261121")))
        if isThere { try scene.append("") }
        try scene.run(2)
        scene.expectChain(before + (try scene.lines()))
    }

    @Test func `a log that was copied and emptied goes on at its start`() throws {
        let log = try scene.open()
        try scene.write(3, to: log)
        let before = try scene.lines()
        #expect(truncate(scene.path, 0) == 0)
        try scene.write(2, to: log)
        scene.expectChain(before + (try scene.lines()))
    }

    @Test func `what was deleted is missed: the next line names the last one that was written`() throws {
        let log = try scene.open()
        try scene.write(3, to: log)
        let last = try #require(try scene.lines().last)
        try FileManager.default.removeItem(atPath: scene.path)
        try scene.write(2, to: log)
        scene.expectChain(try scene.lines(), from: Digest(of: last))
    }

    @Test func `a line that somebody else put in is not taken into the chain of a run`() throws {
        let log = try scene.open()
        try scene.write(2, to: log)
        try scene.append("{\"schema\":\"test/1\",\"id\":\"forged\"}\n")
        try scene.write(2, to: log)
        var lines = try scene.lines()
        lines.remove(at: 2)
        scene.expectChain(lines)
    }

    @Test func `a log from before there were chains begins its chain behind its last line`() throws {
        try scene.append("{\"schema\":\"test/1\",\"id\":\"old\"}\n{\"schema\":\"test/1\",\"id\":\"older\"}\n")
        try scene.run(2)
        let lines = try scene.lines()
        #expect(lines.count == 4 && ChainLink.previous(of: lines[1]) == nil)
        scene.expectChain(Array(lines[2...]), from: Digest(of: lines[1]))
    }

    // MARK: - What waits, and what is torn

    @Test func `lines that waited are tied as they come into the log, in this run and the next`() throws {
        for isEnding in [false, true] {
            var log: EventLog? = try scene.open()
            try scene.write(1, to: #require(log))
            let folder = scene.folder
            try FileManager.default.moveItem(atPath: folder.file("logs"), toPath: folder.file("away"))
            try scene.write(2, to: #require(log))
            if isEnding { log = nil }
            try FileManager.default.moveItem(atPath: folder.file("away"), toPath: folder.file("logs"))
            let next = try log ?? scene.open()
            try scene.write(1, to: next)
            log = nil
        }
        let lines = try scene.lines()
        #expect(lines.count == 8)
        scene.expectChain(lines)
    }

    @Test(arguments: ["{\"schema\":\"test/1\",\"id", "\0\0\0", "{\"id\0\0\n", "{\"id\":\"whole\"}"])
    func `the end that a power cut left is part of the chain`(end: String) throws {
        for _ in 0..<2 {
            try scene.run(2)
            try scene.append(end)
        }
        try scene.run(2)
        let lines = try scene.lines()
        #expect(lines.count == 8)
        // An event that only lacked its newline is nobody's to tie.
        if end == "{\"id\":\"whole\"}" {
            #expect(lines.indices.filter { ChainLink.previous(of: lines[$0]) == nil } == [2, 5])
            for index in lines.indices.dropFirst() where index != 2 && index != 5 {
                #expect(ChainLink.previous(of: lines[index]) == Digest(of: lines[index - 1]))
            }
        } else {
            scene.expectChain(lines)
        }
    }

    @Test func `a torn end that was rotated away is the line before the next one`() throws {
        try scene.run(2)
        try scene.append("{\"torn")
        try scene.move("gate.ndjson", "gate.ndjson.1")
        try scene.run(1)
        scene.expectChain(try scene.lines(), from: Digest(of: "{\"torn".utf8))
    }

    @Test(arguments: [70_000, 3_000_000])
    func `what was put aside is the line before the next one, however long it is`(count: Int) throws {
        try scene.run(2)
        try scene.append(String(repeating: "\0", count: count))
        try scene.run(2)
        scene.expectChain(try scene.lines(), from: Digest(of: [UInt8](repeating: 0, count: count)))
    }

    @Test func `a part of a line that waits goes, whatever it was tied to`() throws {
        do {
            let log = try scene.open()
            try scene.write(1, to: log)
            try FileManager.default.moveItem(
                atPath: scene.folder.file("logs"), toPath: scene.folder.file("away"))
            try scene.write(2, to: log)
        }
        try FileManager.default.moveItem(atPath: scene.folder.file("away"), toPath: scene.folder.file("logs"))
        // Killed while it wrote the first of them, in the middle of its hash.
        let line = ChainLink.tied(ChainScene.Line(id: "2").line, to: Digest(of: "any".utf8))
        try scene.append(String(decoding: line.dropLast(30), as: UTF8.self))
        try scene.run(1)
        let lines = try scene.lines()
        #expect(lines.count == 4)
        scene.expectChain(lines)
    }

    @Test func `a line that a killed run had written, tied, is not written again`() throws {
        do {
            let log = try scene.open()
            try scene.write(1, to: log)
            try FileManager.default.moveItem(
                atPath: scene.folder.file("logs"), toPath: scene.folder.file("away"))
            try scene.write(2, to: log)
        }
        try FileManager.default.moveItem(atPath: scene.folder.file("away"), toPath: scene.folder.file("logs"))
        let last = try #require(try scene.lines().last)
        let written = ChainLink.tied(ChainScene.Line(id: "2").line, to: Digest(of: last))
        try scene.append(String(decoding: written, as: UTF8.self))
        try scene.run(1)
        let lines = try scene.lines()
        #expect(lines.count == 4)
        scene.expectChain(lines)
    }

    @Test func `a line whose text was removed since keeps its place`() throws {
        try scene.run(3)
        let lines = try scene.lines()
        let hash = Digest(of: lines[2])
        let forgotten = ForgottenLine(
            id: "3", time: .now, camera: "gate", hash: hash, previous: Digest(of: lines[1]))
        try scene.folder.write(
            Data(lines[0] + [10] + lines[1] + [10] + forgotten.line), to: "logs/gate.ndjson")
        try scene.run(1)
        #expect(try ChainLink.previous(of: #require(try scene.lines().last)) == hash)
    }

    @Test func `a rotation that cannot be read begins a new chain, and that is said`() throws {
        try scene.run(2)
        try scene.move("gate.ndjson", "gate.ndjson.1")
        let packed = scene.folder.file("logs/gate.ndjson.1")
        try #require(Command.succeeds("gzip", packed))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: packed + ".gz"))
        bytes.replaceSubrange(12..<bytes.count, with: Data(count: bytes.count - 12))
        try bytes.write(to: URL(fileURLWithPath: packed + ".gz"))
        try scene.run(2)
        scene.expectChain(try scene.lines())
        #expect(scene.talk.all.contains { $0.contains("begins a new chain, since the last line") })
    }
}

import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct SpoolTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func spool(_ folder: TemporaryFolder, reserve: Int = 4096) throws -> Spool {
        try Spool(path: folder.file("spool"), reserve: reserve, at: .now)
    }

    private func size(_ folder: TemporaryFolder) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: folder.file("spool"))).count
    }

    @Test func `lines come back in order in the next run, but for those that are done`() throws {
        let folder = try TemporaryFolder()
        do {
            let spool = try spool(folder)
            for line in ["one\n", "two\n", "three\n"] { try spool.append(bytes(line)) }
            spool.removeFirst()
            #expect(spool.lines == [bytes("two\n"), bytes("three\n")])
        }
        let again = try spool(folder)
        #expect(again.lines == [bytes("two\n"), bytes("three\n")])
        #expect(again.isInDoubt && again.damaged.isEmpty)
        again.settle { $0 == self.bytes("two\n") }
        #expect(again.lines == [bytes("three\n")] && !again.isInDoubt)
    }

    @Test func `room is taken beforehand, outgrown where that is possible, and given back`() throws {
        let folder = try TemporaryFolder()
        let spool = try spool(folder, reserve: 256)
        #expect(try size(folder) == 256)
        for _ in 0..<10 { try spool.append([UInt8](repeating: 65, count: 100)) }
        #expect(try size(folder) == 10 * (100 + SpoolFormat.headerSize))
        for _ in 0..<10 { spool.removeFirst() }
        #expect(try size(folder) == 256)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("spool"))) == Data(count: 256))
    }

    @Test func `a spool is taken by one process alone`() throws {
        let folder = try TemporaryFolder()
        let first = try spool(folder)
        // A lock belongs to the opening, so that a second one in the same process stands for another process.
        #expect { try self.spool(folder) } throws: { ($0 as? LogFailure)?.isTaken == true }
        #expect(first.isLocked)
    }

    @Test func `a file of somebody else is not touched`() throws {
        let folder = try TemporaryFolder()
        try folder.write("dear diary", to: "spool")
        #expect { try self.spool(folder) } throws: { "\($0)".contains("it is no spool of plated") }
        #expect(try folder.text("spool") == "dear diary")
    }

    @Test func `however much of the last entry reached the disk, those before it are whole and the rest is told`() {
        let lines = ["first\n", "second\n"].map(bytes)
        let third = SpoolFormat.entry(bytes("third\n"))
        let before = lines.flatMap(SpoolFormat.entry)
        for cut in 0..<third.count {
            // What did not reach it is zero.
            let torn = before + third.prefix(cut) + [UInt8](repeating: 0, count: 100)
            let contents = SpoolFormat.contents(of: torn)
            #expect(contents.waiting.map(\.line) == lines)
            #expect(contents.end == before.count && contents.damaged.isEmpty)
            #expect(contents.rest.isEmpty == (cut == 0))
        }
        #expect(SpoolFormat.contents(of: before + third + [0, 0]).waiting.count == 3)
    }

    @Test func `an entry that the disk did not keep costs itself only`() {
        let lines = ["first\n", "second\n", "third\n"].map(bytes)
        var all = lines.flatMap(SpoolFormat.entry)
        all[SpoolFormat.entry(lines[0]).count + SpoolFormat.headerSize] ^= 1
        let contents = SpoolFormat.contents(of: all + [UInt8](repeating: 0, count: 32))
        #expect(contents.waiting.map(\.line) == [lines[0], lines[2]])
        #expect(contents.damaged.map(\.line) == [bytes("recond\n")])
        #expect(contents.rest.isEmpty)
    }

    @Test func `no bytes crash it`() {
        var generator = SplitMix64(seed: 11)
        let whole = ["first\n", "second\n", "third\n"].map(bytes).flatMap(SpoolFormat.entry)
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let contents = SpoolFormat.contents(
                of: Array(bytes.prefix(.random(in: 0...bytes.count, using: &generator))))
            #expect(contents.waiting.count <= 3 && contents.end <= bytes.count)
        }
    }
}

import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct SpoolTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func spool(
        _ folder: TemporaryFolder, reserve: Int = 4096, mostInMemory: Int = 1 << 20
    ) throws -> Spool {
        try Spool(path: folder.file("spool"), reserve: reserve, mostInMemory: mostInMemory, at: .now)
    }

    /// What is found in such a file, and the lines that wait or are damaged.
    private func contents(
        of file: [UInt8]
    ) throws -> (found: SpoolFormat.Contents, waiting: [[UInt8]], damaged: [[UInt8]]) {
        var pieces = SpoolPieces(size: file.count) { count, offset in
            Array(file.dropFirst(offset).prefix(count))
        }
        let found = try SpoolFormat.contents(of: &pieces)
        func lines(_ entries: [SpoolFormat.Entry]) -> [[UInt8]] { entries.map { Array(file[$0.start..<$0.end]) } }
        return (found, lines(found.waiting), lines(found.damaged))
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
            #expect(try spool.lines() == [bytes("two\n"), bytes("three\n")])
        }
        let again = try spool(folder)
        #expect(try again.lines() == [bytes("two\n"), bytes("three\n")])
        #expect(again.isInDoubt && again.damaged.isEmpty)
        try again.settle([bytes("two\n"), bytes("other\n")])
        #expect(try again.lines() == [bytes("three\n")])
        #expect(!again.isInDoubt)
    }

    @Test(arguments: [0, 20, 1 << 20])
    func `what memory does not hold is read when its turn comes, in this run and the next`(mostInMemory: Int) throws {
        let folder = try TemporaryFolder()
        let lines = (0..<9).map { bytes("line \($0)\n") }
        do {
            let spool = try spool(folder, reserve: 64, mostInMemory: mostInMemory)
            for line in lines { try spool.append(line) }
            #expect(try spool.first == lines[0])
            spool.removeFirst()
            #expect(try spool.lines() == Array(lines[1...]))
            #expect(try spool.newest(2 * lines[0].count + 1) == Array(lines[7...]))
            let (hasLast, hasFirst) = (
                try spool.contains { $0 == lines[8] }, try spool.contains { $0 == lines[0] }
            )
            #expect(hasLast && !hasFirst)
        }
        let again = try spool(folder, reserve: 64, mostInMemory: mostInMemory)
        #expect(try again.lines() == Array(lines[1...]))
        // They went to the log in their order: what stands before the last one that is there is there, too.
        try again.settle([lines[3]])
        #expect(try again.lines() == Array(lines[4...]))
        for line in lines[4...] {
            #expect(try again.first == line)
            again.removeFirst()
        }
        #expect(try again.first == nil)
        #expect(try size(folder) == 64)
    }

    @Test func `a spool of any size is read, however little memory there is`() throws {
        let folder = try TemporaryFolder()
        let lines = ["one\n", "two\n"].map(bytes)
        do {
            let spool = try spool(folder)
            for line in lines { try spool.append(line) }
        }
        // As large as weeks without a log make it; with a hole in it, so that it takes no room.
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file("spool")))
        try file.truncate(atOffset: 400 << 20)
        try file.close()
        let again = try spool(folder)
        #expect(again.putAside.isEmpty)
        #expect(try again.lines() == lines)
        for _ in lines { again.removeFirst() }
        #expect(try size(folder) == 4096)
    }

    @Test func `a record that is no more what it was goes to no log`() throws {
        let folder = try TemporaryFolder()
        let spool = try spool(folder, mostInMemory: 0)
        try spool.append(bytes("one\n"))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file("spool")))
        try file.seek(toOffset: UInt64(SpoolFormat.headerSize))
        try file.write(contentsOf: Data("uno\n".utf8))
        try file.close()
        #expect { try spool.first } throws: { "\($0)".hasSuffix("a record in it is not as it was written") }
        let left = try spool.damagedFirst()
        #expect(left == bytes("uno\n"))
    }

    @Test func `a record that the disk has not kept holds up none of those behind it`() throws {
        let folder = try TemporaryFolder()
        let talk = Talk()
        let settings = EventLog.Settings(
            path: folder.file("gate.ndjson"), spool: folder.file("spool"), camera: "gate")
        let clock = TestClock()
        let backlog = Backlog(settings, ids: EventIDs(), log: talk.logger, now: { clock.now })
        // More than is kept in memory: what comes last is on the disk alone.
        let line = Array(repeating: UInt8(ascii: "x"), count: 1 << 16)
        for _ in 0..<300 { backlog.keep(line + bytes("\n")) }
        for text in ["one", "two"] { backlog.keep(bytes(text) + line + bytes("\n")) }
        let path = folder.file("spool")
        let place = try #require(try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data("one".utf8)))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(place.lowerBound))
        try file.write(contentsOf: Data("uno".utf8))
        try file.close()
        var lines: [[UInt8]] = []
        while let next = try backlog.next() {
            lines.append(next)
            backlog.removeFirst()
        }
        #expect(lines.count == 302 && lines.dropLast(2).allSatisfy { $0.count == (1 << 16) + 1 })
        #expect(lines.dropLast().last?.prefix(3) == bytes("two")[...])
        let last = String(decoding: lines.last ?? [], as: UTF8.self)
        #expect(last.contains("plated.torn/1") && last.contains("uno"), "\(last)")
        #expect(talk.all.contains { $0.contains("is not whole; 65540 bytes of it are kept") }, "\(talk.all)")
    }

    @Test(arguments: [50, 60])
    func `what is left of records that are done, where room was given back, is no damage`(reserve: Int) throws {
        let folder = try TemporaryFolder()
        var entries = ["one\n", "two\n", "three\n"].map(bytes).map(SpoolFormat.entry)
        for index in entries.indices {
            entries[index].replaceSubrange(
                SpoolFormat.stateOffset..<SpoolFormat.stateOffset + 4, with: SpoolFormat.done)
        }
        // As if it was killed between cutting the file and writing over what is left.
        try folder.write(Data(entries.flatMap { $0 }.prefix(reserve)), to: "spool")
        let spool = try spool(folder, reserve: reserve)
        #expect(spool.count == 0 && spool.damaged.isEmpty && spool.putAside.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("spool"))) == Data(count: reserve))
    }

    @Test func `an entry lies as in earlier versions`() {
        let header: [UInt8] = [0xFF, 0x50, 0x53, 1, 0, 0, 0, 0, 6, 0, 0, 0, 0xB8, 0x0A, 0x1C, 0x98]
        #expect(SpoolFormat.entry(bytes("first\n")) == header + bytes("first\n"))
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

    @Test func `however much of the last entry reached the disk, those before it are whole and the rest is told`()
        throws
    {
        let lines = ["first\n", "second\n"].map(bytes)
        let third = SpoolFormat.entry(bytes("third\n"))
        let before = lines.flatMap(SpoolFormat.entry)
        for cut in 0..<third.count {
            // What did not reach it is zero.
            let torn = before + third.prefix(cut) + [UInt8](repeating: 0, count: 100)
            let contents = try contents(of: torn)
            #expect(contents.waiting == lines)
            #expect(contents.found.end == before.count && contents.damaged.isEmpty)
            #expect(contents.found.rest.isEmpty == (cut == 0))
            #expect(!contents.found.isRestDone)
        }
        #expect(try contents(of: before + third + [0, 0]).waiting.count == 3)
    }

    @Test func `an entry that the disk did not keep costs itself only`() throws {
        let lines = ["first\n", "second\n", "third\n"].map(bytes)
        var all = lines.flatMap(SpoolFormat.entry)
        all[SpoolFormat.entry(lines[0]).count + SpoolFormat.headerSize] ^= 1
        let contents = try contents(of: all + [UInt8](repeating: 0, count: 32))
        #expect(contents.waiting == [lines[0], lines[2]])
        #expect(contents.damaged == [bytes("recond\n")])
        #expect(contents.found.rest.isEmpty)
    }

    @Test func `entries and what follows them are found across the pieces that are read`() throws {
        let lines = (0..<3).map { [UInt8](repeating: UInt8(65 + $0), count: SpoolPieces.length * 2 / 3) }
        let all = lines.flatMap(SpoolFormat.entry)
        let contents = try contents(of: all + [UInt8](repeating: 0, count: SpoolPieces.length) + [7, 0])
        #expect(contents.waiting == lines)
        #expect(contents.found.rest == all.count..<all.count + SpoolPieces.length + 1)
    }

    @Test func `no bytes crash it`() throws {
        var generator = SplitMix64(seed: 11)
        let whole = ["first\n", "second\n", "third\n"].map(bytes).flatMap(SpoolFormat.entry)
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            bytes = Array(bytes.prefix(.random(in: 0...bytes.count, using: &generator)))
            let contents = try contents(of: bytes)
            #expect(contents.waiting.count <= 3 && contents.found.end <= bytes.count)
        }
    }
}

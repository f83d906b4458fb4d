import Foundation
import TestSupport
import Testing

@testable import Records

/// What is told of a line's place in the chain, from as little of the log as that takes.
@Suite struct ChainPlaceTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("gate.ndjson") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func id(_ number: Int) -> String { "ID\(1000 + number)" }
    private func time(_ number: Int) -> WallTime { WallTime(milliseconds: 1_790_000_000_000 + Int64(number) * 60_000) }

    /// Lines of a chain, with a seal wherever a number can be divided by ten; each without its newline.
    private func chain(_ numbers: Range<Int>, after head: Digest = .zero) -> [[UInt8]] {
        var (head, lines) = (head, [[UInt8]]())
        for number in numbers {
            let common = "\"id\":\"\(id(number))\",\"ts\":\"\(time(number))\",\"camera\":\"gate\""
            let text =
                number % 10 == 0
                ? "{\"schema\":\"plated.seal/1\",\(common),\"reason\":\"hour\",\"lines\":9,\"head\":\"\(head)\",\"key\":\"k\",\"signature\":\"s\"}\n"
                : "{\"schema\":\"test/1\",\(common)}\n"
            let line = Array(ChainLink.tied(Array(text.utf8), to: head).dropLast())
            head = Digest(of: line)
            lines.append(line)
        }
        return lines
    }

    private func write(_ lines: [[UInt8]], to name: String = "gate.ndjson") throws {
        try folder.write(Data(lines.flatMap { $0 + [10] }), to: name)
    }

    private func place(_ number: Int, _ lines: [[UInt8]], most: Int = ChainPlace.most) throws -> ChainPlace {
        try ChainPlace.of(lines[number], id: id(number), time: time(number), inLog: path, most: most)
    }

    @Test func `a line of a whole chain is told with the seals around it`() throws {
        let lines = chain(0..<35)
        try write(lines)
        #expect(
            try place(13, lines)
                == ChainPlace(.whole(lines: 11), before: time(10), after: time(20), seals: [lines[10], lines[20]]))
        #expect(try place(33, lines) == ChainPlace(.whole(lines: 5), before: time(30), seals: [lines[30]]))
    }

    @Test(arguments: [11, 13, 14, 19])
    func `a byte that was changed between the seals breaks it, and one elsewhere does not`(changed: Int) throws {
        let lines = chain(0..<35)
        var other = lines
        other[changed][20] ^= 1
        try write(other)
        #expect(try place(12, lines).state == .broken)
        #expect(try place(25, lines).state == .whole(lines: 11))
    }

    @Test func `what was forgotten between a line and the seal behind it is told, since the seal depends on it`() throws
    {
        func forgotten(_ line: [UInt8]) throws -> [UInt8] {
            let forgotten = ForgottenLine(
                id: "A", time: time(15), camera: "gate", hash: Digest(of: line),
                previous: try #require(ChainLink.previous(of: line)))
            return Array(forgotten.line.dropLast())
        }
        let lines = chain(0..<35)
        var others = lines
        for number in [11, 15, 32] { others[number] = try forgotten(lines[number]) }
        try write(others)
        let place = try place(13, others)
        #expect(place.state == .whole(lines: 11) && place.forgotten == [others[15]])
        #expect(try self.place(17, others).forgotten.isEmpty && self.place(31, others).forgotten.isEmpty)
    }

    @Test func `a line that was put in or removed breaks it`() throws {
        let lines = chain(0..<25)
        try write(Array(lines[..<15] + lines[16...]))
        #expect(try place(12, lines).state == .broken)
        try write(Array(lines[..<15] + [Array("{}".utf8)] + lines[15...]))
        #expect(try place(12, lines).state == .broken)
    }

    @Test func `another line of the same identifier is told, and one that is gone`() throws {
        let lines = chain(0..<25)
        var other = lines
        other[12] = Array(String(decoding: lines[12], as: UTF8.self).replacing("gate", with: "exit").utf8)
        try write(other)
        #expect(try place(12, lines).state == .changed)
        try write(Array(lines[20...]))
        #expect(try place(12, lines).state == .absent)
        try write([])
        #expect(try place(12, lines).state == .absent)
    }

    @Test func `the seals may stand in files before and behind, also where those are packed`() throws {
        let lines = chain(0..<35)
        try write(Array(lines[..<12]), to: "gate.ndjson-20260921-1")
        #expect(Command.succeeds("gzip", path + "-20260921-1"))
        try write(Array(lines[12..<18]), to: "gate.ndjson-20260921-2")
        try write(Array(lines[18...]))
        #expect(
            try place(13, lines)
                == ChainPlace(.whole(lines: 11), before: time(10), after: time(20), seals: [lines[10], lines[20]]))
    }

    @Test func `what is from before there were chains says so, and what would take too long is not told`() throws {
        let lines = chain(0..<25)
        #expect(
            try { () -> ChainPlace.State in
                try write(lines)
                return try place(12, lines, most: 500).state
            }() == .untold)
        let plain = (0..<5).map {
            Array("{\"schema\":\"test/1\",\"id\":\"\(id($0))\",\"ts\":\"\(time($0))\",\"camera\":\"gate\"}".utf8)
        }
        try write(plain)
        #expect(try place(3, plain).state == .unchained)
    }
}

import Foundation
import Records
import TestSupport
import Testing

@testable import Proof

/// Each thing that somebody does to a log is found, and named with file and line.
@Suite struct MeddledLogTests {
    private let scene: ProofScene

    /// Lines: 1 start, 2-6, 7 hour, 8-12, 13 stop.
    init() throws {
        scene = try ProofScene()
        try scene.run(5, 5)
        #expect(try scene.lines().count == 13)
        try scene.expect([]) { $0.isComplete = true }
    }

    @Test(arguments: [1, 2, 4, 6, 8, 11, 12])
    func `one byte that was changed`(line: Int) throws {
        let text = try scene.lines()[line - 1]
        // Each byte of the line in turn, but for those that make two lines of it.
        for place in stride(from: 0, to: text.utf8.count, by: 7) {
            try scene.edit { lines in
                var bytes = Array(text.utf8)
                bytes[place] = bytes[place] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
                lines[line - 1] = String(decoding: bytes, as: UTF8.self)
            }
            let found = try scene.found()
            #expect(
                found.contains { $0.hasSuffix("gate.ndjson:\(line)") && $0.hasPrefix("changed") },
                "byte \(place): \(found)")
            // A seal is held by its signature, too, and by its key.
            #expect(
                found.count <= 3 && found.allSatisfy { $0.hasSuffix("gate.ndjson:\(line)") }, "byte \(place): \(found)")
        }
    }

    @Test func `the last line, which nothing follows, is held by its own signature`() throws {
        try scene.edit { $0[12] = $0[12].replacing("stop", with: "hour") }
        try scene.expect(["seal gate.ndjson:13"])
    }

    @Test func `one byte that was changed in the seal at the end, which nothing follows`() throws {
        let text = try scene.lines()[12]
        for place in 0..<text.utf8.count {
            try scene.put(text, into: 12, changing: place, to: "x", or: "\"")
            let found = try scene.found()
            #expect(found.contains { $0.hasSuffix("gate.ndjson:13") }, "byte \(place): \(found)")
        }
    }

    @Test func `a signature that is written in other characters, for the same bytes`() throws {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let text = try scene.lines()[12]
        let parts = text.split(separator: "==\",\"prev\"", maxSplits: 1)
        let last = try #require(parts.first?.last)
        let at = try #require(digits.firstIndex(of: last))
        try scene.edit { $0[12] = "\(parts[0].dropLast())\(digits[at + 1])==\",\"prev\"\(parts[1])" }
        try scene.expect(["seal gate.ndjson:13"])
    }

    @Test func `a seal at the end that a kill tore is none that was changed`() throws {
        let text = try scene.lines()[12]
        for length in stride(from: 1, to: text.utf8.count, by: 3) {
            try scene.edit { $0[12] = String(text.prefix(length)) }
            try scene.expect([])
        }
    }

    @Test func `a last line that is no seal and no JSON any more`() throws {
        try scene.edit { lines in
            lines.removeLast()
            lines[11] = lines[11].replacing("\"ts\":", with: "\"ts\"x")
        }
        try scene.expect(["changed gate.ndjson:12"])
    }

    @Test(arguments: [2, 4, 6, 8, 12]) func `a line that was removed`(line: Int) throws {
        try scene.edit { $0.remove(at: line - 1) }
        try scene.expect(["missing gate.ndjson:\(line - 1)"])
        #expect(try scene.report().findings.first?.text.hasPrefix("1 line is missing behind this one") == true)
    }

    @Test func `several lines that were removed are counted`() throws {
        try scene.edit { $0.removeSubrange(8..<11) }
        try scene.expect(["missing gate.ndjson:8"])
        #expect(try scene.report().findings.first?.text.hasPrefix("3 lines are missing behind this one") == true)
    }

    @Test func `a seal that was removed`() throws {
        try scene.edit { $0.remove(at: 6) }
        try scene.expect(["changed_or_missing gate.ndjson:6"])
    }

    @Test(arguments: [2, 4, 5, 8, 11]) func `two lines that were swapped`(line: Int) throws {
        try scene.edit { $0.swapAt(line - 1, line) }
        try scene.expect(["out_of_order gate.ndjson:\(line)"])
        #expect(
            try scene.report().findings.first?.text == "out of order: belongs behind \(scene.path):\(line + 1)")
    }

    @Test func `lines that were moved`() throws {
        try scene.edit { lines in
            let moved = lines.remove(at: 8)
            lines.insert(moved, at: 2)
        }
        try scene.expect(["out_of_order gate.ndjson:3"])
    }

    @Test(arguments: [2, 4, 7, 12]) func `a line that was put in, tied to the one before it`(line: Int) throws {
        try scene.edit { $0.insert(scene.forged(behind: $0[line - 1]), at: line) }
        try scene.expect(["put_in gate.ndjson:\(line + 1)"])
    }

    @Test(arguments: ["{\"schema\":\"test/1\",\"id\":\"forged\"}", "no JSON at all"])
    func `a line that was put in and names nothing`(text: String) throws {
        try scene.edit { $0.insert(text, at: 4) }
        try scene.expect(["put_in gate.ndjson:5"])
    }

    @Test func `a line that stands there twice`() throws {
        try scene.edit { $0.insert($0[3], at: 4) }
        try scene.expect(["twice gate.ndjson:5"])
    }

    @Test func `lines that are put in at the end, and where no scanner ran`() throws {
        try scene.edit { $0.append(scene.forged(behind: $0[12])) }
        try scene.expect([])
        try scene.expect(["incomplete gate.ndjson:14"]) { $0.isComplete = true }
        try scene.run(1)
        try scene.expect(["put_in gate.ndjson:13"])
    }

    @Test func `an end that was cut off is found by a seal that was handed out, or where a stop must be`() throws {
        let seal = Array(try scene.lines()[12].utf8)
        try scene.expect([]) { $0.seals = [seal] }
        try scene.edit { $0.removeLast(3) }
        try scene.expect([])
        #expect(try scene.report().unsealed == 3)
        try scene.expect(["incomplete gate.ndjson:10"]) { $0.isComplete = true }
        try scene.expect(["seal_missing gate.ndjson:1"]) { $0.seals = [seal] }
    }

    @Test func `an end that was cut amid a line`() throws {
        let text = try scene.folder.text("gate.ndjson")
        try scene.folder.write(String(text.dropLast(20)), to: "gate.ndjson")
        try scene.expect(["half_line gate.ndjson:13"])
    }

    @Test func `a beginning that was cut off`() throws {
        try scene.edit { $0.removeFirst(3) }
        #expect(try scene.report().notes.contains { $0.hasPrefix("the lines before \(scene.path):1 are not here") })
        try scene.expect(["incomplete gate.ndjson:1"]) { $0.isComplete = true }
    }

    @Test func `a rotation that is gone, and one that is damaged`() throws {
        for number in 1...3 {
            try scene.rotate(to: "gate.ndjson-2026112\(number)", packed: number == 2)
            try scene.run(2)
        }
        try scene.expect([]) { $0.isComplete = true }
        let packed = scene.folder.file("gate.ndjson-20261122.gz")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: packed))
        try FileManager.default.removeItem(atPath: packed)
        try scene.expect(["missing gate.ndjson-20261121:13"])
        bytes.removeLast(bytes.count / 2)
        try bytes.write(to: URL(fileURLWithPath: packed))
        let found = try scene.found()
        #expect(found.contains { $0.hasPrefix("unreadable gate.ndjson-20261122.gz:") })
    }

    @Test func `a log that was written anew by somebody with another key`() throws {
        let other = try ProofScene()
        try other.run(5, 5, key: ProofScene.otherKey)
        try other.expect(["other_key gate.ndjson:1"])
        try other.expect([]) { $0.keys = [] }
        try other.run(2)
        try other.expect(["other_key gate.ndjson:14"]) { $0.keys = [] }
    }

    @Test func `seals that are taken from another log`() throws {
        let other = try ProofScene()
        try other.run(3)
        let seal = try #require(try other.lines().last)
        try scene.edit { $0[6] = seal }
        let found = try scene.found()
        #expect(found.contains { $0.hasSuffix("gate.ndjson:7") }, "\(found)")
    }

    @Test func `a chain that begins anew amid a log`() throws {
        let other = try ProofScene()
        try other.run(1)
        try scene.edit { try $0 += other.lines() }
        #expect(try scene.found().first == "begun_anew gate.ndjson:14-16")
    }

    @Test func `no seals where the key says that there are`() throws {
        let other = try ProofScene()
        try other.run(2, key: nil)
        try other.expect(["seal gate.ndjson:1"])
    }

    @Test(arguments: ["", "dear diary\n", "no record\nand no other\n"])
    func `what holds no record is not called whole`(text: String) throws {
        try scene.folder.write(text, to: "gate.ndjson")
        try scene.expect(["empty gate.ndjson:1"]) { $0.keys = [] }
    }
}

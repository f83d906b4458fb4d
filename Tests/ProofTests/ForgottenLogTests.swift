import Foundation
import Records
import TestSupport
import Testing

@testable import Proof

/// What stands in place of a forgotten line brings the hash that the line behind it names. So it could stand for anything, were it not
/// signed.
@Suite struct ForgottenLogTests {
    private let scene: ProofScene

    /// Lines: 1 start, 2-7, 8 stop.
    init() throws {
        scene = try ProofScene()
        try scene.run(6)
        #expect(try scene.lines().count == 8)
    }

    /// Makes lines 3 and 4 up, and says in place of line 5 that it followed on them and was forgotten.
    private func forge(_ sign: (_ line: String, _ behind: String) throws -> String) throws {
        try scene.edit { lines in
            lines[2] = scene.forged(behind: lines[1])
            lines[3] = scene.forged(behind: lines[2])
            lines[4] = try sign(lines[4], lines[3])
        }
    }

    private var start: String { "the lines from the seal at \(scene.path):1 to this one are not proven" }

    @Test func `lines that were made up before one that is said to be forgotten are not proven`() throws {
        try forge { try scene.forgotten($0, behind: $1, key: nil) }
        let report = try scene.report { $0.isComplete = true }
        #expect(try scene.found { $0.isComplete = true } == ["forgotten gate.ndjson:5"])
        #expect(report.findings[0].text.hasPrefix("forgotten without a signature"), "\(report.findings)")
        #expect(report.findings[0].text.hasSuffix(start) && report.unsignedForgotten == 1, "\(report.findings)")
        // Nobody said whose seals count: then it is told, and no more.
        let keyless = try scene.report { $0.keys = [] }
        #expect(keyless.isWhole && keyless.notes.count == 1, "\(keyless)")
        #expect(keyless.notes[0].hasPrefix("a line was forgotten at \(scene.path):5 without a signature"))
    }

    @Test func `another key than the one that seals vouches for nothing`() throws {
        try forge { try scene.forgotten($0, behind: $1, key: ProofScene.otherKey) }
        let report = try scene.report()
        #expect(report.findings.map(\.kind) == [.otherKey] && report.findings[0].place.line == 5)
        #expect(report.findings[0].text.hasSuffix(start), "\(report.findings)")
        try scene.expect(["other_key gate.ndjson:5"]) { $0.keys = [] }
        try scene.expect([]) { $0.keys.insert(ProofScene.otherKey.publicKey) }
    }

    @Test func `a signature counts for the place where the line stood`() throws {
        try forge { line, behind in
            let signed = try scene.forgotten(line)
            let previous = try #require(ChainLink.previous(of: Array(line.utf8)))
            let moved = signed.replacing("\(previous)", with: "\(Digest(of: behind.utf8))")
            #expect(moved != signed)
            return moved
        }
        try scene.expect(["forgotten gate.ndjson:5"])
    }

    @Test func `what is put in behind the signature does not count`() throws {
        try forge { line, behind in
            let signed = try scene.forgotten(line)
            let previous = try #require(ChainLink.previous(of: Array(line.utf8)))
            let made = Digest(of: behind.utf8)
            return signed.replacing(
                ",\"prev\":\"\(previous)\"", with: ",\"x\":1,\"prev\":\"\(made)\"", maxReplacements: 1)
        }
        try scene.expect(["forgotten gate.ndjson:5"])
    }

    @Test(arguments: [4, 8])
    func `one that names itself as the line before it is told, amid the log and as its last line`(place: Int) throws {
        let digest = Digest(of: "nobody".utf8)
        let line =
            "{\"schema\":\"plated.forgotten/1\",\"id\":\"1\",\"ts\":\"2026-11-22T10:00:00.000Z\",\"camera\":\"gate\",\"hash\":\"\(digest)\",\"prev\":\"\(digest)\"}"
        try scene.edit { $0.insert(line, at: place) }
        let report = try scene.report { $0.keys = [] }
        let told = report.findings.map { "\($0.place.line): \($0.text)" }
        #expect(told.contains { $0.hasPrefix("\(place + 1): put in: it names itself") }, "\(told)")
    }

    @Test func `each byte of it is held`() throws {
        try scene.edit { $0[4] = try scene.forgotten($0[4]) }
        try scene.expect([])
        let text = try scene.lines()[4]
        for place in 0..<text.utf8.count {
            try scene.put(text, into: 4, changing: place, to: "1", or: "2")
            #expect(try !scene.found().isEmpty, "byte \(place)")
        }
    }

    @Test func `lines that versions without signatures forgot are told, each with where its proof begins`() throws {
        try scene.run(2)
        // Lines: 9 start, 10-11, 12 stop.
        try scene.edit { lines in
            for index in [2, 10] { lines[index] = try scene.forgotten(lines[index], key: nil) }
        }
        let report = try scene.report { $0.isComplete = true }
        #expect(report.findings.map(\.kind) == [.forgotten, .forgotten] && report.unsignedForgotten == 2)
        for (finding, seal) in zip(report.findings, [1, 9]) {
            #expect(finding.text.contains("by an older version"))
            #expect(finding.text.contains("from the seal at \(scene.path):\(seal) to this one"), "\(finding)")
        }
        #expect(try scene.report { $0.keys = [] }.notes.first?.hasPrefix("2 lines were forgotten") == true)
    }

    @Test func `the seal before may stand in a file before, and there may be none`() throws {
        let earlier = scene.folder.file("gate.ndjson-20261119")
        try scene.folder.write(try scene.lines()[..<4].map { $0 + "\n" }.joined(), to: "gate.ndjson-20261119")
        try #require(Command.succeeds("gzip", earlier))
        try scene.edit { lines in
            lines.removeFirst(4)
            lines[1] = try scene.forgotten(lines[1], key: nil)
        }
        try scene.expect(["forgotten gate.ndjson:2"])
        #expect(try scene.report().findings[0].text.contains("from the seal at \(earlier).gz:1 to this one"))
        try FileManager.default.removeItem(atPath: earlier + ".gz")
        try scene.expect(["forgotten gate.ndjson:2"])
        #expect(try scene.report().findings[0].text.contains("from the first one to this one"))
    }

    @Test func `a seal that was handed out is not there where a line says that it was forgotten`() throws {
        let seal = try scene.lines()[7]
        try scene.edit { $0[7] = try scene.forgotten($0[7], key: nil) }
        let found = try scene.found {
            $0.keys = []
            $0.seals = [Array(seal.utf8)]
        }
        #expect(found == ["seal_missing gate.ndjson:1"])
    }

    @Test func `a log that nobody sealed has lines that nobody signed, and one word for both`() throws {
        let scene = try ProofScene()
        try scene.run(3, key: nil)
        try scene.edit { $0[1] = try scene.forgotten($0[1], key: nil) }
        let report = try scene.report { $0.keys = [] }
        #expect(report.isWhole && report.unsignedForgotten == 1)
        #expect(report.notes == ["it has no seals: whoever may write to it can make all of it anew"])
    }
}

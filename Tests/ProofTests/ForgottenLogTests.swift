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

    @Test func `each byte of it is held`() throws {
        try scene.edit { $0[4] = try scene.forgotten($0[4]) }
        try scene.expect([])
        let text = try scene.lines()[4]
        for place in 0..<text.utf8.count {
            try scene.put(text, into: 4, changing: place, to: "1", or: "2")
            #expect(try !scene.found().isEmpty, "byte \(place)")
        }
    }

    @Test(arguments: [4, 8])
    func `what says that it follows on itself was put in, at the end and amid the log`(line: Int) throws {
        try scene.edit { $0.insert(contentsOf: scene.circle("x"), at: line) }
        try scene.expect(["put_in gate.ndjson:\(line + 1)"]) { $0.keys = [] }
        #expect(try scene.report().findings.first?.text == "put in: it names itself as the line before it")
    }

    @Test(arguments: [4, 8]) func `lines that follow on each other in a circle were put in`(line: Int) throws {
        try scene.edit { $0.insert(contentsOf: scene.circle("x", "y", "z"), at: line) }
        try scene.expect(["put_in gate.ndjson:\(line + 1)-\(line + 3)"]) { $0.keys = [] }
    }

    @Test func `a line that follows on one that follows on itself is not taken for its reason`() throws {
        try scene.edit { lines in
            let name = "x"
            let behind = "{\"schema\":\"test/1\",\"id\":\"1\",\"prev\":\"\(Digest(of: name.utf8))\"}"
            lines.insert(contentsOf: scene.circle(name) + [behind], at: 4)
        }
        try scene.expect(["put_in gate.ndjson:5"]) { $0.keys = [] }
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

import Foundation
import Glibc
import Records
import TestSupport
import Testing

@testable import Proof

/// What is no sign of anything being wrong.
@Suite struct WholeLogTests {
    private let scene: ProofScene

    init() throws { scene = try ProofScene() }

    @Test func `a log of several runs, kills and hours is whole, from its first line to the seal of a stop`() throws {
        try scene.run(3, 2, 0)
        try scene.run(4, isKilled: true)
        try scene.run(1, 1)
        let report = try scene.report { $0.isComplete = true }
        #expect(report.isWhole && report.notes.isEmpty)
        #expect(report.lines == 19 && report.seals == 8 && report.unsealed == 0 && report.isStopped)
        #expect(report.keys == [ProofScene.key.publicKey] && report.cameras == ["gate"])
    }

    @Test func `rotated and compressed files are found, and put in order by the chain where their names lie`() throws {
        try scene.run(2)
        try scene.rotate(to: "gate.ndjson-20261119", packed: true)
        try scene.run(2)
        try scene.rotate(to: "gate.ndjson-20261121")
        try scene.run(2, isKilled: true)
        // An older name on newer lines.
        try scene.rotate(to: "gate.ndjson-20261120")
        try scene.run(2)
        let report = try scene.report { $0.isComplete = true }
        #expect(report.isWhole, "\(report.findings)")
        let names = report.files.compactMap { $0.split(separator: "/").last }
        #expect(
            names == ["gate.ndjson-20261119.gz", "gate.ndjson-20261121", "gate.ndjson-20261120", "gate.ndjson"])
    }

    @Test func `files that were handed over under other names are one log`() throws {
        try scene.run(2)
        try scene.rotate(to: "gate.ndjson.1", packed: true)
        try scene.run(2)
        for (name, other) in [("gate.ndjson.1.gz", "b.txt.gz"), ("gate.ndjson", "a.txt")] {
            try FileManager.default.moveItem(atPath: scene.folder.file(name), toPath: scene.folder.file(other))
        }
        let reports = try Verifier().verify([scene.folder.file("a.txt"), scene.folder.file("b.txt.gz")])
        #expect(reports.count == 1 && reports[0].isWhole && reports[0].files.count == 2)
        #expect(reports[0].files[0].hasSuffix("b.txt.gz"))
    }

    @Test func `a start that did not see what was moved elsewhere counts less, and that is no finding`() throws {
        try scene.run(3, isKilled: true)
        try scene.rotate(to: "elsewhere.txt")
        try scene.append("")
        // Within the run, the chain goes on.
        let line = try #require(try scene.lines("elsewhere.txt").last)
        try scene.append(scene.forged(behind: line) + "\n")
        try scene.run(2)
        let reports = try Verifier().verify([scene.folder.file("elsewhere.txt"), scene.path])
        #expect(reports.count == 1 && reports[0].isWhole, "\(reports)")
    }

    @Test func `logs of several cameras are each told, and a rotation that is named as well is not told twice`() throws
    {
        try scene.run(2)
        try scene.rotate(to: "gate.ndjson.1")
        try scene.run(2)
        let yard = try ProofScene()
        try yard.run(1)
        let reports = try Verifier().verify([scene.path, yard.path, scene.folder.file("gate.ndjson.1")])
        #expect(reports.count == 2 && reports.allSatisfy(\.isWhole))
        #expect(Set(reports.map(\.files.count)) == [1, 2])
    }

    @Test func `a log whose oldest lines were rotated away begins in the middle, which is told`() throws {
        try scene.run(2, isKilled: true)
        try FileManager.default.removeItem(atPath: scene.path)
        try scene.append("")
        try scene.run(2)
        #expect(try scene.report().isWhole)
        try scene.edit { $0.removeFirst(2) }
        let report = try scene.report()
        #expect(report.isWhole && report.notes.count == 1 && report.notes[0].hasPrefix("the lines before"))
        try scene.expect(["incomplete gate.ndjson:1"]) { $0.isComplete = true }
    }

    @Test func `lines from before there were chains are told, and the chain begins behind them`() throws {
        try scene.append("{\"schema\":\"test/1\",\"id\":\"old\"}\n{\"schema\":\"test/1\",\"id\":\"older\"}\n")
        #expect(
            try scene.report { $0.keys = [] }.notes.contains(
                "its lines are not chained: they are from before there were chains"))
        try scene.run(3)
        let report = try scene.report()
        #expect(report.isWhole && report.notes.contains { $0.hasPrefix("the chain begins behind \(scene.path):2") })
    }

    @Test func `torn ends are whole, in the log, in a rotation, and where nothing but growing is allowed`() throws {
        try scene.run(2, isKilled: true)
        try scene.append("{\"schema\":\"te")
        try scene.run(2, isKilled: true)
        try scene.append("{\"to")
        try scene.rotate(to: "gate.ndjson.2")
        try scene.run(2, isKilled: true)
        try scene.append(String(repeating: "\0", count: 50_000))
        try scene.run(2)
        let report = try scene.report { $0.isComplete = true }
        #expect(report.isWhole && report.torn == 3, "\(report)")
        #expect(report.files.count == 3)
    }

    @Test func `lines whose text was removed are counted, and the chain goes through them`() throws {
        try scene.run(4)
        try scene.edit { lines in
            for index in [1, 2] { lines[index] = try scene.forgotten(lines[index]) }
        }
        let report = try scene.report { $0.isComplete = true }
        #expect(
            report.isWhole && report.forgotten == 2 && report.unsignedForgotten == 0 && report.notes.isEmpty,
            "\(report)")
    }

    @Test func `lines may be forgotten in rotated and packed files, under a later key, and a scanner goes on`() throws {
        try scene.run(3, key: ProofScene.otherKey)
        // The key that sealed may be gone when a line has to go.
        try scene.edit { $0[2] = try scene.forgotten($0[2]) }
        try scene.rotate(to: "gate.ndjson-20261119", packed: true)
        try scene.run(3)
        // The last line of a file is what the next run ties its own to.
        try scene.edit { lines in
            lines[2] = try scene.forgotten(lines[2])
            lines.removeLast()
            lines[lines.count - 1] = try scene.forgotten(lines[lines.count - 1])
        }
        try scene.rotate(to: "gate.ndjson-20261120")
        try scene.run(2)
        let keys: Set = [ProofScene.key.publicKey, ProofScene.otherKey.publicKey]
        let report = try scene.report {
            $0.keys = keys
            $0.isComplete = true
        }
        #expect(report.isWhole && report.forgotten == 3 && report.files.count == 3, "\(report)")
    }

    @Test func `the last line of a killed scanner may be forgotten`() throws {
        try scene.run(3, isKilled: true)
        try scene.edit { $0[3] = try scene.forgotten($0[3]) }
        let report = try scene.report()
        #expect(report.isWhole && report.forgotten == 1 && report.unsealed == 3, "\(report)")
    }

    @Test func `a log without a key is chained and has no seals, which is told`() throws {
        try scene.run(3, key: nil)
        let report = try scene.report { $0.keys = [] }
        #expect(report.isWhole && report.notes == ["it has no seals: whoever may write to it can make all of it anew"])
    }

    @Test func `a copy of a log beside it is told and not taken for lines`() throws {
        try scene.run(3)
        try FileManager.default.copyItem(atPath: scene.path, toPath: scene.path + ".bak")
        try scene.run(2)
        let report = try scene.report { $0.isComplete = true }
        #expect(report.isWhole && report.files.count == 1 && report.notes.count == 1, "\(report)")
    }
}

extension ProofScene {
    /// As a power cut does, or a careless hand.
    func append(_ text: String) throws {
        let descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }
}

import Foundation
import Records
import TestSupport
import Testing

@testable import Proof

/// A real log with seals in it, and hands that meddle with it.
final class ProofScene {
    static let key = seed(1)
    static let otherKey = seed(2)

    private static func seed(_ byte: UInt8) -> SealKey {
        do { return try SealKey(seed: [UInt8](repeating: byte, count: 32)) } catch { fatalError("\(error)") }
    }

    struct Line: LogRecord {
        let id: String
        var line: [UInt8] {
            Array(
                "{\"schema\":\"test/1\",\"id\":\"\(id)\",\"ts\":\"2026-11-22T10:00:00.000Z\",\"camera\":\"gate\"}\n"
                    .utf8)
        }
    }

    let folder: TemporaryFolder
    let clock = TestClock()
    private let talk = Talk()
    var path: String { folder.file("gate.ndjson") }
    private var next = 0

    init() throws {
        folder = try TemporaryFolder()
    }

    /// One run of a scanner: hours with so many lines each.
    func run(_ hours: Int..., key: SealKey? = ProofScene.key, isKilled: Bool = false) throws {
        let settings = EventLog.Settings(path: path, spool: folder.file("spool-\(UUID())"), camera: "gate")
        let log = try EventLog(settings, sealer: key, ids: EventIDs(), log: talk.logger, now: { self.clock.now })
        for (index, count) in hours.enumerated() {
            if index > 0 {
                clock.advance(by: .seconds(3600))
                try log.flush()
            }
            for _ in 0..<count {
                next += 1
                try log.record(Line(id: "\(next)"))
            }
        }
        if !isKilled { try log.close() }
    }

    func rotate(to name: String, packed: Bool = false) throws {
        try FileManager.default.moveItem(atPath: path, toPath: folder.file(name))
        if packed { try #require(Command.succeeds("gzip", folder.file(name))) }
    }

    func lines(_ name: String = "gate.ndjson") throws -> [String] {
        try folder.text(name).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    func edit(_ name: String = "gate.ndjson", _ change: (inout [String]) throws -> Void) throws {
        var lines = try lines(name)
        try change(&lines)
        try folder.write(lines.map { $0 + "\n" }.joined(), to: name)
    }

    /// Puts a text into the place of a line, with one byte of it changed: to the first of two, or to the second where it is that already.
    func put(_ text: String, into line: Int, changing place: Int, to one: Unicode.Scalar, or other: Unicode.Scalar)
        throws
    {
        var bytes = Array(text.utf8)
        bytes[place] = bytes[place] == UInt8(ascii: one) ? UInt8(ascii: other) : UInt8(ascii: one)
        try edit { $0[line] = String(decoding: bytes, as: UTF8.self) }
    }

    /// Ties a line of somebody's own to the one it is put behind.
    func forged(behind line: String) -> String {
        "{\"schema\":\"test/1\",\"id\":\"forged\",\"prev\":\"\(Digest(of: line.utf8))\"}"
    }

    /// What is put in place of a line whose text has to go.
    ///
    /// - Parameters:
    ///   - behind: what it says it follows on; nil for what the line says.
    ///   - key: nil where nobody signs.
    func forgotten(_ line: String, behind: String? = nil, key: SealKey? = ProofScene.key) throws -> String {
        let named = ChainLink.previous(of: Array(line.utf8))
        let previous = try #require(behind.map { Digest(of: $0.utf8) } ?? named)
        var forgotten = ForgottenLine(
            id: "A", time: WallTime(milliseconds: 0), camera: "gate", hash: Digest(of: line.utf8), previous: previous)
        if let key { try forgotten.sign(with: key) }
        return String(decoding: forgotten.line.dropLast(), as: UTF8.self)
    }

    /// What stands for lines that never were: each brings the next hash of a circle.
    func circle(_ names: String...) -> [String] {
        let hashes = names.map { Digest(of: $0.utf8) }
        return hashes.indices.map { index in
            let forgotten = ForgottenLine(
                id: "A", time: WallTime(milliseconds: 0), camera: "gate", hash: hashes[index],
                previous: hashes[(index + hashes.count - 1) % hashes.count])
            return String(decoding: forgotten.line.dropLast(), as: UTF8.self)
        }
    }

    func report(_ change: (inout Verifier) -> Void = { _ in }) throws -> LogReport {
        var verifier = Verifier()
        verifier.keys = [Self.key.publicKey]
        change(&verifier)
        let reports = try verifier.verify([path])
        #expect(reports.count == 1)
        return try #require(reports.first)
    }

    func expect(
        _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation,
        _ change: (inout Verifier) -> Void = { _ in }
    ) throws {
        let found = try found(change)
        #expect(found == expected, sourceLocation: sourceLocation)
    }

    /// What was found: what kind of thing, in which file and line.
    func found(_ change: (inout Verifier) -> Void = { _ in }) throws -> [String] {
        try report(change).findings.map { finding in
            let name = finding.place.file.split(separator: "/").last ?? ""
            let end = finding.lastLine == finding.place.line ? "" : "-\(finding.lastLine)"
            return "\(finding.kind.rawValue) \(name):\(finding.place.line)\(end)"
        }
    }
}

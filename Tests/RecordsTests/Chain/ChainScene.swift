import Foundation
import Glibc
import TestSupport
import Testing

@testable import Records

/// A log that is written to through several runs, and what must hold of its chain.
final class ChainScene {
    struct Line: LogRecord {
        let id: String
        var line: [UInt8] { Array("{\"schema\":\"test/1\",\"id\":\"\(id)\"}\n".utf8) }
    }

    /// Signs with what everybody knows.
    struct Signer: Sealer {
        var key: String { "key" }
        func signature(of bytes: [UInt8]) -> String { "signed \(Digest(of: bytes))" }
    }

    let folder: TemporaryFolder
    let talk = Talk()
    let clock = TestClock()
    var path: String { folder.file("logs/gate.ndjson") }
    private var next = 0

    init() throws {
        folder = try TemporaryFolder()
        for name in ["logs", "state"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
    }

    func open(sealed: Bool = false) throws -> EventLog {
        var settings = EventLog.Settings(path: path, spool: folder.file("state/spool"), camera: "gate")
        settings.retry = .zero
        return try EventLog(
            settings, sealer: sealed ? Signer() : nil, ids: EventIDs(), log: talk.logger, now: { self.clock.now })
    }

    /// Writes lines with ids that count up.
    func write(_ count: Int = 1, to log: EventLog) throws {
        for _ in 0..<count {
            next += 1
            try log.record(Line(id: "\(next)"))
        }
    }

    func run(_ count: Int = 2, sealed: Bool = false) throws {
        let log = try open(sealed: sealed)
        try write(count, to: log)
        try log.close()
    }

    func move(_ from: String, _ to: String) throws {
        try FileManager.default.moveItem(atPath: folder.file("logs/\(from)"), toPath: folder.file("logs/\(to)"))
    }

    /// As a power cut does, or a careless hand.
    func append(_ text: String, to name: String = "gate.ndjson") throws {
        let descriptor = Glibc.open(folder.file("logs/\(name)"), O_WRONLY | O_APPEND | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    /// The lines of some files, the oldest first, without newlines; without names those of the log.
    func lines(_ names: String...) throws -> [[UInt8]] {
        try (names.isEmpty ? ["gate.ndjson"] : names).flatMap { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("logs/\(name)")))
            return data.split(separator: 10).map(Array.init)
        }
    }

    /// Whether each line names the SHA-256 of the one before it, and the first one what it should.
    func expectChain(_ lines: [[UInt8]], from first: Digest = .zero, sourceLocation: SourceLocation = #_sourceLocation)
    {
        var previous = first
        for (index, line) in lines.enumerated() {
            #expect(
                ChainLink.previous(of: line) == previous, "line \(index + 1) of \(lines.count)",
                sourceLocation: sourceLocation)
            previous = Digest(of: line)
        }
    }
}

import Foundation
import Logging
import Proof
import Records

/// A log that somebody meddled with: it is checked and taken up again, whatever stands in it, and what is then written is chained.
enum ProofTarget {
    static var target: FuzzTarget {
        FuzzTarget(
            name: "proof",
            seeds: [
                whole, Array(whole.dropLast(30)), whole + circle, circle + circle + whole, Array("\0\0\0\n{".utf8),
            ],
            dictionary: words.map { Array($0.utf8) }, limit: 64 * 1024, run: run)
    }

    private struct Line: LogRecord {
        let id: String
        var line: [UInt8] { Array("{\"schema\":\"test/1\",\"id\":\"\(id)\"}\n".utf8) }
    }

    private static let folder = FileManager.default.temporaryDirectory.appending(path: "plated-fuzz-proof-\(getpid())")
    private static var log: String { folder.appending(path: "gate.ndjson").path }

    private static func run(_ input: [UInt8]) {
        do {
            try begin(with: input)
            let reports = try Verifier().verify([log])
            check(reports, lines: input.split(separator: 10, omittingEmptySubsequences: false).count)
            if input == whole { require(reports.allSatisfy(\.isWhole), "a whole log is told not to be: \(reports)") }
            // What begins as a spool does is no log.
            if input.first != 0xFF { try goOn() }
        } catch {
            require(false, "failed: \(error)")
        }
    }

    private static func begin(with input: [UInt8]) throws {
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(input).write(to: URL(fileURLWithPath: log))
    }

    private static func check(_ reports: [LogReport], lines: Int) {
        require(reports.count == 1, "\(reports.count) logs")
        for finding in reports.flatMap(\.findings) {
            require(
                (1...lines).contains(finding.place.line) && (finding.place.line...lines).contains(finding.lastLine),
                "\(finding) in \(lines) lines")
        }
    }

    /// The next run ties its lines to the last one there is, each to the one before.
    private static func goOn() throws {
        let settings = EventLog.Settings(path: log, spool: log + ".spool", camera: "gate")
        let events = try EventLog(settings, log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }, now: { .now })
        for id in ["1", "2"] { try events.record(Line(id: id)) }
        try events.close()
        let written = try Data(contentsOf: URL(fileURLWithPath: log)).split(separator: 10).suffix(3).map(Array.init)
        require(written.count >= 2, "the lines are not there")
        for (before, line) in zip(written, written.dropFirst()) {
            require(
                ChainLink.previous(of: line) == ChainLink.digest(ofLine: before),
                "\(String(decoding: line, as: UTF8.self)) is not tied to the line before it")
        }
    }

    /// A log of two runs, with seals.
    private static let whole: [UInt8] = {
        do {
            try begin(with: [])
            let key = try SealKey()
            for run in 0..<2 {
                let settings = EventLog.Settings(path: log, spool: log + ".spool", camera: "gate")
                let events = try EventLog(
                    settings, sealer: key, log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }, now: { .now })
                for id in 0..<3 { try events.record(Line(id: "\(run) \(id)")) }
                try events.close()
            }
            return Array(try Data(contentsOf: URL(fileURLWithPath: log)))
        } catch {
            fatalError("\(error)")
        }
    }()

    /// What says that it stands for a line that stood behind it.
    private static let circle: [UInt8] = {
        let hash = Digest(of: "x".utf8)
        return ForgottenLine(
            id: "A", time: WallTime(milliseconds: 0), camera: "gate", hash: hash, previous: hash
        ).line
    }()

    private static let words = [
        "\n", "{}\n", "\"prev\":\"", "\"}", ",\"prev\":\"\(Digest.zero)\"}\n", "\u{0}", "{\"schema\":\"plated.seal/1\"",
        ",\"signature\":\"", "{\"schema\":\"plated.forgotten/1\"", "\"hash\":\"\(Digest.zero)\"",
    ]
}

import Foundation
import TestSupport
import Testing

@testable import Records

/// A record of which only the identifier counts.
struct IDRecord: LogRecord {
    let id: String
    let line: [UInt8]

    init(id: String, line: [UInt8]? = nil) {
        self.id = id
        self.line = line ?? Array("{\"schema\":\"plated.event/1\",\"id\":\"\(id)\"}\n".utf8)
    }
}

/// What the tests of an `EventLog` have: a folder for it, a folder for state, and what it says.
protocol EventLogSuite {
    var folder: TemporaryFolder { get }
    var talk: Talk { get }
}

extension EventLogSuite {
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("logs"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.file("state"), withIntermediateDirectories: true)
        return folder
    }

    var path: String { folder.file("logs/gate.ndjson") }

    func open(spool: String = "state/gate.ndjson.spool") throws -> EventLog {
        var settings = EventLog.Settings(path: path, spool: folder.file(spool), camera: "gate")
        settings.retry = .zero
        return try EventLog(settings, log: talk.logger, now: { .now })
    }

    func takeAway() throws {
        try FileManager.default.moveItem(atPath: folder.file("logs"), toPath: folder.file("away"))
    }

    func bringBack() throws {
        try FileManager.default.moveItem(atPath: folder.file("away"), toPath: folder.file("logs"))
    }

    func record(_ ids: String..., to log: EventLog) throws {
        for id in ids { try log.record(IDRecord(id: id)) }
    }

    /// The ids, and the fragments of torn lines; every line must be JSON.
    func contents(_ path: String? = nil) throws -> [String] {
        let text = try String(contentsOfFile: path ?? self.path, encoding: .utf8)
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return try text.split(separator: "\n").map { line in
            let record = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
            return record["fragment"].map { "torn " + $0 } ?? record["id"] ?? "no id"
        }
    }
}

import Foundation
import Logging
import Records
import TestSupport
import Testing

/// A folder with the logs of some cameras, and a hub that reads them.
final class HubScene {
    let folder: TemporaryFolder
    let ids = EventIDs()

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            logs: ["\(folder.path)/logs/*.ndjson"]
            history: {path: "\(history)"}
            retention: {events_days: 0}
            audit: {file: "\(folder.path)/lookups.ndjson"}
            console: {listen: "127.0.0.1:0"}
            state: "\(folder.path)/state"
            """, to: "hub.yaml")
        try folder.write("", to: "logs/keep")
    }

    /// A history in PostgreSQL, in place of the file.
    func take(_ address: String) throws {
        let text = try folder.text("hub.yaml")
        try folder.write(
            text.replacing(
                "history: {path: \"\(history)\"}", with: "history: {path: \"\(history)\", postgresql: \"\(address)\"}"),
            to: "hub.yaml")
    }

    var history: String { folder.file("history.sqlite") }
    var config: String { folder.file("hub.yaml") }
    func log(_ camera: String) -> String { folder.file("logs/\(camera).ndjson") }

    // MARK: - What cameras write

    func event(
        _ plate: String, camera: String = "gate", at time: String = "2024-11-20T12:00:00Z", raw: String? = nil,
        candidates: [String]? = nil
    ) throws -> PlateEvent {
        let time = try #require(WallTime(rfc3339: time))
        let texts = candidates ?? [plate]
        return PlateEvent(
            id: ids.next(at: time), time: time, camera: camera, plate: plate, plateRaw: raw ?? plate, confidence: 0.97,
            candidates: texts.map { PlateCandidate(plate: $0, confidence: 1 / Double(texts.count)) },
            box: PlateBox(x: 1, y: 2, width: 30, height: 10), reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 5)
    }

    func gap(_ camera: String, from start: String, to end: String?, cause: Gap.Cause = .lost) throws -> [any LogRecord]
    {
        let start = try #require(WallTime(rfc3339: start))
        let gap = Gap(id: ids.next(at: start), cause: cause, start: start)
        let begin = GapRecord(id: gap.id, time: start, camera: camera, gap: gap, end: nil)
        guard let end = end.flatMap({ WallTime(rfc3339: $0) }) else { return [begin] }
        return [begin, GapRecord(id: ids.next(at: end), time: end, camera: camera, gap: gap, end: end)]
    }

    /// Writes records as a scanner does, into a log that is chained.
    func write(_ records: [any LogRecord], to camera: String = "gate") throws {
        let settings = EventLog.Settings(path: log(camera), spool: folder.file("\(camera).spool"), camera: camera)
        let log = try EventLog(settings, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { .now })
        for record in records { try log.record(record) }
        try log.close()
    }

    // MARK: - The program

    /// Runs a command with the scene's configuration.
    func hub(_ arguments: String..., environment: [String: String] = [:], limit: Double = 180) throws -> Program.Result
    {
        try Program.run(
            arguments + ["--config", config], program: Program.path(of: "plated-hub"), environment: environment,
            limit: limit)
    }

    /// Runs a line of shell with the program as `$0`, and the arguments and the configuration as `$@`.
    func shell(_ line: String, _ arguments: String...) throws -> Program.Result {
        try Program.run(
            ["-c", line, Program.path(of: "plated-hub")] + arguments + ["--config", config], program: "/bin/sh")
    }

    /// Starts the service; the caller ends it.
    func start(environment: [String: String] = [:]) throws -> Process {
        try Program.start(
            ["run", "--config", config], program: Program.path(of: "plated-hub"), environment: environment,
            errors: folder.handle("said"))
    }

    /// Makes the history of what is in the logs now.
    func build() throws {
        let result = try hub("rebuild")
        try #require(result.status == 0, "\(result)")
    }

    /// Makes a history that has something: what is written from now on is news to a hub, however soon after its start.
    func begin() throws {
        try write([event("ZZ99ZZZ")])
        try build()
    }

    static func end(_ process: Process) {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Identifiers of the events that are found, the newest first.
    func found(_ arguments: String...) throws -> [String] {
        let result = try Program.run(
            ["search", "--format", "json", "--limit", "100000", "--config", config] + arguments,
            program: Program.path(of: "plated-hub"))
        guard result.status == 0 else { return [] }
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let events = try #require(object?["events"] as? [[String: Any]])
        return events.compactMap { $0["id"] as? String }
    }
}

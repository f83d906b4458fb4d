import Foundation
import Glibc
import History
import PostgreSQLHistory
import Records
import TestSupport
import Testing

/// Where a history is kept: the tests are the same for all.
enum HistoryEnd: String, CaseIterable, Sendable {
    case sqlite
    case postgresql

    /// Those that this machine has.
    static let all: [HistoryEnd] = PostgreSQLServer.isInstalled ? allCases : [.sqlite]
}

/// A folder with logs of cameras and a history that follows them.
final class HistoryScene {
    /// 22 November 2026, noon.
    static let noon = WallTime(milliseconds: 1_795_348_800_000)

    let folder: TemporaryFolder
    let talk = Talk()
    var end: HistoryEnd
    private var address: String?
    var path: String { folder.file("history.db") }

    init(_ end: HistoryEnd = .sqlite) throws {
        folder = try TemporaryFolder()
        self.end = end
    }

    func history() async throws -> any History {
        switch end {
        case .sqlite: return try file()
        case .postgresql: return try await database()
        }
    }

    /// SQLite's.
    func file(_ access: SQLiteHistory.Access = .writing) throws -> SQLiteHistory {
        try SQLiteHistory(path: path, access: access)
    }

    /// PostgreSQL's.
    func database(_ access: PostgreSQLHistory.Access = .writing) async throws -> PostgreSQLHistory {
        try await PostgreSQLHistory(ServerPlace(schema()), hub: "hub", access: access)
    }

    /// Where that is.
    func schema() throws -> String {
        if let address { return address }
        let server = try #require(PostgreSQLServer.shared)
        let made = try server.schema()
        address = made
        return made
    }

    func intake(_ history: any History, _ cameras: String...) async throws -> Intake {
        let logs = (cameras.isEmpty ? ["gate"] : cameras).map { folder.file("\($0).ndjson") }
        return try await Intake(
            history: history, logs: logs, talk: talk.logger, now: { Self.noon }, limit: { _ in nil })
    }

    /// A history that has stored what stands in the logs.
    func filled(_ cameras: String...) async throws -> any History {
        let history = try await history()
        let logs = (cameras.isEmpty ? ["gate"] : cameras).map { folder.file("\($0).ndjson") }
        try await Intake(history: history, logs: logs, talk: talk.logger, now: { Self.noon }, limit: { _ in nil })
            .catchUp()
        return history
    }

    // MARK: - Logs

    /// - Parameters:
    ///   - number: stands for an identifier, unique for each camera.
    ///   - second: of the event, after noon.
    static func event(
        _ plate: String, _ number: Int, camera: String = "gate", second: Double? = nil, lost: [String] = [],
        raw: String? = nil
    ) -> PlateEvent {
        let time = WallTime(milliseconds: noon.milliseconds + Int64((second ?? Double(number)) * 1000))
        let share = 1 / Double(lost.count + 1)
        return PlateEvent(
            id: id(number), time: time, camera: camera, plate: plate, plateRaw: raw ?? plate, confidence: 0.97,
            candidates: ([plate] + lost).map { PlateCandidate(plate: $0, confidence: share) }, format: nil, region: nil,
            box: PlateBox(x: 612, y: 401, width: 143, height: 38), reads: 7, framesSeen: 9, firstSeen: time,
            lastSeen: time, engine: "tesseract", latencyMilliseconds: 61)
    }

    static func id(_ number: Int) -> String {
        "01M7" + String(repeating: "0", count: 22 - "\(number)".count) + "\(number)"
    }

    func append(_ text: String, to camera: String = "gate") throws {
        let descriptor = open(folder.file("\(camera).ndjson"), O_WRONLY | O_APPEND | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    func append(_ events: PlateEvent...) throws { try append(events) }

    func append(_ events: [PlateEvent]) throws {
        for event in events { try append(String(decoding: event.line, as: UTF8.self), to: event.camera) }
    }

    func move(_ from: String, _ to: String) throws {
        try FileManager.default.moveItem(atPath: folder.file(from), toPath: folder.file(to))
    }

    func compress(_ name: String) throws { try #require(Command.succeeds("gzip", "-q", folder.file(name))) }
}

extension History {
    /// All that it has, in the order it was stored.
    func everything() async throws -> [StoredRecord] { try await records(after: 0, limit: 1_000_000) }

    /// The plates of all accepted ones, in their order.
    func events() async throws -> [String] {
        try await everything().compactMap { if case .plate(let event) = $0.record { event.plate } else { nil } }
    }

    func plates(
        _ way: Search.Way = .exact, _ text: String? = nil, after cursor: PageCursor? = nil, limit: Int = 50
    ) async throws -> [String] {
        try await search(Search(way: way, text: text), after: cursor, limit: limit).plates
    }
}

extension Page {
    var plates: [String] {
        records.map { stored in if case .plate(let event) = stored.record { event.plate } else { "no plate" } }
    }
}

import Delivery
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Rules

/// Forgetting a plate while the hub runs and has sessions in its memory.
@Suite struct SessionForgettingTests {
    private let folder: TemporaryFolder
    private let talk = Talk()
    private static let start: Int64 = 1_790_000_000_000
    private static let site = SessionSite(
        name: "park", entries: [SessionPoint(camera: "in")], exits: [SessionPoint(camera: "out")])

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.file("sessions.sqlite") }

    private func keeping(_ log: HubLog) -> SessionKeeping {
        SessionKeeping(
            [Self.site], file: path, log: log, talk: talk.logger,
            now: { WallTime(milliseconds: Self.start + 86_400_000) }, isClockRight: { true })
    }

    private func parcel(_ plate: String, _ camera: String, after seconds: Int64, lost: [String] = []) throws -> Parcel {
        let time = WallTime(milliseconds: Self.start + seconds * 1000)
        let event = PlateEvent(
            id: "id-\(seconds)", time: time, camera: camera, plate: plate, plateRaw: plate, confidence: 0.9,
            candidates: ([plate] + lost).map { PlateCandidate(plate: $0, confidence: $0 == plate ? 0.6 : 0.2) },
            box: PlateBox(x: 1, y: 2, width: 30, height: 10), reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 5)
        let line = Array(event.line.dropLast())
        let record = StoredRecord(
            seq: seconds + 1, camera: camera, time: time, record: try Record(line: line), line: line)
        return Parcel(hub: "site", record: record, folder: { "\($0)" })
    }

    private func written() throws -> [SessionRecord] {
        try folder.text("sessions.ndjson").split(separator: "\n").compactMap { line in
            guard case .session(let session) = try Record(line: Array(line.utf8)) else { return nil }
            return session
        }
    }

    private func holds(_ text: String) throws -> Bool {
        try Data(contentsOf: URL(filePath: path)).range(of: Data(text.utf8)) != nil
    }

    @Test func `another vehicle stays in where the plate was only voted for`() async throws {
        let log = HubLog(path: folder.file("sessions.ndjson"), talk: talk.logger)
        let keeping = keeping(log)
        _ = await keeping.deliver([try parcel("AB12CDE", "in", after: 0, lost: ["QX77ABC", "AB12C0E"])])
        let file = try #require(try SessionFile.there(path))
        #expect(try file.forget("QX77ABC", dryRun: true) == 1 && holds("QX77ABC"))
        #expect(try file.forget("QX77ABC") == 1 && file.forget("QX77ABC") == 0)
        #expect(try !holds("QX77ABC") && holds("AB12C0E"))
        _ = await keeping.deliver([try parcel("AB12CDE", "out", after: 600)])
        #expect(try written().map(\.state) == [.open, .ended])
        #expect(try written().last?.occupancy == 0)
        // Its entry was written once more, from the hub's memory.
        #expect(try !holds("QX77ABC") && holds("AB12C0E"))
        await log.close()
    }

    @Test func `a text that is forgotten after another one leaves no trace of either`() async throws {
        let log = HubLog(path: folder.file("sessions.ndjson"), talk: talk.logger)
        _ = await keeping(log).deliver([try parcel("AB12CDE", "in", after: 0, lost: ["QX77ABC", "QX78ABC"])])
        await log.close()
        let file = try #require(try SessionFile.there(path))
        #expect(try file.forget("QX77ABC") == 1 && file.forget("QX78ABC") == 1)
        #expect(try !holds("QX77ABC") && !holds("QX78ABC") && holds("AB12CDE"))
        // A hub that starts goes on with it.
        let again = HubLog(path: folder.file("sessions.ndjson"), talk: talk.logger)
        _ = await keeping(again).deliver([try parcel("AB12CDE", "out", after: 600)])
        await again.close()
        #expect(try written().map(\.state) == [.open, .ended])
    }

    @Test func `a session goes with the event that it was made of, and others stay`() async throws {
        let log = HubLog(path: folder.file("sessions.ndjson"), talk: talk.logger)
        let keeping = keeping(log)
        _ = await keeping.deliver([try parcel("AB12CDE", "in", after: 0), try parcel("KL55MNP", "in", after: 60)])
        let file = try #require(try SessionFile.there(path))
        try file.forget(events: [RecordName(camera: "out", id: "id-0"), RecordName(camera: "in", id: "id-1")])
        #expect(try holds("AB12CDE") && holds("KL55MNP"))
        try file.forget(events: [RecordName(camera: "in", id: "id-0")])
        #expect(try !holds("AB12CDE") && holds("KL55MNP"))
        _ = await keeping.deliver([try parcel("KL55MNP", "out", after: 600)])
        #expect(try written().map(\.state) == [.open, .open, .ended])
        #expect(try written().last?.occupancy == 0)
        await log.close()
    }

    @Test func `a pseudonym goes with its session`() async throws {
        let name = "p:ETY9PP6QT9X651HY"
        let log = HubLog(path: folder.file("sessions.ndjson"), talk: talk.logger)
        _ = await keeping(log).deliver([try parcel(name, "in", after: 0)])
        await log.close()
        let file = try #require(try SessionFile.there(path))
        #expect(try file.forget(name) == 1)
        #expect(try !holds(name))
    }
}

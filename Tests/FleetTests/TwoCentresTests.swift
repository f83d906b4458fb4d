import Basics
import Foundation
import History
import Logging
import Records
import Synchronization
import TestSupport
import Testing

@testable import Fleet

/// Two centres that both believe that a site is theirs, as they may for a moment after their database was away.
struct TwoCentresTests {
    private let folder: TemporaryFolder
    private let history: SQLiteHistory
    private let talk = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    /// Of one chain, numbered from 1.
    private let records: [FleetRecord]

    init() throws {
        folder = try TemporaryFolder()
        history = try SQLiteHistory(path: folder.file("history.sqlite"), access: .writing)
        let path = folder.file("gate.ndjson")
        let log = try EventLog(.init(path: path, spool: path + ".spool", camera: "gate"), log: talk)
        for number in 1...9 { try log.record(Self.event(number)) }
        try log.close()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        records = lines.enumerated().map { FleetRecord(seq: Int64($0.offset + 1), line: Array($0.element.utf8)) }
    }

    private static func event(_ number: Int) -> PlateEvent {
        let time = WallTime(milliseconds: 1_795_348_800_000 + Int64(number))
        return PlateEvent(
            id: EventIDs.ofThisProcess.next(at: time), time: time, camera: "gate", plate: "N\(number)",
            plateRaw: "N\(number)",
            confidence: 0.9, candidates: [], box: PlateBox(x: 0, y: 0, width: 9, height: 3), reads: 2, framesSeen: 2,
            firstSeen: time, lastSeen: time, engine: "none", latencyMilliseconds: 1)
    }

    private func message(_ numbers: ClosedRange<Int64>) -> FleetMessage {
        FleetMessage(
            origin: "A", after: numbers.lowerBound - 1, records: records.filter { numbers.contains($0.seq) })
    }

    private func books() async throws -> SiteBooks {
        SiteBooks(SiteSettings(name: "north"), kept: try await history.kept(SiteBooks.space(of: "north")))
    }

    /// Until the line's site has been told that it is stored up to there; it says again and again what it is to bring.
    private func isStored(_ message: FleetMessage, over line: ScriptedLine) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(300)
        while ContinuousClock.now < end {
            line.bring(message, from: "north")
            try await Task.sleep(for: .milliseconds(50))
            if line.word(to: "north")?.committed == message.last { return true }
        }
        return false
    }

    @Test func `what one has stored is not taken back by the other, who knows less`() async throws {
        let (first, second) = (ScriptedLine(), ScriptedLine())
        let sites = [SiteSettings(name: "north")]
        let centres = [first, second].map { Centre(sites, line: $0, history: history, talk: talk) }
        let tasks = centres.map { centre in Task { try await centre.run() } }
        defer { for task in tasks { task.cancel() } }

        #expect(try await isStored(message(1...3), over: first))
        #expect(try await isStored(message(1...6), over: second))
        let chains = try await books().chains
        // The first has never heard of 4 to 6: what it makes of 4 and 5 would be the older state.
        #expect(try await isStored(message(4...6), over: first))
        #expect(try await books().chains == chains)
        #expect(try await books().ledger.committed == ["A": 6])

        #expect(try await isStored(message(7...9), over: first))
        let stored = try await history.records(after: 0, limit: 100)
        #expect(stored.map(\.line) == records.map(\.line))
        let chain = try #require(try await books().chains["gate"])
        #expect(chain.breaks == 0 && chain.lines == 9)
    }

    @Test func `a centre to which nothing comes does next to nothing`() async throws {
        let line = ScriptedLine()
        let centre = Centre([SiteSettings(name: "north")], line: line, history: history, talk: talk)
        let task = Task { try await centre.run() }
        defer { task.cancel() }
        // Whose the sites are is asked every two seconds, whatever the line has to tell meanwhile.
        for _ in 0..<60 {
            line.changes.ring()
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(line.asked.load(ordering: .relaxed) < 200)
    }

    @Test func `a batch that was made on what somebody has changed meanwhile is not stored`() async throws {
        var (one, other) = (try await books(), try await books())
        let packer = LinePacker(history.lineForm)
        var batches = (Batch(), Batch())
        _ = one.add(Array(records[..<3]), of: "A", to: &batches.0, packer: packer, now: .now)
        _ = other.add(Array(records[..<2]), of: "A", to: &batches.1, packer: packer, now: .now)
        #expect(try await history.store(batches.0).new == 3)
        let (late, history) = (batches.1, history)
        let failure = await #expect(throws: HistoryFailure.self) { try await history.store(late) }
        #expect(failure?.cause == .overtaken)
        #expect(try await books().ledger.committed == ["A": 3])
    }
}

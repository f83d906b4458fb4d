import Basics
import Foundation
import Records
import TestSupport
import Testing

@testable import History
@testable import PostgreSQLHistory

/// What only a history at a server has: other processes beside this one, and a server that goes away.
@Suite(.enabled(if: PostgreSQLServer.isInstalled)) struct ServerTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene(.postgresql) }

    private func batch(_ events: [PlateEvent], log: String = "a", from offset: Int64 = 0) throws -> Batch {
        let packer = LinePacker()
        var batch = Batch()
        for event in events {
            let line = Array(event.line.dropLast())
            let entry = try #require(
                Entry(.plate(event), line: line, log: log, now: HistoryScene.noon, packer: packer))
            batch.entries.append((log, entry))
        }
        var progress = Batch.Progress()
        progress.lines = events.count
        batch.progress[log] = progress
        batch.counted[Count.Key(time: HistoryScene.noon, camera: "gate", what: "accepted")] = events.count
        return batch
    }

    // MARK: - Opening

    private func failure(_ address: String, _ access: PostgreSQLHistory.Access = .writing) async -> HistoryFailure? {
        await #expect(throws: HistoryFailure.self) {
            try await PostgreSQLHistory(ServerPlace(address, password: "open sesame"), hub: "hub", access: access)
        }
    }

    @Test func `a server that is not there is away, and no password is told`() async throws {
        let told = await failure("postgresql://me:secret@127.0.0.1:1/plated")
        #expect(told?.cause == .away && told?.mayPass == true && told?.status == .unavailable)
        #expect(told?.reason.contains("127.0.0.1") == true && told?.remedy.contains("docs/hub.md") == true)
        for word in ["secret", "sesame"] { #expect(told?.description.contains(word) == false) }
        let refused = await failure(try scene.schema().replacing("user=plated", with: "user=nobody"))
        #expect(refused?.cause == .away && refused?.reason.contains("nobody") == true)
        let wrong = #expect(throws: HistoryFailure.self) {
            try ServerPlace("postgresql://me:secret@host/plated?nonsense=secret")
        }
        #expect(wrong?.cause == .question && wrong?.description.contains("secret") == false)
    }

    @Test func `a place is told by its server and database alone`() throws {
        let place = try ServerPlace("postgresql://me:secret@a,b:5433/plated?sslmode=require")
        #expect(place.shown.hasPrefix("postgresql://a,b") && place.shown.hasSuffix("/plated"))
        #expect(place.hasPassword && place.hosts == ["a", "b"] && !"\(place)".contains("secret"))
        #expect(try ServerPlace("host=/run/postgresql dbname=plated").hosts == [])
    }

    @Test func `tables of a later version are refused, and so are those of another program`() async throws {
        let address = try scene.schema()
        #expect(await failure(address, .reading)?.cause == .missing)
        let later = Form(version: 99, sql: "CREATE TABLE later(x integer)")
        _ = try await PostgreSQLHistory(ServerPlace(address), hub: "hub", access: .writing, steps: Form.all + [later])
        for access in [PostgreSQLHistory.Access.reading, .writing] {
            let told = await failure(address, access)
            #expect(told?.cause == .newer && told?.reason.contains("its form is 99") == true)
        }
        let other = try HistoryScene(.postgresql)
        let schema = try #require(try other.schema().split(separator: "%3D").last)
        try PostgreSQLServer.shared?.tell("CREATE TABLE \(schema).record(song text)")
        #expect(await failure(try other.schema())?.cause == .foreign)
    }

    @Test func `a step that fails leaves the tables as they were`() async throws {
        let place = try ServerPlace(scene.schema())
        let broken = Form(version: 99, sql: "CREATE TABLE later(x integer); SELECT 1 / 0")
        await #expect(throws: HistoryFailure.self) {
            try await PostgreSQLHistory(place, hub: "hub", access: .writing, steps: Form.all + [broken])
        }
        try scene.append(HistoryScene.event("AB12CDE", 1))
        #expect(try await scene.filled().plates() == ["AB12CDE"])
        let later = Form(version: 99, sql: "CREATE TABLE later(x integer)")
        let brought = try await PostgreSQLHistory(place, hub: "hub", access: .writing, steps: Form.all + [later])
        #expect(try await brought.plates() == ["AB12CDE"])
    }

    @Test func `who reads changes nothing, and each hub has its own place in its logs`() async throws {
        try scene.append(HistoryScene.event("AB12CDE", 1))
        _ = try await scene.filled()
        let reader = try await scene.database(.reading)
        #expect(try await reader.plates() == ["AB12CDE"])
        await #expect(throws: HistoryFailure.self) { try await reader.forget("AB12CDE") }
        #expect(try await reader.cursors().count == 1)
        let other = try await PostgreSQLHistory(ServerPlace(scene.schema()), hub: "other", access: .writing)
        #expect(try await other.cursors().isEmpty)
        #expect(try await other.status().logs.map(\.path) == ["hub: \(scene.folder.file("gate.ndjson"))"])
    }

    @Test func `a history is made anew from the logs, and the old tables are kept`() async throws {
        try scene.append(HistoryScene.event("AB12CDE", 1))
        let origin = try await scene.filled().origin()
        let place = try ServerPlace(scene.schema())
        let told = try await PostgreSQLHistory.setAside(place)
        #expect(told?.contains("plated_old_") == true)
        #expect(try await PostgreSQLHistory.setAside(place) == nil)
        let again = try await scene.filled()
        #expect(try await again.plates() == ["AB12CDE"])
        #expect(try await again.origin() != origin)
    }

    @Test func `tables that another has open are not moved away`() async throws {
        try scene.append(HistoryScene.event("AB12CDE", 1))
        let history = try await scene.filled()
        let place = try ServerPlace(scene.schema())
        let told = await #expect(throws: HistoryFailure.self) { try await PostgreSQLHistory.setAside(place) }
        #expect(told?.cause == .busy && told?.remedy.contains("systemctl stop") == true)
        #expect(try await history.plates() == ["AB12CDE"])
    }

    // MARK: - Several at once

    @Test func `two centres store the same and their own: each record once, and readers miss none`() async throws {
        let (count, portion) = (600, 20)
        let place = try ServerPlace(scene.schema())
        let centres = try await [
            PostgreSQLHistory(place, hub: "a", access: .writing), PostgreSQLHistory(place, hub: "b", access: .writing),
        ]
        let reader = try await scene.database(.reading)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, centre) in centres.enumerated() {
                for start in stride(from: 0, to: count, by: portion) {
                    // Half of them come to both.
                    let events = (start..<start + portion).map { event in
                        HistoryScene.event(
                            "P\(event % 50)", event, camera: event.isMultiple(of: 2) ? "gate" : "yard\(number)",
                            lost: ["L\(event % 7)"])
                    }
                    let batch = try batch(events)
                    group.addTask { _ = try await centre.store(batch) }
                }
            }
            group.addTask {
                var seen: Int64 = 0
                while seen < Int64(count + count / 2) {
                    let next = try await reader.records(after: seen, limit: 100)
                    // Whoever gets a number later is not seen before.
                    #expect(next.map(\.seq) == (0..<next.count).map { seen + 1 + Int64($0) })
                    seen = next.last?.seq ?? seen
                }
            }
            try await group.waitForAll()
        }
        #expect(try await reader.everything().count == count + count / 2)
        #expect(try await reader.status().events == count + count / 2)
        #expect(try await reader.plates(.exact, "P7", limit: 1000).count == 2 * 12)
    }

    @Test func `what no index takes and no text of PostgreSQL holds is stored all the same`() async throws {
        let long = String(repeating: "ÄB1", count: 4000)
        var event = HistoryScene.event(long, 1, camera: "gate", lost: ["X" + long])
        event.id = "zero\u{0}" + long
        event.lane = long
        let history = try await scene.database()
        let stored = try await history.store(batch([event]))
        #expect(stored.new == 1)
        #expect(try await history.store(batch([event])).repeated == 1)
        #expect(try await history.records(id: event.id).map(\.record) == [.plate(event)])
        #expect(try await history.forget(long).records == 1)
        #expect(try await history.status().events == 0)
    }

    // MARK: - Months

    @Test func `wrong clocks have a part of their own, and a month takes what is its own when it comes`() async throws {
        let day = 86_400.0
        let years = [-60.0, 0, 1.0 / 365, 40].map { $0 * 365 * day }
        try scene.append(years.enumerated().map { HistoryScene.event("P\($0)", $0, second: $1) })
        let history = try await scene.filled()
        #expect(try await history.plates() == ["P3", "P2", "P1", "P0"])
        #expect(try await history.plates(.pattern, "P*") == ["P3", "P2", "P1", "P0"])
        let connection = try Connection(ServerPlace(scene.schema()))
        func wrong() throws -> Int64 { try connection.rows("SELECT count(*) FROM record_wrong").integer(0, 0) }
        #expect(try wrong() == 2)
        // As if that time had come.
        let time = HistoryScene.noon.milliseconds + Int64(years[3] * 1000)
        try connection.script("BEGIN")
        var months = Months(connection, known: [])
        try months.make(for: [], now: WallTime(milliseconds: time))
        try connection.script("COMMIT")
        #expect(try wrong() == 1)
        #expect(try await history.status().events == 4)
        #expect(try await history.plates() == ["P3", "P2", "P1", "P0"])
    }

    // MARK: - Away

    @Test func `a server that dies is away, and everything goes on when it is back`() async throws {
        let server = try #require(try PostgreSQLServer.own())
        let address = try server.schema()
        let history = try await PostgreSQLHistory(ServerPlace(address), hub: "hub", access: .writing)
        let events = (0..<40).map { HistoryScene.event("P\($0)", $0) }
        #expect(try await history.store(batch(Array(events[..<20]))).new == 20)
        try server.stop()
        let late = try batch(Array(events[20...]))
        let storing = await #expect(throws: HistoryFailure.self) { try await history.store(late) }
        let asking = await #expect(throws: HistoryFailure.self) { try await history.plates() }
        #expect(storing?.cause == .away && asking?.cause == .away)
        try server.start()
        #expect(try await history.store(late).new == 20)
        #expect(try await history.everything().map(\.seq) == (1...40).map { $0 })
        #expect(try await history.counts().first { $0.what == "accepted" }?.count == 40)
    }

    @Test func `a batch whose commit nobody heard of is counted once`() async throws {
        let history = try await scene.database()
        let batch = try batch((0..<20).map { HistoryScene.event("P\($0)", $0) })
        for isCommitted in [false, true] {
            // The transaction of one that was committed, or of one that was not.
            let connection = try Connection(ServerPlace(scene.schema()))
            try connection.script("BEGIN")
            let transaction = try connection.rows("SELECT pg_current_xact_id()::text").text(0, 0)
            try connection.script(isCommitted ? "COMMIT" : "ROLLBACK")
            var stored = StoredBatch()
            stored.new = 77
            history.unsure.keep(UnsureStore.Told(transaction: transaction, mark: batch.mark, stored: stored))
            #expect(try await history.store(batch).new == (isCommitted ? 77 : 20))
        }
        #expect(try await history.counts().first { $0.what == "accepted" }?.count == 20)
        #expect(try await history.status().logs.map(\.lines) == [20])
        // One that differs in what is kept beside records alone is another batch.
        var (one, other) = (Batch(), Batch())
        one.kept[KeptName("lists held", "site")] = "1"
        other.kept[KeptName("lists held", "site")] = "2"
        #expect(one.mark != other.mark)
    }
}

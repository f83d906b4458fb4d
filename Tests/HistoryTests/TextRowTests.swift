import Foundation
import GRDB
import Records
import TestSupport
import Testing

@testable import History

/// The rows in which SQLite's history has its texts to be looked through.
@Suite struct TextRowTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private func rows(of kind: TextTable.Kind = .plate, _ history: SQLiteHistory) async throws -> [Int64] {
        try await history.pool.read { try Int64.fetchAll($0, sql: "SELECT block FROM \(kind)_block ORDER BY block") }
    }

    private func removeAll(before second: Int, from history: SQLiteHistory) async throws {
        let time = WallTime(milliseconds: HistoryScene.noon.milliseconds + Int64(second) * 1000)
        repeat {} while try await !history.remove(before: time.trusted).isDone
    }

    @Test func `a row goes with the last text in it, and no number is given out again`() async throws {
        let count = 2 * PackedText.perBlock + 10
        try scene.append((0..<count).map { HistoryScene.event("P\($0)", $0) })
        let history = try scene.file()
        try await scene.intake(history).catchUp()
        #expect(try await rows(history) == [0, 1, 2])
        try await removeAll(before: PackedText.perBlock + 100, from: history)
        #expect(try await rows(history) == [1, 2])
        #expect(try await history.plates(.pattern, "?\(count - 1)") == ["P\(count - 1)"])
        try await removeAll(before: count, from: history)
        #expect(try await rows(history) == [])
        // Also the row that is being filled: it is made again.
        try scene.append(HistoryScene.event("NEW", count))
        try await scene.intake(history).catchUp()
        #expect(try await rows(history) == [2])
        #expect(try await history.plates(.pattern, "?EW") == ["NEW"])
    }

    @Test func `rows that an earlier version left empty go, and those that stand for longer texts stay`() async throws {
        try scene.append(HistoryScene.event("AB12CDE", 1, lost: ["AB12CDF"]))
        let history = try scene.file()
        try await scene.intake(history).catchUp()
        var marked = PackedText.emptyBlock
        PackedText.write("LONGERTHANTWELVE", at: 5, of: &marked)
        let ofLonger = Data(marked)
        try await history.pool.write { database in
            for kind in TextTable.Kind.allCases {
                // More than go at once.
                try database.execute(
                    sql: """
                        WITH RECURSIVE number(block) AS (
                            SELECT 1 UNION ALL SELECT block + 1 FROM number WHERE block < 250)
                        INSERT INTO \(kind)_block(block, texts) SELECT block, zeroblob(24480) FROM number
                        """)
                try database.execute(
                    sql: "INSERT INTO \(kind)_block(block, texts) VALUES(300, ?)", arguments: [ofLonger])
            }
        }
        try await history.sweep()
        #expect(try await rows(history) == [0, 300])
        #expect(try await rows(of: .lost, history) == [0, 300])
        #expect(try await history.plates(.pattern, "?B12*") == ["AB12CDE"])
    }
}

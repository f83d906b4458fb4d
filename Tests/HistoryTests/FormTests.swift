import History
import Records
import TestSupport
import Testing

@testable import PostgreSQLHistory

/// Tables that an earlier version made.
@Suite(.enabled(if: PostgreSQLServer.isInstalled)) struct FormTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene(.postgresql) }

    @Test(arguments: 1..<Form.all.count)
    func `tables of every earlier form are brought to the present one, with what is in them`(count: Int) async throws {
        let place = try ServerPlace(scene.schema())
        let old = try await PostgreSQLHistory(place, hub: "hub", access: .writing, steps: Array(Form.all[..<count]))
        let connection = try Connection(place)
        // Filled as the second form has it; the first has no newest event of a place.
        if count == 1 { try connection.script("ALTER TABLE camera_place ADD newest bigint") }
        try scene.append(HistoryScene.event("AB12CDE", 1), HistoryScene.event("B7", 2))
        try await scene.intake(old).catchUp()
        if count == 1 { try connection.script("ALTER TABLE camera_place DROP newest") }
        let history = try await PostgreSQLHistory(place, hub: "hub", access: .writing)
        try scene.append(HistoryScene.event("C3", 3, second: -40 * 86_400))
        try await scene.intake(history).catchUp()
        #expect(try await history.plates() == ["B7", "AB12CDE", "C3"])
        #expect(try await history.plates(.pattern, "?*") == ["B7", "AB12CDE", "C3"])
        #expect(try await history.status().cameras.map(\.newest) == [HistoryScene.event("B7", 2).time])
        for (month, events) in [("2026_10", 1), ("2026_11", 2)] {
            #expect(try connection.rows("SELECT count(*) FROM record_\(month)").integer(0, 0) == events)
        }
        // Parts that were there, and those that came: each has the index with plates, and is looked after often.
        let lacking = """
            SELECT c.relname FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
            WHERE i.inhparent = 'record'::regclass AND NOT (c.reloptions IS NOT NULL AND EXISTS(
                SELECT 1 FROM pg_index x WHERE x.indrelid = c.oid AND x.indnatts = 3 AND x.indnkeyatts = 2))
            """
        #expect(try connection.rows(lacking).texts() == [])
    }
}

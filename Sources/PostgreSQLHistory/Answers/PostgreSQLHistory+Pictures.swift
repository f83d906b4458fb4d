import History
import Records

extension PostgreSQLHistory {
    public func pictures(of records: [StoredRecord]) async throws -> [Picture] {
        try await reading("reading what became of pictures") { try $0.pictures(of: records) }
    }

    public func mark(_ kind: Picture.Kind, of seq: Int64, as state: Picture.State) async throws {
        try await changing("writing down what became of a picture") { connection in
            guard state != .kept else {
                _ = try connection.rows(
                    "DELETE FROM picture WHERE seq = $1 AND kind = $2", .integer(seq), .text(kind.rawValue))
                return
            }
            // Of a record that is gone there is nothing to say.
            _ = try connection.rows(
                """
                INSERT INTO picture(seq, kind, state) SELECT $1, $2, $3 WHERE EXISTS(SELECT 1 FROM record WHERE seq = $1)
                ON CONFLICT(seq, kind) DO UPDATE SET state = excluded.state
                """, .integer(seq), .text(kind.rawValue), .text(state.rawValue))
        }
    }
}

extension Connection {
    /// What became of the pictures that records name.
    func pictures(of records: [StoredRecord]) throws -> [Picture] {
        let named = records.filter { !$0.pictures.isEmpty }
        if named.isEmpty { return [] }
        let rows = try rows(
            "SELECT seq, kind, state FROM picture WHERE seq = ANY($1)", .integers(named.map(\.seq)))
        var states: [Int64: [String: Picture.State]] = [:]
        for row in 0..<rows.count {
            // A later version may know others.
            states[rows.integer(row, 0), default: [:]][rows.text(row, 1)] =
                Picture.State(rawValue: rows.text(row, 2)) ?? .missing
        }
        return named.flatMap { record in
            record.pictures.map { kind, file in
                Picture(
                    seq: record.seq, camera: record.camera, kind: kind, file: file,
                    state: states[record.seq]?[kind.rawValue] ?? .kept)
            }
        }
    }
}

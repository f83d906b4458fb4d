import GRDB
import Records

extension SQLiteHistory {
    public func pictures(of records: [StoredRecord]) async throws -> [Picture] {
        try await reading("reading what became of pictures") { try PictureReader($0).pictures(of: records) }
    }

    public func mark(_ kind: Picture.Kind, of seq: Int64, as state: Picture.State) async throws {
        try await writing("writing down what became of a picture") { database in
            guard state != .kept else {
                try Prepared("DELETE FROM picture WHERE seq = ? AND kind = ?", in: database)
                    .run(.integer(seq), .text(kind.rawValue))
                return
            }
            // Of a record that is gone there is nothing to say.
            try Prepared(
                """
                INSERT INTO picture(seq, kind, state) SELECT ?1, ?2, ?3 WHERE EXISTS(SELECT 1 FROM record WHERE seq = ?1)
                ON CONFLICT(seq, kind) DO UPDATE SET state = excluded.state
                """, in: database
            ).run(.integer(seq), .text(kind.rawValue), .text(state.rawValue))
        }
    }
}

/// Reads what became of pictures, in one transaction.
struct PictureReader {
    private let find: Prepared

    init(_ database: Database) throws {
        find = try Prepared("SELECT state FROM picture WHERE seq = ? AND kind = ?", in: database)
    }

    func pictures(of records: [StoredRecord]) throws -> [Picture] {
        try records.flatMap { record in
            try record.pictures.map { kind, file in
                var state = Picture.State.kept
                try find.rows(.integer(record.seq), .text(kind.rawValue)) { row in
                    // A later version may know others.
                    state = Picture.State(rawValue: row.text(at: 0)) ?? .missing
                    return false
                }
                return Picture(seq: record.seq, camera: record.camera, kind: kind, file: file, state: state)
            }
        }
    }
}

import GRDB

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

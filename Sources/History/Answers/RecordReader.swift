import GRDB
import Records

/// Reads stored records, in one transaction.
struct RecordReader {
    private let unpacker: LineUnpacker
    private let cameras: [Int64: String]
    private let database: Database
    private static let columns = "seq, camera, ts, line"

    init(_ database: Database) throws {
        self.database = database
        unpacker = try LineUnpacker(database)
        cameras = try Names("camera", in: database).byNumber
    }

    func record(_ seq: Int64) throws -> StoredRecord? {
        var found: StoredRecord?
        try Prepared("SELECT \(Self.columns) FROM record WHERE seq = ?", in: database).rows(.integer(seq)) { row in
            found = try read(row)
            return false
        }
        return found
    }

    func records(after seq: Int64, limit: Int) throws -> [StoredRecord] {
        var found: [StoredRecord] = []
        try Prepared("SELECT \(Self.columns) FROM record WHERE seq > ? ORDER BY seq LIMIT ?", in: database)
            .rows(.integer(seq), .integer(limit)) { row in
                found.append(try read(row))
                return true
            }
        return found
    }

    private func read(_ row: Prepared) throws -> StoredRecord {
        let seq = row.integer(at: 0)
        guard let line = row.withBytes(at: 3, unpacker.line), let camera = cameras[row.integer(at: 1)] else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "record \(seq) cannot be unpacked")
        }
        return StoredRecord(
            seq: seq, camera: camera, time: WallTime(milliseconds: row.integer(at: 2)),
            record: Record(stored: line), line: line)
    }
}

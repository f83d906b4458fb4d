import History
import Records

/// Reads stored records, in one transaction.
struct RecordReader {
    private let connection: Connection
    private let place: String
    private static let columns = "SELECT r.seq, r.ts, r.camera, r.line FROM record r"

    init(_ connection: Connection, place: String) {
        self.connection = connection
        self.place = place
    }

    /// - Parameter rest: what follows the columns of the record `r`.
    func records(_ rest: String, _ values: Value...) throws -> [StoredRecord] { try records(rest, values) }

    func records(_ rest: String, _ values: [Value]) throws -> [StoredRecord] {
        let rows = try connection.run([Statement("\(Self.columns) \(rest)", values)])[0]
        return try read((0..<rows.count).map { (rows, $0) })
    }

    /// Those of numbers and times, in the order they are asked for; of what is not there there is none.
    func records(at found: [Found]) throws -> [StoredRecord] {
        if found.isEmpty { return [] }
        return try records(
            """
            JOIN unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS f(ts, seq, n) ON r.ts = f.ts AND r.seq = f.seq
            ORDER BY f.n
            """, .integers(found.map(\.time)), .integers(found.map(\.seq)))
    }

    /// Those of names, in the order of the names.
    func records(named names: [RecordName]) throws -> [StoredRecord] {
        let cameras = try names.map { try connection.number(of: $0.camera, in: .camera) }
        return try records(
            """
            JOIN unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS f(camera, id, n) ON r.camera = f.camera AND r.id = f.id
            ORDER BY f.n
            """, .integers(cameras), .texts(names.map(\.id)))
    }

    /// Those of rows that have number, time, camera and line.
    func read(_ all: [(rows: Rows, row: Int)]) throws -> [StoredRecord] {
        try all.map { rows, row in
            let seq = rows.integer(row, 0)
            guard let line = rows.withBytes(row, 3, LineUnpacker.present.line),
                let camera = try connection.name(of: rows.integer(row, 2), in: .camera)
            else { throw damage("record \(seq) cannot be unpacked") }
            return StoredRecord(
                seq: seq, camera: camera, time: WallTime(milliseconds: rows.integer(row, 1)),
                record: Record(stored: line), line: line)
        }
    }

    private func damage(_ reason: String) -> HistoryFailure {
        .damage("reading records", place: place, reason)
    }
}

import History
import Records

/// Takes one text out of records, in one transaction that holds the history.
struct Blotter {
    private let text: String
    private let connection: Connection
    private let place: String
    private let reader: RecordReader
    private let packer = LinePacker()
    private let eraser: RecordEraser
    private(set) var forgotten = ForgottenText()

    init(_ text: String, of connection: Connection, place: String) throws {
        self.text = text
        self.connection = connection
        self.place = place
        reader = RecordReader(connection, place: place)
        eraser = RecordEraser(connection)
        // Also where it stands in no event: it was left by a process that died.
        for table in ["plate", "lost"] { try eraser.touch(numbers(of: table), of: table) }
    }

    /// Its events: nothing of them is left but that there was one.
    mutating func blotEvents(upTo limit: Int) throws {
        let records = try reader.records(
            "WHERE r.plate = ANY($1) ORDER BY r.ts, r.seq LIMIT \(limit)", .integers(numbers(of: "plate")))
        for record in records {
            guard case .plate(let event) = record.record, PlateText.normal(event.plate)?.storable == text.storable
            else {
                throw damage(record.seq)
            }
        }
        forgotten.pictures += try connection.pictures(of: records).filter { $0.state != .deleted }
        try blot(records)
    }

    /// Events of other plates that it was voted for in.
    mutating func removeVotes(upTo limit: Int) throws {
        let lost = try numbers(of: "lost")
        let records = try reader.records(
            """
            JOIN (SELECT ts, seq FROM lost_event WHERE text = ANY($1) ORDER BY ts, seq LIMIT \(limit)) f
            ON r.ts = f.ts AND r.seq = f.seq
            """, .integers(lost))
        var (changed, whole): ([(record: StoredRecord, line: [UInt8])], [StoredRecord]) = ([], [])
        for record in records {
            // As it stands in its line: a centre has other names for its sites' cameras.
            guard case .plate(var event) = try Record(line: record.line) else { throw damage(record.seq) }
            event.takeOut(text)
            let line = Array(event.line.dropLast())
            // A field that this version does not know may have it, too.
            if line.contains(Array("\"\(text)\"".utf8)) { whole.append(record) } else { changed.append((record, line)) }
        }
        try blot(whole)
        if changed.isEmpty { return }
        let times = Value.integers(changed.map(\.record.time.milliseconds))
        let seqs = Value.integers(changed.map(\.record.seq))
        try connection.run([
            Statement(
                """
                UPDATE record r SET line = f.line FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS f(ts, seq, line)
                WHERE r.ts = f.ts AND r.seq = f.seq
                """, times, seqs, .byteses(changed.map { packer.pack($0.line) })),
            Statement(
                """
                DELETE FROM lost_event e USING unnest($1::bigint[], $2::bigint[]) AS f(ts, seq)
                WHERE e.ts = f.ts AND e.seq = f.seq AND e.text = ANY($3)
                """, times, seqs, .integers(lost)),
        ])
        forgotten.votes += changed.count
    }

    /// Some records that are no plates and have the text somewhere in them: matches, parts of torn lines, schemas of later versions.
    ///
    /// - Returns: where to go on; nil at the end.
    mutating func blotOthers(after first: Found, upTo limit: Int) throws -> Found? {
        let told = [GapRecord.schema, SealRecord.schema, HealthRecord.schema, ForgottenLine.schema]
        let schemas = try connection.allNames(.schema).filter { !told.contains($0.key) }.values.sorted()
        let records = try reader.records(
            """
            JOIN (SELECT f.ts, f.seq FROM unnest($1::bigint[]) AS s(id) CROSS JOIN LATERAL (
                SELECT ts, seq FROM record WHERE schema = s.id AND plate IS NULL AND (ts, seq) > ($2, $3)
                ORDER BY ts, seq LIMIT \(limit)) f ORDER BY f.ts, f.seq LIMIT \(limit)) f
            ON r.ts = f.ts AND r.seq = f.seq ORDER BY r.ts, r.seq
            """, .integers(schemas), .integer(first.time), .integer(first.seq))
        try blot(records.filter { $0.record.mentions(text) })
        guard records.count == limit, let last = records.last else { return nil }
        return Found(time: last.time.milliseconds, seq: last.seq)
    }

    // MARK: - Parts

    private mutating func blot(_ records: [StoredRecord]) throws {
        let lines = records.map { record in
            let stub = ForgottenLine(
                id: record.record.id ?? "", time: record.time, camera: record.loggedCamera,
                hash: ChainLink.digest(ofLine: record.line), previous: ChainLink.previous(of: record.line) ?? .zero)
            return (record.seq, packer.pack(Array(stub.line.dropLast())))
        }
        try eraser.blot(records, lines: Dictionary(lines, uniquingKeysWith: { first, _ in first }))
        forgotten.records += records.count
    }

    private func numbers(of table: String) throws -> [Int64] {
        try connection.rows("SELECT id FROM \(table) WHERE text = $1", .text(text)).integers()
    }

    /// What is found by a text and does not have it would be found for ever.
    private func damage(_ seq: Int64) -> HistoryFailure {
        .damage("forgetting a plate", place: place, "record \(seq) is found by a text that it does not have")
    }
}

import History
import Records

/// Takes records out of all tables, in one transaction that holds the history.
///
/// Texts that may stand nowhere any more are written down (`touched`), for `sweep`: to look whether they do takes longer than a transaction
/// should.
struct RecordEraser {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Removes records whole.
    ///
    /// - Returns: how many of them were plates, and how many others.
    func remove(_ found: [Found]) throws -> (events: Int, others: Int) {
        if found.isEmpty { return (0, 0) }
        let rows = try connection.run(
            [
                Statement(
                    """
                    DELETE FROM record r USING unnest($1::bigint[], $2::bigint[]) AS f(ts, seq)
                    WHERE r.ts = f.ts AND r.seq = f.seq RETURNING r.ts, r.plate, r.camera, r.place
                    """, .integers(found.map(\.time)), .integers(found.map(\.seq)))
            ] + outOfTheRest(found))
        let plates = try takeOut(rows)
        return (plates, rows[0].count - plates)
    }

    /// Puts other lines in the place of records, which keep their numbers, identities, cameras and times, and are found by nothing else.
    ///
    /// - Parameter lines: of `ForgottenLine`, as they are stored, by the records' numbers.
    func blot(_ records: [StoredRecord], lines: [Int64: [UInt8]]) throws {
        if records.isEmpty { return }
        try connection.add([ForgottenLine.schema], to: .schema)
        let found = records.map { Found(time: $0.time.milliseconds, seq: $0.seq) }
        let schema = try connection.number(of: ForgottenLine.schema, in: .schema)
        let rows = try connection.run(
            [
                Statement(
                    """
                    UPDATE record r SET schema = $3, plate = NULL, place = NULL, pictures = false, line = f.line
                    FROM (SELECT f.ts, f.seq, f.line, o.plate, o.place FROM unnest($1::bigint[], $2::bigint[], $4::bytea[]) AS f(ts, seq, line)
                        JOIN record o ON o.ts = f.ts AND o.seq = f.seq) f
                    WHERE r.ts = f.ts AND r.seq = f.seq RETURNING r.ts, f.plate, r.camera, f.place
                    """, .integers(found.map(\.time)), .integers(found.map(\.seq)), .integer(schema),
                    .byteses(records.map { lines[$0.seq] ?? [] }))
            ] + outOfTheRest(found) + [
                Statement(
                    """
                    INSERT INTO kept(space, name, value) VALUES($1, $2, 1)
                    ON CONFLICT(space, name) DO UPDATE SET value = kept.value::bigint + 1
                    """, .text(ForgettingTurn.name.space), .text(ForgettingTurn.name.name))
            ])
        _ = try takeOut(rows)
    }

    /// Has texts looked at that may stand nowhere any more.
    func touch(_ numbers: [Int64], of table: String) throws {
        if numbers.isEmpty { return }
        _ = try connection.rows(
            "INSERT INTO touched(kind, id) SELECT $1, id FROM unnest($2::bigint[]) AS t(id) ON CONFLICT DO NOTHING",
            .text(table), .integers(Set(numbers)))
    }

    // MARK: - Parts

    private func outOfTheRest(_ found: [Found]) -> [Statement] {
        [
            Statement(
                """
                DELETE FROM lost_event e USING unnest($1::bigint[], $2::bigint[]) AS f(ts, seq)
                WHERE e.ts = f.ts AND e.seq = f.seq RETURNING e.text
                """, .integers(found.map(\.time)), .integers(found.map(\.seq))),
            Statement("DELETE FROM picture WHERE seq = ANY($1)", .integers(found.map(\.seq))),
            Statement("SELECT number FROM month"),
        ]
    }

    /// - Parameter rows: times, plates, cameras and places of what was taken out; texts that lost in it; and the months there are.
    /// - Returns: how many plates there were.
    private func takeOut(_ rows: [Rows]) throws -> Int {
        let months = Months(connection, known: rows[3].integers())
        var (less, plates, newest): ([Int64: Int64], [Int64], [CameraPlace: Int64]) = ([:], [], [:])
        for row in 0..<rows[0].count {
            guard let plate = rows[0].optional(row, 1) else { continue }
            plates.append(plate)
            let time = rows[0].integer(row, 0)
            less[months.number(of: time), default: 0] -= 1
            let place = CameraPlace(camera: rows[0].integer(row, 2), place: rows[0].integer(row, 3))
            newest[place] = max(newest[place] ?? time, time)
        }
        try lookForNewest(newest)
        try connection.run(BatchRows.add(less))
        try touch(plates, of: "plate")
        try touch(rows[1].integers(), of: "lost")
        return plates.count
    }

    /// Of places whose newest event was taken out, another is.
    private func lookForNewest(_ gone: [CameraPlace: Int64]) throws {
        if gone.isEmpty { return }
        let gone = Array(gone)
        _ = try connection.rows(
            """
            UPDATE camera_place p SET newest = \(Self.newestOfPlace)
            FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS g(camera, place, ts)
            WHERE p.camera = g.camera AND p.place = g.place AND p.newest <= g.ts
            """, .integers(gone.map(\.key.camera)), .integers(gone.map(\.key.place)), .integers(gone.map(\.value)))
    }

    /// Where the newest event of the place `p` is looked up.
    static let newestOfPlace = """
        (SELECT ts FROM record r WHERE r.camera = p.camera AND r.place = p.place ORDER BY ts DESC LIMIT 1)
        """
}

import History
import Records

/// Stores a batch, in a transaction that holds the history.
struct BatchWriter {
    private let connection: Connection
    private let last: Int64
    private let place: String

    /// What always has its time in its line.
    private static let timed: Set<String> = [
        PlateEvent.schema, GapRecord.schema, TornLine.schema, SealRecord.schema, HealthRecord.schema,
        SessionRecord.schema, OpeningRecord.schema, ForgottenLine.schema, MatchRecord.schema,
    ]

    /// - Parameter last: number of the last record.
    init(_ connection: Connection, last: Int64, place: String) {
        self.connection = connection
        self.last = last
        self.place = place
    }

    func store(_ batch: Batch, of hub: String, now: WallTime) throws -> StoredBatch {
        let entries = batch.entries.map(\.entry)
        try connection.add(Set(entries.map(\.camera)).union(batch.counted.keys.map(\.camera)), to: .camera)
        try connection.add(Set(entries.map(\.schema)), to: .schema)
        try connection.add(Set(entries.compactMap(\.lane)), to: .lane)
        let cameras = try entries.map { try number(of: $0.camera, in: .camera) }

        let look = try look(for: entries, of: cameras, expected: batch.expected)
        if look.isOvertaken { throw HistoryFailure.overtaken("storing records in the history \(place)") }
        var months = Months(connection, known: look.months)
        try months.make(for: entries.filter { !$0.isOld }.map(\.time.milliseconds), now: now)

        var rows = BatchRows(last: last, plates: look.plates, lost: look.lost)
        var stored = StoredBatch()
        var logs: [String: (repeated: Int, latest: Int64?)] = [:]
        var blots: [(camera: Int64, entry: Entry)] = []
        for (index, (path, entry)) in batch.entries.enumerated() {
            let camera = cameras[index]
            let name = RecordKey(camera: camera, id: entry.identity.text.storable, time: entry.time.milliseconds)
            let isKnown = look.known.contains(index) || rows.names.contains(name)
            if isKnown || entry.isOld { rows.settle(entry, camera: camera, isKnown: isKnown) }
            if !isKnown, entry.isOld {
                stored.old += 1
            } else if !isKnown {
                rows.names.insert(name)
                let place = Place(
                    lane: try entry.lane.map { try number(of: $0, in: .lane) }, movement: entry.movement)
                rows.add(
                    entry, name, schema: try number(of: entry.schema, in: .schema), place: place.code,
                    month: months.number(of: name.time))
                stored.new += 1
                logs[path, default: (0, nil)].latest = max(logs[path]?.latest ?? .min, name.time)
            } else {
                stored.repeated += 1
                logs[path, default: (0, nil)].repeated += 1
                if entry.schema == ForgottenLine.schema { blots.append((camera, entry)) }
            }
        }
        let counts = rows.counts.merging(batch.counted, uniquingKeysWith: +)
        try connection.run(try rows.statements + count(counts) + progress(batch, of: hub, logs) + keep(batch.kept))
        stored.forgotten = try blot(blots)
        return stored
    }

    private func number(of name: String, in table: Names.Table) throws -> Int64 {
        guard let number = try connection.number(of: name, in: table) else {
            throw HistoryFailure.damage("storing records", place: place, "a name that was added is not there")
        }
        return number
    }

    // MARK: - What is there

    private typealias Look = (
        known: Set<Int>, plates: NumberedTexts, lost: NumberedTexts, months: [Int64], isOvertaken: Bool
    )

    private func look(for entries: [Entry], of cameras: [Int64], expected: [KeptName: String?]) throws -> Look {
        let ids = Value.texts(entries.map(\.identity.text))
        // What got its time when it was read may be here with another.
        let timeless = entries.indices.filter { !Self.timed.contains(entries[$0].schema) }
        var statements = [
            Statement(
                """
                SELECT t.n - 1 FROM unnest($1::bigint[], $2::text[], $3::bigint[]) WITH ORDINALITY AS t(camera, id, ts, n)
                JOIN record r ON r.camera = t.camera AND r.id = t.id AND r.ts = t.ts
                """, .integers(cameras), ids, .integers(entries.map(\.time.milliseconds))),
            Statement("SELECT text, id FROM plate WHERE text = ANY($1)", .texts(Set(entries.compactMap(\.plate)))),
            Statement("SELECT text, id FROM lost WHERE text = ANY($1)", .texts(Set(entries.flatMap(\.lost)))),
            Statement("SELECT name, last FROM sequence"),
            Statement("SELECT number FROM month"),
            Statement(
                """
                SELECT 1 FROM unnest($1::text[], $2::text[], $3::text[]) AS t(space, name, value)
                LEFT JOIN kept k ON k.space = t.space AND k.name = t.name WHERE k.value IS DISTINCT FROM t.value LIMIT 1
                """, .texts(expected.map(\.key.space)), .texts(expected.map(\.key.name)), .texts(expected.map(\.value))),
        ]
        if !timeless.isEmpty {
            statements.append(
                Statement(
                    """
                    SELECT DISTINCT t.n FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS t(camera, id, n)
                    JOIN record r ON r.camera = t.camera AND r.id = t.id
                    """, .integers(timeless.map { cameras[$0] }), .texts(timeless.map { entries[$0].identity.text }),
                    .integers(timeless.map { Int64($0) })))
        }
        let found = try connection.run(statements)
        var known = Set(found[0].integers().map { Int($0) })
        if found.count > 6 { known.formUnion(found[6].integers().map { Int($0) }) }
        func last(_ name: String) -> Int64 {
            (0..<found[3].count).first { found[3].text($0, 0) == name }.map { found[3].integer($0, 1) } ?? 0
        }
        return (
            known, NumberedTexts("plate", found[1], last: last("plate")),
            NumberedTexts("lost", found[2], last: last("lost")), found[4].integers(), found[5].count > 0
        )
    }

    // MARK: - Beside the records

    private func count(_ counts: [Count.Key: Int]) throws -> [Statement] {
        if counts.isEmpty { return [] }
        let all = Array(counts)
        return [
            Statement(
                """
                INSERT INTO hour_count(hour, camera, what, n)
                SELECT hour, camera, what, sum(n)::bigint
                FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS t(hour, camera, what, n)
                GROUP BY hour, camera, what ORDER BY hour, camera, what
                ON CONFLICT(hour, camera, what) DO UPDATE SET n = hour_count.n + excluded.n
                """, .integers(all.map(\.key.hour)),
                .integers(try all.map { try number(of: $0.key.camera, in: .camera) }), .texts(all.map(\.key.what)),
                .integers(all.map { Int64($0.value) }))
        ]
    }

    private func progress(
        _ batch: Batch, of hub: String, _ logs: [String: (repeated: Int, latest: Int64?)]
    ) -> [Statement] {
        batch.progress.sorted { $0.key < $1.key }.map { path, progress in
            Statement(
                """
                INSERT INTO log(hub, path, cursor, lines, repeated, unreadable, interruptions, latest, trouble)
                VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9)
                ON CONFLICT(hub, path) DO UPDATE SET cursor = coalesce(excluded.cursor, log.cursor),
                    lines = log.lines + excluded.lines, repeated = log.repeated + excluded.repeated,
                    unreadable = log.unreadable + excluded.unreadable,
                    interruptions = log.interruptions + excluded.interruptions,
                    latest = greatest(log.latest, excluded.latest), trouble = coalesce(excluded.trouble, log.trouble)
                """, .text(hub), .text(path), .whole(progress.cursor?.description), .integer(progress.lines),
                .integer(logs[path]?.repeated ?? 0), .integer(progress.unreadable), .integer(progress.interruptions),
                .integer(logs[path]?.latest), .whole(progress.trouble))
        }
    }

    /// All at once: a centre keeps a text for every chain that grew.
    private func keep(_ texts: [KeptName: String]) -> [Statement] {
        if texts.isEmpty { return [] }
        let all = texts.sorted { ($0.key.space, $0.key.name) < ($1.key.space, $1.key.name) }
        return [
            Statement(
                """
                INSERT INTO kept(space, name, value)
                SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
                ON CONFLICT(space, name) DO UPDATE SET value = excluded.value
                """, .texts(all.map(\.key.space)), .texts(all.map(\.key.name)), .wholes(all.map(\.value)))
        ]
    }

    /// What was forgotten in a log is forgotten here, too.
    ///
    /// - Returns: how many records told of it until now.
    private func blot(_ blots: [(camera: Int64, entry: Entry)]) throws -> Int {
        if blots.isEmpty { return 0 }
        let reader = RecordReader(connection, place: place)
        var lines: [Int64: [UInt8]] = [:]
        var records: [StoredRecord] = []
        for (camera, entry) in blots {
            let found = try reader.records(
                "WHERE r.camera = $1 AND r.id = $2 AND r.ts = $3", .integer(camera), .text(entry.identity.text),
                .integer(entry.time.milliseconds))
            for record in found where lines[record.seq] == nil {
                if case .forgotten = record.record { continue }
                lines[record.seq] = entry.line
                records.append(record)
            }
        }
        try RecordEraser(connection).blot(records, lines: lines)
        return records.count
    }
}

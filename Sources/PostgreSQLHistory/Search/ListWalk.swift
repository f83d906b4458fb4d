import History
import Records

/// Goes through the events that a list has something of, from the newest on: by hours in which it had some.
struct ListWalk {
    let list: String
    let connection: Connection
    let filter: SearchFilter
    let place: String

    private static let hour: Int64 = 3_600_000
    /// Hours that are looked at together, at most.
    private static let hours = 200

    /// - Parameter texts: numbers of the texts that are looked for; nil for all.
    /// - Returns: how many hours were looked at.
    func collect(_ texts: [Int64]?, into newest: inout Newest) throws -> Int {
        // What was removed is counted still.
        guard let schema = try connection.number(of: MatchRecord.schema, in: .schema),
            let oldest = try connection.rows(
                "SELECT ts FROM record WHERE schema = $1 AND plate IS NULL ORDER BY ts LIMIT 1", .integer(schema)
            ).integers().first
        else { return 0 }
        let wanted = texts.map { TextSet($0) }
        let rows = try connection.rows(
            """
            SELECT hour, sum(n)::bigint FROM hour_count
            WHERE what = $1 AND hour >= $2 AND hour <= $3 AND ($4 = 1 OR camera = ANY($5)) GROUP BY hour ORDER BY hour DESC
            """, .text("match \(list)"),
            .integer(Count.hour(of: WallTime(milliseconds: max(oldest, filter.times.lowerBound)))),
            .integer(Count.hour(of: WallTime(milliseconds: filter.times.upperBound))),
            .integer(filter.cameras == nil ? 1 : 0), .integers(filter.cameras ?? []))
        var (hours, count, looked): ([Int64], Int, Int) = ([], 0, 0)
        for row in 0..<rows.count {
            hours.append(rows.integer(row, 0))
            count += Int(rows.integer(row, 1))
            if count < newest.limit, hours.count < Self.hours { continue }
            try look(at: hours, schema, wanted, into: &newest)
            looked += hours.count
            newest.settle()
            // All of the hours that are over is newer than what comes now.
            if newest.isFull { return looked }
            (hours, count) = ([], 0)
        }
        if !hours.isEmpty { try look(at: hours, schema, wanted, into: &newest) }
        return looked + hours.count
    }

    private func look(at hours: [Int64], _ schema: Int64, _ texts: TextSet?, into newest: inout Newest) throws {
        let records = try RecordReader(connection, place: place).records(
            """
            JOIN unnest($1::bigint[]) AS h(hour)
            ON r.schema = $2 AND r.plate IS NULL AND r.ts >= h.hour * \(Self.hour) AND r.ts < (h.hour + 1) * \(Self.hour)
            WHERE r.ts >= $3 AND r.ts <= $4
            """, .integers(hours), .integer(schema), .integer(filter.times.lowerBound),
            .integer(filter.times.upperBound))
        let matches = try records.compactMap { record -> RecordKey? in
            guard case .match(let match) = record.record, match.list == list,
                let camera = try connection.number(of: record.camera, in: .camera),
                filter.cameras?.contains(camera) != false
            else { return nil }
            return RecordKey(camera: camera, id: match.event, time: record.time.milliseconds)
        }
        if matches.isEmpty { return }
        // A match has the time of its event.
        let events = try connection.rows(
            """
            SELECT r.ts, r.seq, r.plate, r.place FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS f(camera, id, ts)
            JOIN record r ON r.camera = f.camera AND r.id = f.id AND r.ts = f.ts WHERE r.plate IS NOT NULL
            """, .integers(matches.map(\.camera)), .texts(matches.map(\.id)), .integers(matches.map(\.time)))
        for row in 0..<events.count {
            let found = Found(time: events.integer(row, 0), seq: events.integer(row, 1))
            if let texts, !texts.contains(events.integer(row, 2)) { continue }
            if !filter.admits(place: events.integer(row, 3)) { continue }
            if filter.times.contains(found.time), filter.cursor.admits(found) { newest.add(found) }
        }
    }
}

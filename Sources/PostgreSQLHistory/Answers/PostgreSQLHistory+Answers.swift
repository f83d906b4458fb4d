import History
import Records

extension PostgreSQLHistory {
    public func loggedGaps(cameras: [String], from: WallTime?, until: WallTime?) async throws -> [StoredGap] {
        try await reading("reading gaps") { connection in
            let wanted = try connection.numbers(of: cameras)
            let rows = try connection.rows(
                """
                SELECT camera, id, cause, began, ended FROM (
                    SELECT * FROM gap WHERE ended IS NULL UNION ALL SELECT * FROM gap WHERE ended > $2) g
                WHERE began < $1 AND ($3 = 1 OR camera = ANY($4)) ORDER BY began DESC, id DESC
                """, .integer(until?.milliseconds ?? .max), .integer(from?.milliseconds ?? .min),
                .integer(cameras.isEmpty ? 1 : 0), .integers(wanted))
            return try Self.gaps(rows, connection)
        }
    }

    public func counts(cameras: [String], from: WallTime?, until: WallTime?) async throws -> [HourCount] {
        try await reading("reading counts") { connection in
            let wanted = try connection.numbers(of: cameras)
            // The hour that the time lies in belongs to it.
            let first = from.map { Count.hour(of: $0) } ?? .min
            let last = until.map { Count.hour(of: WallTime(milliseconds: $0.milliseconds &- 1)) } ?? .max
            let rows = try connection.run([Self.hours(of: wanted, from: first, to: last, all: cameras.isEmpty)])[0]
            return try (0..<rows.count).compactMap { row in
                guard let camera = try connection.name(of: rows.integer(row, 1), in: .camera) else { return nil }
                return HourCount(
                    hour: WallTime(milliseconds: rows.integer(row, 0) &* 3_600_000), camera: camera,
                    what: rows.text(row, 2), count: Int(rows.integer(row, 3)))
            }
        }
    }

    /// Each hour of few cameras is looked for by itself, where that is quicker than to read those of all cameras: a rule that leaves cameras
    /// open, or names many, does not go by the index's second column.
    private static func hours(of cameras: [Int64], from first: Int64, to last: Int64, all: Bool) -> Statement {
        let (hours, isEndless) = last.subtractingReportingOverflow(first)
        if !all, !isEndless, hours < mostLooks / Int64(max(1, cameras.count)) {
            return Statement(
                """
                SELECT h.hour, c.camera, f.what, f.n FROM generate_series($1::bigint, $2::bigint) AS h(hour)
                CROSS JOIN unnest($3::bigint[]) AS c(camera) CROSS JOIN LATERAL (
                    SELECT what, n FROM hour_count WHERE hour = h.hour AND camera = c.camera) f
                ORDER BY h.hour, c.camera, f.what
                """, .integer(first), .integer(last), .integers(cameras))
        }
        return Statement(
            """
            SELECT hour, camera, what, n FROM hour_count
            WHERE hour >= $1 AND hour <= $2 AND ($3 = 1 OR camera = ANY($4)) ORDER BY hour, camera, what
            """, .integer(first), .integer(last), .integer(all ? 1 : 0), .integers(cameras))
    }

    /// Fifty cameras in a month are 36 000, and take an eighth of the time in which all hours of these are sought among those of a thousand.
    private static let mostLooks: Int64 = 60_000

    public func totals(of kinds: [String], from: WallTime, until: WallTime) async throws -> [String: Int] {
        try await reading("reading totals") { connection in
            let rows = try connection.run([
                Statement(
                    """
                    SELECT k.what, (SELECT coalesce(sum(n), 0) FROM hour_count WHERE what = k.what AND hour >= $2 AND hour <= $3)::bigint
                    FROM unnest($1::text[]) AS k(what)
                    """, .texts(Set(kinds)), .integer(Count.hour(of: from)),
                    .integer(Count.hour(of: WallTime(milliseconds: until.milliseconds &- 1))))
            ])[0]
            return Dictionary(
                (0..<rows.count).map { (rows.text($0, 0), Int(rows.integer($0, 1))) }.filter { $0.1 > 0 }
            ) { first, _ in first }
        }
    }

    /// Backwards from the last hour on: of a camera that is not silent one look is enough.
    public func heard(of cameras: [String], from: WallTime, until: WallTime) async throws -> Set<String> {
        try await reading("reading which cameras were heard of") { connection in
            let rows = try connection.run([
                Statement(
                    """
                    SELECT c.camera FROM unnest($1::bigint[]) AS c(camera) WHERE EXISTS (
                        SELECT 1 FROM generate_series($3::bigint, $2::bigint, -1) AS h(hour), LATERAL (
                            SELECT 1 FROM hour_count WHERE hour = h.hour AND camera = c.camera LIMIT 1) f)
                    """, .integers(try connection.numbers(of: cameras)), .integer(Count.hour(of: from)),
                    .integer(Count.hour(of: WallTime(milliseconds: until.milliseconds &- 1))))
            ])[0]
            return Set(try rows.integers().compactMap { try connection.name(of: $0, in: .camera) })
        }
    }

    public func plates(since time: WallTime) async throws -> [String: Int] {
        try await reading("counting plates") { connection in
            // Whole hours are counted already; what is left of the first is not one where midnight is in it.
            let first = Count.hour(of: WallTime(milliseconds: time.milliseconds + 3_599_999))
            let rows = try connection.run([
                Statement(
                    "SELECT camera, sum(n)::bigint FROM hour_count WHERE what = 'plate' AND hour >= $1 GROUP BY camera",
                    .integer(first)),
                Self.plates(from: time.milliseconds, until: first * 3_600_000),
            ])
            return try rows.map { try Self.byCamera($0, connection) }
                .reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
    }

    public func plates(in times: [Range<WallTime>]) async throws -> [[String: Int]] {
        if times.isEmpty { return [] }
        return try await reading("counting plates") { connection in
            let statements = times.map {
                Self.plates(from: $0.lowerBound.milliseconds, until: $0.upperBound.milliseconds)
            }
            return try connection.run(statements).map { try Self.byCamera($0, connection) }
        }
    }

    private static func plates(from first: Int64, until end: Int64) -> Statement {
        Statement(
            "SELECT camera, count(*) FROM record WHERE plate IS NOT NULL AND ts >= $1 AND ts < $2 GROUP BY camera",
            .integer(first), .integer(end))
    }

    /// Of rows with the number of a camera and a count.
    private static func byCamera(_ rows: Rows, _ connection: Connection) throws -> [String: Int] {
        var found: [String: Int] = [:]
        for row in 0..<rows.count where rows.integer(row, 1) > 0 {
            guard let camera = try connection.name(of: rows.integer(row, 0), in: .camera) else { continue }
            found[camera, default: 0] += Int(rows.integer(row, 1))
        }
        return found
    }

    public func status() async throws -> HistoryStatus {
        let hub = hub
        return try await reading("reading the state of the history") { connection in
            let rows = try connection.run([
                Statement("SELECT last FROM sequence WHERE name = 'record'"),
                Statement("SELECT coalesce(sum(events), 0)::bigint FROM month"),
                Statement(
                    """
                    SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
                    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
                    """),
            ])
            return HistoryStatus(
                last: rows[0].integers().first ?? 0, events: Int(rows[1].integer(0, 0)),
                cameras: try Self.cameras(of: connection), logs: try Self.logs(of: connection, hub: hub),
                bytes: Int(rows[2].integer(0, 0)))
        }
    }

    private static func cameras(of connection: Connection) throws -> [HistoryStatus.Camera] {
        let newest = try newest(
            of: connection,
            Statement("SELECT camera, max(newest) FROM camera_place WHERE newest IS NOT NULL GROUP BY camera"))
        return try connection.allNames(.camera).keys.sorted().map {
            HistoryStatus.Camera(name: $0, newest: newest[$0])
        }
    }

    /// This hub's logs; those of others have their names before them.
    static func logs(of connection: Connection, hub: String) throws -> [HistoryStatus.Log] {
        let rows = try connection.rows(
            """
            SELECT path, lines, repeated, unreadable, interruptions, latest, trouble, cursor, hub FROM log
            ORDER BY hub <> $1, hub, path
            """, .text(hub))
        return (0..<rows.count).map { row in
            HistoryStatus.Log(
                path: rows.text(row, 8) == hub ? rows.text(row, 0) : "\(rows.text(row, 8)): \(rows.text(row, 0))",
                lines: Int(rows.integer(row, 1)), repeated: Int(rows.integer(row, 2)),
                unreadable: Int(rows.integer(row, 3)), interruptions: Int(rows.integer(row, 4)),
                latest: rows.optional(row, 5).map { WallTime(milliseconds: $0) },
                trouble: rows.isNull(row, 6) ? nil : rows.text(row, 6),
                cursor: rows.isNull(row, 7) ? nil : LogCursor(rows.text(row, 7)))
        }
    }
}

import History
import Records

extension PostgreSQLHistory {
    /// In one way through the socket.
    public func loggedPresent() async throws -> Present {
        try await reading("reading what there is now") { connection in
            let rows = try connection.run([
                connection.news(of: .camera), Statement("SELECT last FROM sequence WHERE name = 'record'"),
                Statement(
                    "SELECT camera, id, cause, began, ended FROM gap WHERE ended IS NULL ORDER BY began DESC, id DESC"),
            ])
            connection.learn(rows[0], of: .camera)
            return Present(
                last: rows[1].integers().first ?? 0, cameras: connection.sortedNames(of: .camera),
                gaps: try Self.gaps(rows[2], connection))
        }
    }

    public func newestPlates(of cameras: [String]) async throws -> [String: WallTime] {
        try await reading("reading the newest plates") { connection in
            try Self.newest(
                of: connection,
                Statement(
                    """
                    SELECT camera, max(newest) FROM camera_place WHERE newest IS NOT NULL AND camera = ANY($1) GROUP BY camera
                    """, .integers(try connection.numbers(of: cameras))))
        }
    }

    public func logs() async throws -> [HistoryStatus.Log] {
        let hub = hub
        return try await reading("reading how far logs were read") { try Self.logs(of: $0, hub: hub) }
    }

    /// - Parameter statement: gives numbers of cameras and times.
    static func newest(of connection: Connection, _ statement: Statement) throws -> [String: WallTime] {
        let rows = try connection.run([statement])[0]
        var newest: [String: WallTime] = [:]
        for row in 0..<rows.count {
            guard let camera = try connection.name(of: rows.integer(row, 0), in: .camera) else { continue }
            newest[camera] = WallTime(milliseconds: rows.integer(row, 1))
        }
        return newest
    }

    /// - Parameter rows: camera, identifier, cause and both ends.
    static func gaps(_ rows: Rows, _ connection: Connection) throws -> [StoredGap] {
        try (0..<rows.count).compactMap { row in
            guard let camera = try connection.name(of: rows.integer(row, 0), in: .camera) else { return nil }
            let gap = Gap(
                id: rows.text(row, 1), cause: Gap.Cause(rawValue: rows.text(row, 2)),
                start: WallTime(milliseconds: rows.integer(row, 3)))
            return StoredGap(
                camera: camera, gap: gap, end: rows.optional(row, 4).map { WallTime(milliseconds: $0) })
        }
    }
}

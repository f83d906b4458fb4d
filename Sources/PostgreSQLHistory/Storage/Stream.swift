import Records

/// Records that come in one order: what a camera logged, or one kind of what the hub made of that.
struct Stream {
    let camera: Int64
    let name: String
    let schemaName: String?
    /// The number of the record that was stored last. It may be gone.
    let last: Int64
    /// Which records are meant, in SQL.
    private let rule: String

    /// By the names of their cameras.
    static func all(of connection: Connection) throws -> [Stream] {
        let schemas = try connection.allNames(.schema)
        let made = Record.madeByHub.compactMap { schemas[$0] }.sorted()
        let others = made.isEmpty ? "" : " AND schema NOT IN (\(made.map { "\($0)" }.joined(separator: ", ")))"
        let rows = try connection.rows("SELECT camera, schema, seq FROM stream")
        return try (0..<rows.count).compactMap { row in
            let (camera, schema) = (rows.integer(row, 0), rows.integer(row, 1))
            guard let name = try connection.name(of: camera, in: .camera) else { return nil }
            return Stream(
                camera: camera, name: name,
                schemaName: schema == 0 ? nil : try connection.name(of: schema, in: .schema),
                last: rows.integer(row, 2),
                rule: "camera = \(camera)" + (schema == 0 ? others : " AND schema = \(schema)"))
        }.sorted { ($0.name, $0.schemaName ?? "") < ($1.name, $1.schemaName ?? "") }
    }

    /// The highest number of what is there.
    func highest(of connection: Connection, until time: Int64 = .max) throws -> Int64? {
        try connection.rows("SELECT max(seq) FROM record WHERE \(rule) AND ts <= $1", .integer(time), isKept: false)
            .optional(0, 0)
    }

    /// The lowest number behind another.
    func first(after seq: Int64, of connection: Connection) throws -> Int64? {
        if last <= seq { return nil }
        return try connection.rows(
            "SELECT seq FROM record WHERE \(rule) AND seq > $1 ORDER BY seq LIMIT 1", .integer(seq), isKept: false
        ).integers().first
    }
}

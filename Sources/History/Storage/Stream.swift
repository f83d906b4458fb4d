import GRDB
import Records

/// Records that come in one order: what a camera logged, or one kind of what the hub made of that.
struct Stream {
    let camera: String
    /// Nil for what the camera logged.
    let schema: String?
    /// Which records are meant, in SQL.
    let rule: String

    /// By the names of their cameras.
    static func all(in database: Database) throws -> [Stream] {
        let schemas = try Names("schema", in: database)
        let made = Record.madeByHub.sorted().compactMap { schema in schemas[schema].map { (schema, $0) } }
        let others = made.map { " AND schema <> \($0.1)" }.joined()
        return try Names("camera", in: database).all.sorted { $0.key < $1.key }.flatMap { name, number in
            [Stream(camera: name, schema: nil, rule: "camera = \(number)\(others)")]
                + made.map { Stream(camera: name, schema: $0.0, rule: "camera = \(number) AND schema = \($0.1)") }
        }
    }
}

/// One statement and what it is given.
struct Statement {
    let sql: String
    let values: [Value]
    /// Whether the connection keeps it prepared, to be asked again.
    let isKept: Bool

    init(_ sql: String, _ values: Value..., isKept: Bool = true) { self.init(sql, values, isKept: isKept) }

    init(_ sql: String, _ values: [Value], isKept: Bool = true) {
        self.sql = sql
        self.values = values
        self.isKept = isKept
    }

    static let beginReading = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    static let beginWriting = Statement("BEGIN ISOLATION LEVEL READ COMMITTED")
    static let commit = Statement("COMMIT")
}

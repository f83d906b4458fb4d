import GRDB

/// A small table of names, read for one transaction: cameras, schemas, lanes.
struct Names {
    private let table: String
    private var numbers: [String: Int64] = [:]

    init(_ table: String, in database: Database) throws {
        self.table = table
        try Prepared("SELECT name, id FROM \(table)", in: database).rows { row in
            numbers[row.text(at: 0)] = row.integer(at: 1)
            return true
        }
    }

    subscript(_ name: String) -> Int64? { numbers[name] }

    var all: [String: Int64] { numbers }

    /// By number.
    var byNumber: [Int64: String] { Dictionary(numbers.map { ($1, $0) }, uniquingKeysWith: { first, _ in first }) }

    /// The number of a name, which gets one where it has none.
    mutating func number(of name: String, in database: Database) throws -> Int64 {
        if let number = numbers[name] { return number }
        try Prepared("INSERT INTO \(table)(name) VALUES(?)", in: database).run(.text(name))
        let number = database.lastInsertedRowID
        numbers[name] = number
        return number
    }
}

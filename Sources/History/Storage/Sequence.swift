import GRDB

/// The highest numbers that were given out. They are never given out again, also where what they stood for is gone.
enum Sequence {
    static func last(of name: String, in database: Database) throws -> Int64 {
        try Prepared("SELECT last FROM sequence WHERE name = ?", in: database).integer(.text(name)) ?? 0
    }

    static func keep(_ last: Int64, of name: String, in database: Database) throws {
        try Prepared("UPDATE sequence SET last = ?2 WHERE name = ?1", in: database).run(.text(name), .integer(last))
    }
}

import GRDB
import GRDBSQLite

/// A statement that is run for every row: bound and stepped without what GRDB does around that, which costs more than the row.
///
/// For use inside one `read` or `write` of the pool, on its queue.
struct Prepared {
    enum Value {
        case integer(Int64)
        case text(String)
        case blob([UInt8])
        case null
    }

    /// SQLite copies what is bound.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// Keeps the handle.
    private let statement: Statement
    private let handle: OpaquePointer
    private let connection: OpaquePointer?

    /// - Parameter sql: one statement; the connection keeps it prepared.
    init(_ sql: String, in database: Database) throws {
        statement = try database.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
        connection = database.sqliteConnection
        sqlite3_reset(handle)
    }

    // MARK: - Running

    /// Runs a statement that gives no rows.
    func run(_ values: Value...) throws {
        try bind(values)
        defer { sqlite3_reset(handle) }
        while try step() {}
    }

    /// The first column of the first row; nil where there is no row.
    func integer(_ values: Value...) throws -> Int64? {
        try bind(values)
        defer { sqlite3_reset(handle) }
        return try step() ? integer(at: 0) : nil
    }

    /// Hands out rows as long as `body` wants more.
    func rows(_ values: Value..., body: (borrowing Prepared) throws -> Bool) throws {
        try bind(values)
        defer { sqlite3_reset(handle) }
        while try step(), try body(self) {}
    }

    /// The first column of all rows.
    func integers(_ values: Value...) throws -> [Int64] {
        try bind(values)
        defer { sqlite3_reset(handle) }
        var found: [Int64] = []
        while try step() { found.append(integer(at: 0)) }
        return found
    }

    // MARK: - Columns of the row

    func integer(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func isNull(at column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func text(at column: Int32) -> String {
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    func withBytes<Result>(at column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let bytes = sqlite3_column_blob(handle, column)
        return try body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }

    func bytes(at column: Int32) -> [UInt8] { withBytes(at: column) { Array($0) } }

    // MARK: - Parts

    private func bind(_ values: [Value]) throws {
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code =
                switch value {
                case .integer(let number): sqlite3_bind_int64(handle, place, number)
                case .text(let text):
                    sqlite3_bind_text(handle, place, text, Int32(text.utf8.count), Self.copied)
                case .blob(let bytes):
                    // An empty one has no address, and would be bound as null.
                    bytes.isEmpty
                        ? sqlite3_bind_zeroblob(handle, place, 0)
                        : sqlite3_bind_blob(handle, place, bytes, Int32(bytes.count), Self.copied)
                case .null: sqlite3_bind_null(handle, place)
                }
            if code != SQLITE_OK { throw failure(code) }
        }
    }

    private func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code), message: sqlite3_errmsg(connection).map { String(cString: $0) })
    }
}

extension Prepared.Value {
    static func integer(_ number: Int) -> Self { .integer(Int64(number)) }
    static func optional(_ number: Int64?) -> Self { number.map(Self.integer) ?? .null }
}

import CPQ

/// What a statement gave.
final class Rows {
    private let result: OpaquePointer
    let count: Int

    /// - Parameter result: becomes this value's.
    init(_ result: OpaquePointer) {
        self.result = result
        count = Int(PQntuples(result))
    }

    deinit {
        PQclear(result)
    }

    /// How many rows a statement changed.
    var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) == 1 }

    /// Of any width.
    func integer(_ row: Int, _ column: Int) -> Int64 {
        withBytes(row, column) { bytes in
            guard let first = bytes.first else { return 0 }
            return bytes.reduce(first >= 0x80 ? -1 : 0) { $0 << 8 | Int64($1) }
        }
    }

    func optional(_ row: Int, _ column: Int) -> Int64? { isNull(row, column) ? nil : integer(row, column) }

    func text(_ row: Int, _ column: Int) -> String { withBytes(row, column) { String(decoding: $0, as: UTF8.self) } }

    func bytes(_ row: Int, _ column: Int) -> [UInt8] { withBytes(row, column) { Array($0) } }

    func withBytes<Result>(_ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
        -> Result
    {
        let length = Int(PQgetlength(result, Int32(row), Int32(column)))
        return try body(UnsafeRawBufferPointer(start: PQgetvalue(result, Int32(row), Int32(column)), count: length))
    }

    /// A column of all rows.
    func integers(_ column: Int = 0) -> [Int64] { (0..<count).map { integer($0, column) } }

    func texts(_ column: Int = 0) -> [String] { (0..<count).map { text($0, column) } }
}

import GRDB

/// A row of packed texts.
enum TextBlock {
    /// Changes a row, which is made where it is not there. Its length stays the same, so that SQLite writes over the old bytes.
    static func change(
        _ number: Int64, of kind: TextTable.Kind, in database: Database, _ change: (inout [UInt8]) -> Void
    ) throws {
        var block: [UInt8]?
        try Prepared("SELECT texts FROM \(kind)_block WHERE block = ?", in: database).rows(.integer(number)) { row in
            block = row.bytes(at: 0)
            return false
        }
        guard var texts = block else {
            var texts = PackedText.emptyBlock
            change(&texts)
            try Prepared("INSERT INTO \(kind)_block(block, texts) VALUES(?, ?)", in: database)
                .run(.integer(number), .blob(texts))
            return
        }
        guard texts.count == PackedText.emptyBlock.count else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a block of texts has another length")
        }
        change(&texts)
        try Prepared("UPDATE \(kind)_block SET texts = ?2 WHERE block = ?1", in: database)
            .run(.integer(number), .blob(texts))
    }
}

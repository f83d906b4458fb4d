import GRDB

/// A row of packed texts. Its length stays the same, so that SQLite writes over the old bytes.
enum TextBlock {
    /// What a file has among what is kept once no row is left in it that nothing stands in.
    static let tidied = KeptName("texts", "tidied")
    /// Rows of a transaction: more would keep new records waiting.
    private static let removedAtOnce = 100

    /// Changes a row, which is made where it is not there.
    static func change(
        _ number: Int64, of kind: TextTable.Kind, in database: Database, _ change: (inout [UInt8]) -> Void
    ) throws {
        guard var texts = try texts(number, of: kind, in: database) else {
            var texts = PackedText.emptyBlock
            change(&texts)
            try Prepared("INSERT INTO \(kind)_block(block, texts) VALUES(?, ?)", in: database)
                .run(.integer(number), .blob(texts))
            return
        }
        change(&texts)
        try update(number, of: kind, in: database, texts)
    }

    /// Empties a place; a row in which nothing stands any more goes, so that a search reads no more rows than there are texts.
    ///
    /// - Returns: the text that stood there; nil where there was none, or one that does not fit.
    static func empty(
        _ slot: Int, of number: Int64, of kind: TextTable.Kind, in database: Database
    ) throws -> String? {
        guard var texts = try texts(number, of: kind, in: database) else { return nil }
        let text = PackedText.text(at: slot, of: texts)
        PackedText.write(nil, at: slot, of: &texts)
        if texts.allSatisfy({ $0 == 0 }) {
            try Prepared("DELETE FROM \(kind)_block WHERE block = ?", in: database).run(.integer(number))
        } else {
            try update(number, of: kind, in: database, texts)
        }
        return text
    }

    /// Removes rows that an earlier version left with nothing in them, the oldest first.
    ///
    /// - Returns: whether there may be more.
    static func removeEmpty(of kind: TextTable.Kind, in database: Database) throws -> Bool {
        try Prepared(
            """
            DELETE FROM \(kind)_block WHERE block IN (
                SELECT block FROM \(kind)_block WHERE texts = zeroblob(?1) ORDER BY block LIMIT ?2)
            """, in: database
        ).run(.integer(PackedText.emptyBlock.count), .integer(removedAtOnce))
        return database.changesCount == removedAtOnce
    }

    private static func texts(
        _ number: Int64, of kind: TextTable.Kind, in database: Database
    ) throws -> [UInt8]? {
        var block: [UInt8]?
        try Prepared("SELECT texts FROM \(kind)_block WHERE block = ?", in: database).rows(.integer(number)) { row in
            block = row.bytes(at: 0)
            return false
        }
        guard let block else { return nil }
        guard block.count == PackedText.emptyBlock.count else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a block of texts has another length")
        }
        return block
    }

    private static func update(
        _ number: Int64, of kind: TextTable.Kind, in database: Database, _ texts: [UInt8]
    ) throws {
        try Prepared("UPDATE \(kind)_block SET texts = ?2 WHERE block = ?1", in: database)
            .run(.integer(number), .blob(texts))
    }
}

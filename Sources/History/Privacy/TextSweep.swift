import GRDB

/// Removes the distinct texts that no event has any more: what is deleted must not live on in a table of words.
struct TextSweep {
    /// How many are looked at in one go.
    static let size = 500

    let kind: TextTable.Kind

    /// Of those that were touched, the ones that no event has now.
    ///
    /// - Returns: what was looked at, and what of it is an orphan; and the number that the last record had then.
    func look(in database: Database) throws -> (looked: [Int64], orphans: [Int64], last: Int64) {
        let spans = try self.spans(in: database)
        var looked: [Int64] = []
        try Prepared("SELECT id FROM touched WHERE kind = ? LIMIT ?", in: database)
            .rows(.text(kind.rawValue), .integer(Self.size)) { row in
                looked.append(try TextTable.checked(row.integer(at: 0)))
                return true
            }
        let orphans = try looked.filter { try !isUsed($0, in: spans, of: database) }
        return (looked, orphans, try Sequence.last(of: "record", in: database))
    }

    /// Removes the orphans that are still ones.
    ///
    /// - Parameter last: the number of the last record when they were looked for.
    func remove(_ looked: [Int64], orphans: [Int64], last: Int64, in database: Database) throws {
        // What came since may have brought one back.
        let isSame = try Sequence.last(of: "record", in: database) == last
        let spans = isSame ? [] : try self.spans(in: database)
        let gone = try orphans.filter { try isSame || !isUsed($0, in: spans, of: database) }
        for number in gone { try TextTable.remove(number, of: kind, in: database) }
        let done = try Prepared("DELETE FROM touched WHERE kind = ? AND id = ?", in: database)
        for number in looked { try done.run(.text(kind.rawValue), .integer(number)) }
        // Another process may have removed them meanwhile. What stays in a damaged file would be looked at for ever.
        let find = try Prepared("SELECT 1 FROM touched WHERE kind = ? AND id = ?", in: database)
        for number in looked where try find.integer(.text(kind.rawValue), .integer(number)) != nil {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "texts cannot be removed")
        }
    }

    private func spans(in database: Database) throws -> [Int64] {
        var spans: [Int64] = []
        try Prepared("SELECT span FROM \(kind)_span ORDER BY span DESC", in: database).rows { row in
            spans.append(row.integer(at: 0))
            return true
        }
        return spans
    }

    private func isUsed(_ number: Int64, in spans: [Int64], of database: Database) throws -> Bool {
        let find = try Prepared("SELECT 1 FROM \(kind)_event WHERE span = ? AND text = ? LIMIT 1", in: database)
        for span in spans where try find.integer(.integer(span), .integer(number)) != nil { return true }
        return false
    }
}

import GRDB

/// Goes through the events of some texts, span by span from the newest on, until there are enough.
struct PlateWalk {
    let kind: TextTable.Kind
    let database: Database
    let filter: SearchFilter
    let cursor: PageCursor

    /// How many rows can be read in the time that it takes to find one.
    private static let rowsOfSeek = 12

    /// - Parameter texts: their numbers, in order.
    func collect(_ texts: [Int64], into newest: inout Newest) throws {
        let members = TextSet(texts)
        for (span, events) in try spans() {
            // Where most texts would have to be looked for, reading all events of the span is quicker.
            if texts.count * Self.rowsOfSeek < events {
                try seek(texts, in: span, into: &newest)
            } else {
                try read(members, in: span, into: &newest)
            }
            newest.settle()
            if newest.isFull { return }
        }
    }

    private func spans() throws -> [(span: Int64, events: Int)] {
        let first = Span.number(of: filter.times.lowerBound)
        let last = Span.number(of: filter.times.upperBound)
        var spans: [(Int64, Int)] = []
        try Prepared(
            "SELECT span, events FROM \(kind)_span WHERE span >= ? AND span <= ? ORDER BY span DESC", in: database
        ).rows(.integer(first), .integer(last)) { row in
            spans.append((row.integer(at: 0), Int(row.integer(at: 1))))
            return true
        }
        return spans
    }

    private func seek(_ texts: [Int64], in span: Int64, into newest: inout Newest) throws {
        let find = try Prepared(
            """
            SELECT ts, seq, camera, place FROM \(kind)_event
            WHERE span = ?1 AND text = ?2 AND ts >= ?3 AND ts <= ?4 ORDER BY ts DESC, seq DESC
            """, in: database)
        for text in texts {
            var missing = newest.limit
            try find.rows(
                .integer(span), .integer(text), .integer(filter.times.lowerBound), .integer(filter.times.upperBound)
            ) { row in
                let found = Found(time: row.integer(at: 0), seq: row.integer(at: 1))
                if let oldest = newest.oldest, found < oldest { return false }
                if admits(found), filter.admits(camera: row.integer(at: 2), place: row.integer(at: 3)) {
                    newest.add(found)
                    missing -= 1
                }
                return missing > 0
            }
        }
    }

    private func read(_ texts: TextSet, in span: Int64, into newest: inout Newest) throws {
        try Prepared("SELECT text, ts, seq, camera, place FROM \(kind)_event WHERE span = ?", in: database)
            .rows(.integer(span)) { row in
                guard texts.contains(row.integer(at: 0)) else { return true }
                let found = Found(time: row.integer(at: 1), seq: row.integer(at: 2))
                if filter.times.contains(found.time), admits(found),
                    filter.admits(camera: row.integer(at: 3), place: row.integer(at: 4))
                {
                    newest.add(found)
                }
                return true
            }
    }

    /// Whether it comes behind the page before.
    private func admits(_ found: Found) -> Bool { found < Found(time: cursor.time, seq: cursor.seq) }
}

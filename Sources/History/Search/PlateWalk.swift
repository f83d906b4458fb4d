import GRDB

/// Goes through the events of some texts, span by span from the newest on, until there are enough.
struct PlateWalk {
    let kind: TextTable.Kind
    let database: Database
    let filter: SearchFilter
    let cursor: PageCursor

    /// How many rows can be read in the time that it takes to find one.
    private static let rowsOfSeek = 12
    /// How many rows a walk by time reads for each that had to be read, since it ends where a stretch of time does.
    private static let waste = 3

    /// - Parameter texts: their numbers.
    func collect(_ texts: [Int64], into newest: inout Newest) throws {
        // No more than there can be, whatever a damaged file says.
        let known = Int(min(max(1, try Sequence.last(of: kind.rawValue, in: database)), 1 << 32))
        lazy var sorted = texts.sorted()
        lazy var members = TextSet(texts)
        for (span, events) in try spans() {
            // Of few texts each is looked for; of many, one comes by soon in what happened last.
            let missing = newest.limit - newest.all.count
            let expected = missing * Self.waste * (known / max(1, texts.count) + 1)
            if texts.count * Self.rowsOfSeek < (kind == .plate ? min(events, expected) : events) {
                try seek(sorted, in: span, into: &newest)
            } else if kind == .plate {
                try TimeWalk(database: database, filter: filter, cursor: cursor)
                    .collect(members, in: Span.times(of: span), into: &newest)
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
                if cursor.admits(found), filter.admits(camera: row.integer(at: 2), place: row.integer(at: 3)) {
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
                if filter.times.contains(found.time), cursor.admits(found),
                    filter.admits(camera: row.integer(at: 3), place: row.integer(at: 4))
                {
                    newest.add(found)
                }
                return true
            }
    }
}

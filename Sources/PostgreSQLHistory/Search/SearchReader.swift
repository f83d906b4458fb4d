import History

/// Answers a search, in one transaction that reads.
struct SearchReader {
    let search: Search
    let connection: Connection
    let cursor: PageCursor
    let limit: Int
    let place: String
    let shelf: TextShelf

    func page() throws -> Page {
        guard let filter = try SearchFilter(search, after: cursor, of: connection) else {
            return Page(records: [], next: nil)
        }
        // One more tells whether there is another page.
        var newest = Newest(limit: limit + 1)
        let texts = try texts()
        if case .some(let numbers, _) = texts, numbers.isEmpty {
            // Nothing has such a text.
        } else if let list = search.list {
            var wanted: [Int64]?
            if case .some(let numbers, _) = texts { wanted = numbers }
            try ListWalk(list: list, connection: connection, filter: filter, place: place).collect(
                wanted, into: &newest)
        } else {
            var walk = EventWalk(search.way == .candidate ? .lost : .plate, connection, filter)
            switch texts {
            case .all: try walk.collect(into: &newest)
            case .some(let numbers, let known): try walk.collect(numbers, of: known, into: &newest)
            }
        }
        newest.settle()
        let found = Array(newest.all.prefix(limit))
        let next = newest.all.count > limit ? found.last.map { PageCursor(time: $0.time, seq: $0.seq) } : nil
        return Page(records: try RecordReader(connection, place: place).records(at: found), next: next)
    }

    private enum Texts {
        case all
        /// Their numbers, and about how many there are in all.
        case some([Int64], of: Int)
    }

    private func texts() throws -> Texts {
        guard let text = search.text else { return search.way == .candidate ? try matching("*", isAlike: false) : .all }
        switch search.way {
        case .exact: return try exact(text)
        case .near:
            let near = try shelf.numbers(NearMatcher(text, distance: search.distance), of: connection)
            return .some(near.found, of: near.known)
        case .alike: return try matching(text, isAlike: true)
        case .pattern, .candidate:
            let wild = text.firstIndex { "?*".contains($0) }
            guard let wild else { return try exact(text) }
            if text == "*", search.way != .candidate { return .all }
            if wild > text.startIndex, text[wild...] == "*" {
                // What many texts begin with is found sooner among those in memory.
                let isCommon = text.distance(from: text.startIndex, to: wild) <= 2
                if !isCommon || !shelf.isRead { return try beginning(with: String(text[..<wild])) }
            }
            return try matching(text, isAlike: false)
        }
    }

    private func exact(_ text: String) throws -> Texts {
        let rows = try connection.rows("SELECT id FROM \(shelf.table) WHERE text = $1", .text(text))
        return .some(rows.integers(), of: .max / 1_000_000)
    }

    private func matching(_ text: String, isAlike: Bool) throws -> Texts {
        let found = try shelf.numbers(PatternMatcher(text, isAlike: isAlike), of: connection)
        return .some(found.found, of: found.known)
    }

    /// A stretch of the index of texts.
    private func beginning(with prefix: String) throws -> Texts {
        // No text has a scalar behind this one.
        let rows = try connection.run([
            Statement(
                "SELECT id FROM \(shelf.table) WHERE text >= $1 AND text < $2", .text(prefix),
                .text(prefix + "\u{10FFFF}")),
            Statement("SELECT last FROM sequence WHERE name = $1", .text(shelf.table)),
        ])
        return .some(rows[0].integers(), of: Int(rows[1].integers().first ?? 0))
    }
}

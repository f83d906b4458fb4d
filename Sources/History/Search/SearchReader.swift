import GRDB
import Records

/// Answers a search, in one transaction that reads.
struct SearchReader {
    let search: Search
    let database: Database
    let cursor: PageCursor
    let limit: Int

    func page() throws -> Page {
        guard let filter = try SearchFilter(search, after: cursor, in: database) else {
            return Page(records: [], next: nil)
        }
        // One more tells whether there is another page.
        var newest = Newest(limit: limit + 1)
        switch try texts() {
        case .some(let numbers) where numbers.isEmpty: break
        case let texts where search.list != nil: try collect(texts, into: &newest, filter)
        case .all: try TimeWalk(database: database, filter: filter, cursor: cursor).collect(into: &newest)
        case .some(let numbers):
            try PlateWalk(kind: kind, database: database, filter: filter, cursor: cursor)
                .collect(numbers, into: &newest)
        }
        newest.settle()
        let reader = try RecordReader(database)
        let found = newest.all.prefix(limit)
        let next = newest.all.count > limit ? found.last.map { PageCursor(time: $0.time, seq: $0.seq) } : nil
        return Page(records: try found.compactMap { try reader.record($0.seq) }, next: next)
    }

    /// Those of a list.
    private func collect(_ texts: Texts, into newest: inout Newest, _ filter: SearchFilter) throws {
        guard let list = search.list else { return }
        let walk = ListWalk(list: list, database: database, filter: filter, cursor: cursor, search: search)
        switch texts {
        case .all: _ = try walk.collect(nil, into: &newest)
        case .some(let numbers): _ = try walk.collect(TextSet(numbers), into: &newest)
        }
    }

    private var kind: TextTable.Kind { search.way == .candidate ? .lost : .plate }

    private enum Texts {
        case all
        /// Their numbers.
        case some([Int64])
    }

    private func texts() throws -> Texts {
        guard let text = search.text else { return search.way == .candidate ? .some(try everyLost()) : .all }
        guard let plain = search.plain else { return try texts(text) }
        guard case .some(let typed) = try texts(text), case .some(let others) = try texts(plain) else { return .all }
        return .some(Set(typed).union(others).sorted())
    }

    private func texts(_ text: String) throws -> Texts {
        switch search.way {
        case .exact: return .some(try exact(text))
        case .near:
            return .some(
                try TextScan(kind: kind, database: database).numbers(NearMatcher(text, distance: search.distance)))
        case .alike: return .some(try matching(text, isAlike: true))
        case .pattern, .candidate:
            let wild = text.firstIndex { "?*".contains($0) }
            guard let wild else { return .some(try exact(text)) }
            if text == "*" { return search.way == .candidate ? .some(try everyLost()) : .all }
            if wild > text.startIndex, text[wild...] == "*" { return .some(try beginning(with: String(text[..<wild]))) }
            return .some(try matching(text, isAlike: false))
        }
    }

    private func everyLost() throws -> [Int64] { try matching("*", isAlike: false) }

    private func exact(_ text: String) throws -> [Int64] {
        let number = try Prepared("SELECT id FROM \(kind) WHERE text = ?", in: database).integer(.text(text))
        return try number.map { [try TextTable.checked($0)] } ?? []
    }

    private func matching(_ text: String, isAlike: Bool) throws -> [Int64] {
        try TextScan(kind: kind, database: database).numbers(PatternMatcher(text, isAlike: isAlike))
    }

    /// A stretch of the tree of texts.
    private func beginning(with prefix: String) throws -> [Int64] {
        var numbers: [Int64] = []
        // No text has a scalar behind this one.
        try Prepared("SELECT id FROM \(kind) WHERE text >= ?1 AND text < ?2", in: database)
            .rows(.text(prefix), .text(prefix + "\u{10FFFF}")) { row in
                numbers.append(try TextTable.checked(row.integer(at: 0)))
                return true
            }
        return numbers
    }
}

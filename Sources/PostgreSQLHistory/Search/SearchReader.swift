import History

/// Answers a search, in one transaction that reads: what has to be known first is asked for at once.
struct SearchReader {
    let search: Search
    let connection: Connection
    let cursor: PageCursor
    let limit: Int
    let place: String
    let shelf: TextShelf

    /// Of more stretches (a camera and a place) than these all are gone through by time, and what does not fit is left out.
    private static let stretches = 64
    private static let nothing = Page(records: [], next: nil)

    func page() throws -> Page {
        guard let filter = try SearchFilter(search, after: cursor, of: connection) else { return Self.nothing }
        let asking = try asking()
        if case .exact(let texts) = asking, texts.count == 1, search.way != .candidate, search.list == nil {
            var newest = NewestRows(limit: limit + 1)
            try EventWalk(
                kind: .plate, connection: connection, filter: filter, stretches: nil, months: [], wrong: nil, share: 1
            ).collect(texts[0], into: &newest)
            return try page(of: newest)
        }
        let places = filter.isOfSome ? [Self.stretches(of: filter)] : []
        let rows = try connection.run([Part.all] + statements(asking) + places)
        let texts = try texts(asking, Array(rows.dropFirst()))
        if let texts, texts.numbers.isEmpty { return Self.nothing }
        if let list = search.list { return try page(of: list, texts?.numbers, filter) }
        let stretches = places.isEmpty ? nil : rows.last.map(Self.stretches(in:))
        if let stretches, stretches.isEmpty { return Self.nothing }
        connection.parts = Part.all(in: rows[0])
        let parts = Part.those(of: connection.parts, within: filter.times)
        let isOfLost = search.way == .candidate
        let walk = EventWalk(
            kind: isOfLost ? .lost : .plate, connection: connection, filter: filter,
            stretches: isOfLost || (stretches?.count ?? .max) > Self.stretches ? nil : stretches, months: parts.months,
            wrong: parts.wrong, share: share(of: filter))
        // One more tells whether there is another page.
        var newest = NewestRows(limit: limit + 1)
        if let texts { try walk.collect(texts, into: &newest) } else { try walk.collect(into: &newest) }
        return try page(of: newest)
    }

    private func page(of newest: NewestRows) throws -> Page {
        let found = newest.all.prefix(limit)
        return Page(
            records: try RecordReader(connection, place: place).read(found.map { ($0.rows, $0.row) }),
            next: newest.all.count > limit ? found.last.map { PageCursor(time: $0.found.time, seq: $0.found.seq) } : nil
        )
    }

    private func page(of list: String, _ texts: [Int64]?, _ filter: SearchFilter) throws -> Page {
        var newest = Newest(limit: limit + 1)
        _ = try ListWalk(list: list, connection: connection, filter: filter, place: place)
            .collect(texts, into: &newest)
        newest.settle()
        let found = Array(newest.all.prefix(limit))
        let next = newest.all.count > limit ? found.last.map { PageCursor(time: $0.time, seq: $0.seq) } : nil
        return Page(records: try RecordReader(connection, place: place).records(at: found), next: next)
    }

    // MARK: - Places

    /// The stretches that fit, as far as it matters how many they are.
    private static func stretches(of filter: SearchFilter) -> Statement {
        var asked = Asked()
        let rule = filter.ofPlace(&asked)
        return Statement(
            "SELECT camera, place FROM camera_place WHERE true\(rule) LIMIT \(stretches + 1)", asked.values)
    }

    private static func stretches(in rows: Rows) -> [CameraPlace] {
        (0..<rows.count).map { CameraPlace(camera: rows.integer($0, 0), place: rows.integer($0, 1)) }
    }

    /// About which part of all events is of the cameras that are meant.
    private func share(of filter: SearchFilter) -> Double {
        guard let cameras = filter.cameras else { return 1 }
        return Double(cameras.count) / Double(max(cameras.count, connection.count(of: .camera)))
    }

    // MARK: - Texts

    /// How the numbers of the texts are learned.
    private enum Asking {
        /// Every text is meant.
        case all
        case exact([String])
        case beginning(String)
        /// Any of these; what is not in memory comes after a number.
        case matching([TextRun.Matcher], after: Int64)
    }

    private func asking() throws -> Asking {
        guard let text = search.text else { return search.way == .candidate ? like(["*"]) : .all }
        let texts = search.texts
        switch search.way {
        case .exact: return .exact(texts)
        case .near: return matching(texts.map { .near(NearMatcher($0, distance: search.distance)) })
        case .alike: return like(texts)
        case .pattern, .candidate:
            guard let wild = text.firstIndex(where: { "?*".contains($0) }) else { return .exact(texts) }
            if text == "*", search.way != .candidate { return .all }
            // To read all texts takes long. The server has an index of them.
            if texts.count == 1, wild > text.startIndex, text[wild...] == "*", shelf.reached == 0 {
                return .beginning(String(text[..<wild]))
            }
            return like(texts)
        }
    }

    private func like(_ texts: [String]) -> Asking {
        matching(texts.map { .pattern(PatternMatcher($0, isAlike: search.way == .alike)) })
    }

    private func matching(_ matchers: [TextRun.Matcher]) -> Asking { .matching(matchers, after: shelf.reached) }

    private func statements(_ asking: Asking) -> [Statement] {
        switch asking {
        case .all: []
        case .exact(let texts): [Statement("SELECT id FROM \(shelf.table) WHERE text = ANY($1)", .texts(texts))]
        case .beginning(let text):
            [
                TextShelf.numbers,
                // No text has a scalar behind this one.
                Statement(
                    "SELECT id FROM \(shelf.table) WHERE text >= $1 AND text < $2", .text(text),
                    .text(text + "\u{10FFFF}")),
            ]
        case .matching(_, let start): [TextShelf.numbers, shelf.news(after: start)]
        }
    }

    /// - Parameter rows: what the statements gave.
    /// - Returns: nil where every text is meant.
    private func texts(_ asking: Asking, _ rows: [Rows]) throws -> WantedTexts? {
        switch asking {
        case .all: return nil
        case .exact: return WantedTexts(numbers: rows[0].integers(), known: .max / 1_000_000, last: nil)
        case .beginning:
            let last = shelf.last(in: rows[0])
            return WantedTexts(numbers: rows[1].integers().sorted(), known: Int(last), last: last)
        case .matching(let matchers, let start):
            return try shelf.texts(matchers, rows[0], news: rows[1], after: start, of: connection)
        }
    }
}

import History

/// Goes through the events of some texts, or of all, from the newest on, until there are enough.
struct EventWalk {
    enum Kind {
        case plate
        /// Events by texts that lost in them.
        case lost

        var table: String { self == .plate ? "record" : "lost_event" }
        var text: String { self == .plate ? "plate" : "text" }
        var rule: String { self == .plate ? "plate IS NOT NULL AND " : "" }
    }

    let kind: Kind
    let connection: Connection
    private(set) var filter: SearchFilter

    /// How many rows can be read in the time that it takes to look into the part of one month.
    private static let rowsOfSeek = 12
    /// How many rows a walk by time reads for each that had to be read, since it ends where a portion does.
    private static let waste = 3
    /// Texts that are looked for at once.
    private static let texts = 2000
    /// No more texts than these are looked for in all months at once.
    private static let few = 16
    /// Rows of a walk that are read at once: first, and at most.
    private static let portion = (first: 2000, most: 64_000)
    /// Of more stretches (a camera and a place) than these all are walked through, and what does not fit is left out.
    private static let stretches = 64

    init(_ kind: Kind, _ connection: Connection, _ filter: SearchFilter) {
        self.kind = kind
        self.connection = connection
        self.filter = filter
    }

    /// The newest of all.
    func collect(into newest: inout Newest) throws {
        for (found, _) in try portion(newest.limit, try stretches()) { newest.add(found) }
    }

    /// - Parameters:
    ///   - texts: their numbers.
    ///   - known: how many texts there are.
    mutating func collect(_ texts: [Int64], of known: Int, into newest: inout Newest) throws {
        let windows = try TimeWindow.all(of: connection, within: filter.times, isOne: texts.count <= Self.few)
        // Of few texts each is looked for; of many, one comes by soon in what happened last.
        let seeking = Self.cost(of: texts.count, among: known, in: windows, upTo: newest.limit)
        let expected = newest.limit * Self.waste * (known / max(1, texts.count) + 1)
        if seeking > min(windows.reduce(0) { $0 + $1.events }, expected) {
            if try walk(texts, upTo: max(seeking, Self.portion.most), into: &newest) { return }
        }
        try seek(texts.sorted(), in: windows, into: &newest)
    }

    /// How many rows could be read in the time that it takes to look for texts, where they are as frequent as others.
    private static func cost(of texts: Int, among known: Int, in windows: [TimeWindow], upTo limit: Int) -> Int {
        var (cost, found) = (0, 0)
        for window in windows {
            cost += texts * rowsOfSeek * window.months
            found += window.events * texts / max(1, known)
            if found > 2 * limit { break }
        }
        return cost
    }

    // MARK: - By time

    /// - Returns: whether there is nothing more to be found; if not, the filter begins where it ended.
    private mutating func walk(_ texts: [Int64], upTo most: Int, into newest: inout Newest) throws -> Bool {
        let members = TextSet(texts)
        let stretches = try stretches()
        var (count, size) = (0, Self.portion.first)
        while count < most {
            let rows = try portion(size, stretches)
            for (found, text) in rows where members.contains(text) { newest.add(found) }
            newest.settle()
            guard rows.count == size, !newest.isFull, let last = rows.last else { return true }
            // More texts of the last event may follow.
            filter.cursor = PageCursor(time: last.0.time, seq: last.0.seq + (kind == .lost ? 1 : 0))
            filter.times = min(filter.times.lowerBound, last.0.time)...last.0.time
            count += rows.count
            size = min(2 * size, Self.portion.most)
        }
        return false
    }

    /// The newest that there are behind the cursor, with the numbers of their texts.
    private func portion(_ size: Int, _ stretches: [(camera: Int64, place: Int64)]?) throws -> [(Found, Int64)] {
        let rows: Rows
        if let stretches {
            let rule = filter.rule(from: 3, with: false)
            rows = try connection.run([
                Statement(
                    """
                    SELECT f.ts, f.seq, f.text FROM unnest($1::bigint[], $2::bigint[]) AS s(camera, place) CROSS JOIN LATERAL (
                        SELECT ts, seq, plate AS text FROM record WHERE camera = s.camera AND place = s.place AND \(rule.sql)
                        ORDER BY ts DESC, seq DESC LIMIT \(size)) f
                    ORDER BY f.ts DESC, f.seq DESC LIMIT \(size)
                    """,
                    [.integers(stretches.map(\.camera)), .integers(stretches.map(\.place))] + rule.values)
            ])[0]
        } else {
            let rule = filter.rule(from: 1)
            rows = try connection.run([
                Statement(
                    """
                    SELECT ts, seq, \(kind.text) FROM \(kind.table) WHERE \(kind.rule)\(rule.sql)
                    ORDER BY ts DESC, seq DESC LIMIT \(size)
                    """, rule.values)
            ])[0]
        }
        return (0..<rows.count).map { row in
            (Found(time: rows.integer(row, 0), seq: rows.integer(row, 1)), rows.integer(row, 2))
        }
    }

    /// The stretches of the table that fit, where they are few and not all.
    private func stretches() throws -> [(camera: Int64, place: Int64)]? {
        guard kind == .plate, filter.cameras != nil || filter.places != nil else { return nil }
        let rows = try connection.rows(
            "SELECT camera, place FROM camera_place WHERE ($1 = 1 OR camera = ANY($2)) AND ($3 = 1 OR place = ANY($4))",
            .integer(filter.cameras == nil ? 1 : 0), .integers(filter.cameras ?? []),
            .integer(filter.places == nil ? 1 : 0), .integers(filter.places ?? []))
        if rows.count > Self.stretches { return nil }
        return (0..<rows.count).map { (rows.integer($0, 0), rows.integer($0, 1)) }
    }

    // MARK: - By text

    /// Looks for each text, window after window.
    mutating func seek(_ texts: [Int64], in windows: [TimeWindow], into newest: inout Newest) throws {
        for window in windows {
            try seek(texts, in: window, into: &newest)
            // All of it is newer than what the next has.
            if newest.isFull { return }
        }
    }

    private mutating func seek(_ texts: [Int64], in window: TimeWindow, into newest: inout Newest) throws {
        var rest = texts[...]
        while !rest.isEmpty {
            let rule = filter.rule(from: 2, in: window.times)
            let rows = try connection.run([
                Statement(
                    """
                    SELECT DISTINCT f.ts, f.seq FROM unnest($1::bigint[]) AS t(id) CROSS JOIN LATERAL (
                        SELECT ts, seq FROM \(kind.table) WHERE \(kind.text) = t.id AND \(rule.sql)
                        ORDER BY ts DESC, seq DESC LIMIT \(newest.limit)) f
                    ORDER BY f.ts DESC, f.seq DESC LIMIT \(newest.limit)
                    """, [.integers(rest.prefix(Self.texts))] + rule.values)
            ])[0]
            for row in 0..<rows.count { newest.add(Found(time: rows.integer(row, 0), seq: rows.integer(row, 1))) }
            newest.settle()
            // What is older than enough of them is not looked for any more.
            if newest.isFull, let oldest = newest.oldest, oldest.time <= filter.times.upperBound {
                filter.times = max(oldest.time, filter.times.lowerBound)...filter.times.upperBound
            }
            rest = rest.dropFirst(Self.texts)
        }
    }
}

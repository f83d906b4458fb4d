import History

/// Goes through the events of some texts, or of all, month after month from the newest on, until there are enough. Each statement names the
/// part of the table that it reads: the server need not look at all others.
struct EventWalk {
    enum Kind {
        case plate
        /// Events by texts that lost in them.
        case lost

        var table: String { self == .plate ? "record" : "lost_event" }
        var text: String { self == .plate ? "plate" : "text" }
    }

    let kind: Kind
    let connection: Connection
    let filter: SearchFilter
    /// The stretches of the table that fit; nil where they are many, or all.
    let stretches: [CameraPlace]?
    /// The newest first.
    let months: [Part]
    /// What no month takes.
    let wrong: Part?
    /// The part of all cameras that is meant.
    let share: Double

    /// How many rows can be read by time in the time that it takes to look for a text in a month.
    static let rowsOfSeek = 20
    /// How many can be read by time while one is read by camera and place, whose texts are elsewhere.
    private static let rowsOfStretch = 6
    /// Texts that are looked for at once.
    private static let texts = 2000
    /// Months in which few texts are looked for first.
    private static let first = 2
    /// Of no more texts than these, all months are soon looked through.
    private static let few = 16

    /// The newest of all.
    func collect(into newest: inout NewestRows) throws {
        try ask(wrong.map { [$0] } ?? [], into: &newest) { statement(in: $0, upTo: $1) }
        var (rest, size) = (months[...], 1)
        while !rest.isEmpty {
            let window = rest.prefix(size)
            if try !ask(window, into: &newest, { statement(in: $0, upTo: $1) }) { return }
            rest = rest.dropFirst(size)
            size *= 2
        }
    }

    /// - Parameter texts: those that are looked for.
    func collect(_ texts: WantedTexts, into newest: inout NewestRows) throws {
        if let wrong { try seek(texts, in: [wrong], into: &newest) }
        lazy var bits = texts.bits
        let isFew = texts.numbers.count <= Self.few
        var (rest, size) = (months[...], isFew ? Self.first : 1)
        while let first = rest.first {
            if let plan = plan(texts, in: first, missing: newest.missing(until: first.times.upperBound)) {
                if try !walk(texts, bits, in: first, plan, into: &newest) { return }
                rest = rest.dropFirst()
                continue
            }
            if try !seek(texts, in: rest.prefix(size), into: &newest) { return }
            rest = rest.dropFirst(size)
            size = isFew ? rest.count : 2 * size
        }
    }

    /// Asks parts at once.
    ///
    /// - Returns: whether more is to be found in older ones.
    @discardableResult
    private func ask(
        _ parts: some Collection<Part>, into newest: inout NewestRows,
        _ statement: (Part, _ limit: Int) -> Statement
    ) throws -> Bool {
        guard let youngest = parts.first else { return true }
        let missing = newest.missing(until: youngest.times.upperBound)
        if missing <= 0 { return false }
        for rows in try connection.run(parts.map { statement($0, missing) }) { newest.add(rows) }
        return true
    }

    // MARK: - By one text

    /// Looks for a text at once in the parts that there were when the connection last knew of them: where these are the same, no time was
    /// lost by asking for them first.
    func collect(_ text: String, into newest: inout NewestRows) throws {
        let seen = Part.those(of: connection.parts, within: filter.times)
        let guessed = (seen.wrong.map { [$0] } ?? []) + seen.months.prefix(Self.first)
        let limit = newest.limit
        let rows = try connection.run([Part.all] + guessed.map { seeking(text, in: $0, upTo: limit) })
        connection.parts = Part.all(in: rows[0])
        let parts = Part.those(of: connection.parts, within: filter.times)
        let all = (parts.wrong.map { [$0] } ?? []) + parts.months
        if all.map(\.month) == (seen.wrong.map { [$0] } ?? []).map(\.month) + seen.months.map(\.month) {
            for rows in rows.dropFirst() { newest.add(rows) }
            try ask(parts.months.dropFirst(Self.first), into: &newest) { seeking(text, in: $0, upTo: $1) }
        } else {
            for rows in try connection.run(all.map { seeking(text, in: $0, upTo: limit) }) { newest.add(rows) }
        }
    }

    private func seeking(_ text: String, in part: Part, upTo limit: Int) -> Statement {
        var asked = Asked()
        let order = "ORDER BY ts DESC, seq DESC LIMIT \(asked.put(.integer(limit)))"
        let rule = filter.ofTime(in: part, .min ... .max, &asked) + filter.ofPlace(&asked)
        return Statement(
            """
            SELECT seq, ts, camera, line FROM \(part.table("record"))
            WHERE plate = (SELECT id FROM plate WHERE text = \(asked.put(.text(text)))) AND \(rule) \(order)
            """, asked.values)
    }

    // MARK: - By time

    /// Until when a month is gone through by time; what is older is looked for text by text. Nil where that is done at once.
    private func plan(_ texts: WantedTexts, in part: Part, missing: Int) -> Int64? {
        if texts.last == nil { return nil }
        let times = part.times.clamped(to: filter.times)
        let length = Double(times.upperBound - times.lowerBound) + 1
        let ofMonth = length / (Double(part.times.upperBound - part.times.lowerBound) + 1)
        var events = Double(part.events) * ofMonth
        var frequency = Double(texts.numbers.count) / Double(max(1, texts.known))
        if stretches == nil {
            frequency *= share
        } else {
            events *= share * Double(Self.rowsOfStretch)
            frequency /= Double(Self.rowsOfStretch)
        }
        let seeking = Double(texts.numbers.count * Self.rowsOfSeek)
        // Of few texts each is looked for; of many, one comes by soon in what happened last.
        guard seeking > min(events, Double(missing) / frequency) else { return nil }
        if events <= 2 * seeking { return times.lowerBound }
        return times.upperBound - Int64(length * 2 * seeking / events)
    }

    /// - Returns: whether more is to be found in older months.
    private func walk(
        _ texts: WantedTexts, _ bits: [UInt8], in part: Part, _ first: Int64, into newest: inout NewestRows
    ) throws -> Bool {
        let isMore = try ask([part], into: &newest) { part, limit in
            statement(in: part, first ... .max, texts: bits, upTo: limit)
        }
        if !isMore { return false }
        let start = max(part.times.lowerBound, filter.times.lowerBound)
        if first <= start || newest.missing(until: first - 1) <= 0 { return true }
        return try seek(texts, in: [part], until: first - 1, into: &newest)
    }

    /// The newest in a part, by time.
    private func statement(
        in part: Part, _ window: ClosedRange<Int64> = .min ... .max, texts: [UInt8]? = nil, upTo limit: Int
    ) -> Statement {
        var asked = Asked()
        let (table, text) = (part.table(kind.table), kind.text)
        let order = "ORDER BY ts DESC, seq DESC LIMIT \(asked.put(.integer(limit)))"
        var rule = filter.ofTime(in: part, window, &asked)
        if let texts { rule += " AND get_bit(\(asked.put(.bytes(texts))), \(text)) = 1" }
        if kind == .plate, let stretches {
            let cameras = asked.put(.integers(stretches.map(\.camera)))
            let places = asked.put(.integers(stretches.map(\.place)))
            return whole(
                """
                SELECT k.ts, k.seq FROM unnest(\(cameras)::bigint[], \(places)::bigint[]) AS s(camera, place)
                CROSS JOIN LATERAL (
                    SELECT ts, seq FROM \(table) WHERE camera = s.camera AND place = s.place AND \(rule) \(order)) k
                ORDER BY k.ts DESC, k.seq DESC LIMIT $1
                """, of: part, asked)
        }
        rule += filter.ofPlace(&asked)
        if kind == .lost {
            return whole("SELECT DISTINCT ts, seq FROM \(table) WHERE \(rule) \(order)", of: part, asked)
        }
        if texts == nil {
            return Statement(
                "SELECT seq, ts, camera, line FROM \(table) WHERE plate IS NOT NULL AND \(rule) \(order)", asked.values)
        }
        return whole("SELECT ts, seq FROM \(table) WHERE plate IS NOT NULL AND \(rule) \(order)", of: part, asked)
    }

    /// What is stored of events that a statement finds.
    private func whole(_ keys: String, of part: Part, _ asked: Asked) -> Statement {
        Statement(
            """
            SELECT r.seq, r.ts, r.camera, r.line FROM (\(keys)) f
            JOIN \(part.table("record")) r ON r.ts = f.ts AND r.seq = f.seq AND r.plate IS NOT NULL
            """, asked.values)
    }

    // MARK: - By text

    /// Looks for each text.
    ///
    /// - Returns: whether more is to be found in older parts.
    @discardableResult
    func seek(
        _ texts: WantedTexts, in parts: some Collection<Part>, until last: Int64 = .max, into newest: inout NewestRows
    ) throws -> Bool {
        var rest = texts.numbers[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(Self.texts))
            // What is older than enough of them is not looked for any more.
            let window = (newest.oldest.map { min($0, last) } ?? .min)...last
            if try !ask(parts, into: &newest, { seeking(some, in: $0, window, upTo: $1) }) { return false }
            rest = rest.dropFirst(Self.texts)
        }
        return true
    }

    private func seeking(_ texts: [Int64], in part: Part, _ window: ClosedRange<Int64>, upTo limit: Int) -> Statement {
        var asked = Asked()
        let order = "ORDER BY ts DESC, seq DESC LIMIT \(asked.put(.integer(limit)))"
        let rule = filter.ofTime(in: part, window, &asked) + filter.ofPlace(&asked)
        if kind == .plate, texts.count == 1 {
            let text = asked.put(.integer(texts[0]))
            return Statement(
                "SELECT seq, ts, camera, line FROM \(part.table("record")) WHERE plate = \(text) AND \(rule) \(order)",
                asked.values)
        }
        let all = asked.put(.integers(texts))
        return whole(
            """
            SELECT DISTINCT k.ts, k.seq FROM unnest(\(all)::bigint[]) AS t(id) CROSS JOIN LATERAL (
                SELECT ts, seq FROM \(part.table(kind.table)) WHERE \(kind.text) = t.id AND \(rule) \(order)) k
            ORDER BY k.ts DESC, k.seq DESC LIMIT $1
            """, of: part, asked)
    }
}

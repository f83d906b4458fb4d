import Records

/// Texts with their numbers, in order of these: what a statement gave.
protocol TextPortion {
    var count: Int { get }
    func number(_ row: Int) -> Int64
    func withText<Result>(_ row: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result
}

extension Rows: TextPortion {
    func number(_ row: Int) -> Int64 { integer(row, 0) }

    func withText<Result>(_ row: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withBytes(row, 1, body)
    }
}

/// Distinct texts in memory: all up to a number. There is no hole below it, also where reading was broken off.
struct ShelvedTexts {
    /// Texts of a run: what is copied when it becomes too long is little beside all of them.
    private static let longest = 1 << 20

    /// Texts that are read at once.
    let portion: Int
    /// How often texts had been removed when these were read.
    private(set) var removal: Int64
    /// The highest number that was read.
    private(set) var last: Int64 = 0
    private var runs: [TextRun] = []
    /// Those that are in no run.
    private var long: [(number: Int64, text: String)] = []

    init(removal: Int64 = -1, portion: Int = 50_000) {
        self.removal = removal
        self.portion = portion
    }

    var count: Int { runs.reduce(long.count) { $0 + $1.count } }

    /// The numbers of those that match; a text that several matchers take is there for each.
    func numbers(_ matchers: [TextRun.Matcher]) -> [Int64] {
        var found: [Int64] = []
        for matcher in matchers {
            for run in runs { run.look(matcher, &found) }
            for (number, text) in long where matcher.matches(text) { found.append(number) }
        }
        return found
    }

    /// Reads what came since; after a removal, all.
    ///
    /// - Parameters:
    ///   - news: a portion that was asked for before this.
    ///   - start: the number that its texts come after.
    ///   - removal: how often texts have been removed.
    ///   - ask: gives the portion after a number.
    mutating func read<Portion: TextPortion>(
        _ news: Portion, after start: Int64, removal: Int64, ask: (Int64) throws -> Portion
    ) rethrows {
        // Who asks later may see an earlier moment: what was removed since is found in no event.
        if removal > self.removal { self = ShelvedTexts(removal: removal, portion: portion) }
        // Since it was asked, they may have begun anew and been broken off: what lies between is not here.
        var rows = try start > last ? ask(last) : news
        while true {
            add(rows)
            if rows.count < portion { return }
            rows = try ask(last)
        }
    }

    private mutating func add(_ rows: some TextPortion) {
        var packed: [UInt128] = []
        for row in 0..<rows.count {
            let number = rows.number(row)
            // Another has read it meanwhile.
            if number <= last { continue }
            last = number
            // Nothing is like a pseudonym.
            if rows.withText(row, { $0.starts(with: Pseudonyms.mark.utf8) }) { continue }
            if let text = rows.withText(row, { TextRun.packed($0, number) }) {
                packed.append(text)
            } else {
                long.append((number, rows.withText(row) { String(decoding: $0, as: UTF8.self) }))
            }
        }
        add(packed)
    }

    /// Runs of like lengths become one: there are never many.
    private mutating func add(_ packed: [UInt128]) {
        if packed.isEmpty { return }
        runs.append(TextRun(packed))
        while runs.count > 1 {
            let (longer, shorter) = (runs[runs.count - 2], runs[runs.count - 1])
            guard longer.count < 2 * shorter.count, longer.count + shorter.count <= Self.longest else { return }
            runs.removeLast(2)
            runs.append(longer.merged(with: shorter))
        }
    }
}

import History
import Records
import Synchronization

/// The distinct texts of both kinds, as this process has them in memory.
struct TextShelves: Sendable {
    let plate = TextShelf("plate")
    let lost = TextShelf("lost")
}

/// The distinct texts of one kind in memory, in runs that are sorted, so that every way of searching is the same here and in SQLite's file.
/// What came since is read before each look through them; after a removal, all of them.
final class TextShelf: Sendable {
    private struct Texts {
        /// How often texts had been removed when these were read.
        var removal: Int64 = -1
        /// The highest number that was read.
        var last: Int64 = 0
        var runs: [TextRun] = []
        /// Those that are in no run.
        var long: [(number: Int64, text: String)] = []

        var count: Int { runs.reduce(long.count) { $0 + $1.count } }

        mutating func add(_ rows: Rows) {
            var packed: [UInt128] = []
            for row in 0..<rows.count {
                let number = rows.integer(row, 0)
                // Another has read it meanwhile.
                if number <= last { continue }
                last = number
                // Nothing is like a pseudonym.
                if rows.withBytes(row, 1, { $0.starts(with: Pseudonyms.mark.utf8) }) { continue }
                if let text = rows.withBytes(row, 1, { TextRun.packed($0, number) }) {
                    packed.append(text)
                } else {
                    long.append((number, rows.text(row, 1)))
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
                guard longer.count < 2 * shorter.count, longer.count + shorter.count <= TextShelf.longest else {
                    return
                }
                runs.removeLast(2)
                runs.append(longer.merged(with: shorter))
            }
        }
    }

    /// Texts that are read at once.
    private static let portion = 50_000
    /// Texts of a run: what is copied when it becomes too long is little beside all of them.
    private static let longest = 1 << 20
    /// The highest numbers that were given out.
    static let numbers = Statement("SELECT name, last FROM sequence")

    /// Of the texts.
    let table: String
    private let texts = Mutex(Texts())

    init(_ table: String) {
        self.table = table
    }

    /// Whether this process has texts in memory.
    var isRead: Bool { texts.withLock { $0.last > 0 } }

    /// What came since the texts were read.
    var news: Statement { news(after: texts.withLock { $0.last }) }

    private func news(after last: Int64) -> Statement {
        Statement("SELECT id, text FROM \(table) WHERE id > $1 ORDER BY id LIMIT \(Self.portion)", .integer(last))
    }

    /// The highest number of a text.
    func last(in numbers: Rows) -> Int64 { Self.number(table, in: numbers) }

    private static func number(_ name: String, in rows: Rows) -> Int64 {
        (0..<rows.count).first { rows.text($0, 0) == name }.map { rows.integer($0, 1) } ?? 0
    }

    /// The texts that any of the matchers takes.
    ///
    /// - Parameters:
    ///   - numbers: what this statement gave, and `news`, in the same transaction.
    func texts(
        _ matchers: [TextRun.Matcher], _ numbers: Rows, news: Rows, of connection: Connection
    ) throws -> WantedTexts {
        try texts.withLock { texts in
            try read(into: &texts, removal: Self.number("removal", in: numbers), news, connection)
            var found: [Int64] = []
            for matcher in matchers {
                for run in texts.runs { run.look(matcher, &found) }
                for (number, text) in texts.long where matcher.matches(text) { found.append(number) }
            }
            if matchers.count > 1 { found = Array(Set(found)) }
            return WantedTexts(numbers: found.sorted(), known: texts.count, last: max(texts.last, last(in: numbers)))
        }
    }

    private func read(into texts: inout Texts, removal: Int64, _ news: Rows, _ connection: Connection) throws {
        var rows = news
        // Who asks later may see an earlier moment: what was removed since is found in no event.
        if removal > texts.removal {
            texts = Texts(removal: removal)
            rows = try connection.run([self.news(after: 0)])[0]
        }
        while true {
            texts.add(rows)
            if rows.count < Self.portion { return }
            rows = try connection.run([self.news(after: texts.last)])[0]
        }
    }
}

import History
import Synchronization

/// The distinct texts of both kinds, as this process has them in memory.
struct TextShelves: Sendable {
    let plate = TextShelf("plate")
    let lost = TextShelf("lost")
}

/// The distinct texts of one kind in memory, in runs that are sorted, so that every way of searching is the same here and in SQLite's file.
/// What came since is read before each look through them; after a removal, all of them.
final class TextShelf: Sendable {
    /// The highest numbers that were given out.
    static let numbers = Statement("SELECT name, last FROM sequence")

    /// Of the texts.
    let table: String
    private let texts = Mutex(ShelvedTexts())

    init(_ table: String) {
        self.table = table
    }

    /// The highest number that this process has in memory; 0 where it has none.
    var reached: Int64 { texts.withLock { $0.last } }

    /// What comes after a number.
    func news(after number: Int64) -> Statement { news(after: number, portion: texts.withLock { $0.portion }) }

    private func news(after number: Int64, portion: Int) -> Statement {
        Statement("SELECT id, text FROM \(table) WHERE id > $1 ORDER BY id LIMIT \(portion)", .integer(number))
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
    ///   - start: the number after which `news` was asked for.
    func texts(
        _ matchers: [TextRun.Matcher], _ numbers: Rows, news: Rows, after start: Int64, of connection: Connection
    ) throws -> WantedTexts {
        try texts.withLock { texts in
            let portion = texts.portion
            try texts.read(news, after: start, removal: Self.number("removal", in: numbers)) { number in
                try connection.run([self.news(after: number, portion: portion)])[0]
            }
            var found = texts.numbers(matchers)
            if matchers.count > 1 { found = Array(Set(found)) }
            return WantedTexts(numbers: found.sorted(), known: texts.count, last: max(texts.last, last(in: numbers)))
        }
    }
}

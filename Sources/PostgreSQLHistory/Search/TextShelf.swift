import History
import Synchronization

/// The distinct texts of both kinds, as this process has them in memory.
struct TextShelves: Sendable {
    let plate = TextShelf("plate")
    let lost = TextShelf("lost")
}

/// The distinct texts of one kind in memory, twelve bytes each as SQLite's end has them in its file, so that every way of searching is the
/// same there and here. What came since is read before each look through them; after a removal, all of them.
final class TextShelf: Sendable {
    private struct Texts {
        /// How often texts had been removed when these were read.
        var removal: Int64 = -1
        /// The highest number that was read.
        var last: Int64 = 0
        var numbers: [Int64] = []
        /// Twelve bytes each.
        var packed: [UInt8] = []
        /// Those that do not fit there.
        var long: [(number: Int64, text: String)] = []

        /// Adds the last number's text where it has capitals and digits alone, as nearly all have.
        ///
        /// - Returns: whether it has.
        mutating func addPlain(_ text: UnsafeRawBufferPointer) -> Bool {
            guard !text.isEmpty, text.count <= PackedText.width, text.allSatisfy(Self.isPlain) else { return false }
            numbers.append(last)
            packed.append(contentsOf: text)
            for _ in text.count..<PackedText.width { packed.append(0) }
            return true
        }

        private static func isPlain(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || byte &- 0x41 < 26 }
    }

    /// Texts that are read at once.
    private static let portion = 50_000

    /// Of the texts.
    let table: String
    private let texts = Mutex(Texts())

    init(_ table: String) {
        self.table = table
    }

    /// Whether this process has texts in memory.
    var isRead: Bool { texts.withLock { $0.last > 0 } }

    /// The numbers of the texts that match, and how many there are.
    func numbers(_ matcher: some TextMatcher, of connection: Connection) throws -> (found: [Int64], known: Int) {
        try texts.withLock { texts in
            try read(into: &texts, connection)
            var slots: [Int64] = []
            texts.packed.withUnsafeBufferPointer { packed in
                guard let start = packed.baseAddress else { return }
                TextScan.look(through: start, first: 0, count: texts.numbers.count, matcher, &slots)
            }
            let found = slots.map { texts.numbers[Int($0)] }
            let long = texts.long.filter { matcher.matches($0.text) }.map(\.number)
            return (found + long, texts.numbers.count + texts.long.count)
        }
    }

    private func read(into texts: inout Texts, _ connection: Connection) throws {
        let removal = try connection.rows("SELECT last FROM sequence WHERE name = 'removal'").integers().first ?? 0
        if texts.removal != removal { texts = Texts(removal: removal) }
        while true {
            let rows = try connection.rows(
                "SELECT id, text FROM \(table) WHERE id > $1 ORDER BY id LIMIT \(Self.portion)", .integer(texts.last))
            for row in 0..<rows.count {
                texts.last = rows.integer(row, 0)
                if rows.withBytes(row, 1, { texts.addPlain($0) }) { continue }
                let text = rows.text(row, 1)
                // Nothing is like a pseudonym.
                if PlateText.isPseudonym(text) { continue }
                guard PackedText.fits(text) else {
                    texts.long.append((texts.last, text))
                    continue
                }
                texts.numbers.append(texts.last)
                texts.packed += text.utf8
                texts.packed += repeatElement(0, count: PackedText.width - text.utf8.count)
            }
            if rows.count < Self.portion { return }
        }
    }
}

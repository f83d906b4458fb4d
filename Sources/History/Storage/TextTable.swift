import GRDB
import Records

/// The distinct texts of one kind and their numbers, for one transaction that writes. `finish` belongs to its end.
struct TextTable {
    /// Which texts.
    enum Kind: String, CaseIterable, Sendable {
        /// Of accepted plates.
        case plate
        /// That were voted for, or read, and lost.
        case lost
    }

    /// More distinct texts than there will be: a file that has others is damaged.
    static let blocks: Range<Int64> = 0..<1 << 17
    static let impossible = DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a text has an impossible number")

    static func checked(_ number: Int64) throws -> Int64 {
        guard number >= 0, blocks.contains(number / Int64(PackedText.perBlock)) else { throw impossible }
        return number
    }

    private let kind: Kind
    private let database: Database
    private let find: Prepared
    private let add: Prepared
    private var last: Int64
    private var added: [(number: Int64, text: String)] = []

    init(_ kind: Kind, in database: Database) throws {
        self.kind = kind
        self.database = database
        find = try Prepared("SELECT id FROM \(kind) WHERE text = ?", in: database)
        add = try Prepared("INSERT INTO \(kind)(text, id) VALUES(?, ?)", in: database)
        last = try Sequence.last(of: kind.rawValue, in: database)
    }

    mutating func number(of text: String) throws -> Int64 {
        if let number = try find.integer(.text(text)) { return number }
        last = try Self.checked(last &+ 1)
        try add.run(.text(text), .integer(last))
        added.append((last, text))
        return last
    }

    /// Writes the packed copy of what was added.
    mutating func finish() throws {
        guard !added.isEmpty else { return }
        let width = Int64(PackedText.perBlock)
        var rest = added[...]
        while let first = rest.first {
            let number = first.number / width
            let ofBlock = rest.prefix { $0.number / width == number }
            try TextBlock.change(number, of: kind, in: database) { block in
                for entry in ofBlock { PackedText.write(entry.text, at: Int(entry.number % width), of: &block) }
            }
            for entry in ofBlock where !PackedText.fits(entry.text) {
                let table = PlateText.isPseudonym(entry.text) ? "pseudonym" : "long"
                try Prepared("INSERT INTO \(kind)_\(table)(id, text) VALUES(?, ?)", in: database)
                    .run(.integer(entry.number), .text(entry.text))
            }
            rest = rest.dropFirst(ofBlock.count)
        }
        added = []
        try Sequence.keep(last, of: kind.rawValue, in: database)
    }

    /// Writes the tree of texts anew. Where a page was split, SQLite left the bytes of the moved half in the first one, and no deletion
    /// reaches them there; the pages of a table that is dropped are overwritten.
    static func rebuild(_ kind: Kind, in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE \(kind)_new(text TEXT NOT NULL PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID;
                INSERT INTO \(kind)_new SELECT text, id FROM \(kind) ORDER BY text;
                DROP TABLE \(kind);
                ALTER TABLE \(kind)_new RENAME TO \(kind);
                """)
    }

    /// Removes a text everywhere it stands for itself. Its number is not given out again.
    static func remove(_ number: Int64, of kind: Kind, in database: Database) throws {
        let width = Int64(PackedText.perBlock)
        var text = try TextBlock.empty(Int(number % width), of: number / width, of: kind, in: database) ?? ""
        for table in ["long", "pseudonym"] where text.isEmpty {
            try Prepared("SELECT text FROM \(kind)_\(table) WHERE id = ?", in: database).rows(.integer(number)) { row in
                text = row.text(at: 0)
                return false
            }
            try Prepared("DELETE FROM \(kind)_\(table) WHERE id = ?", in: database).run(.integer(number))
        }
        try Prepared("DELETE FROM \(kind) WHERE text = ?", in: database).run(.text(text))
    }
}

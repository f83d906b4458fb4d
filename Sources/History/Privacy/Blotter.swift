import GRDB
import Records

/// Takes one text out of records, in one transaction that writes. `finish` belongs to its end.
struct Blotter {
    private let text: String
    private let database: Database
    private let reader: RecordReader
    private let pictures: PictureReader
    private let packer = LinePacker()
    private var eraser: RecordEraser
    private var schemas: Names
    private(set) var forgotten = ForgottenText()

    init(_ text: String, in database: Database) throws {
        self.text = text
        self.database = database
        reader = try RecordReader(database)
        pictures = try PictureReader(database)
        eraser = try RecordEraser(database)
        schemas = try Names("schema", in: database)
        // Also where it stands in no event: it was left by a process that died.
        for kind in TextTable.Kind.allCases { try eraser.touch(text, of: kind) }
    }

    /// Its events: nothing of them is left but that there was one.
    mutating func blotEvents(upTo limit: Int) throws {
        for seq in try events(of: .plate, upTo: limit) {
            guard let record = try reader.record(seq), case .plate = record.record, record.record.mentions(text) else {
                throw Self.damage(seq)
            }
            forgotten.pictures += try pictures.pictures(of: [record]).filter { $0.state != .deleted }
            try blot(record)
        }
    }

    /// Events of other plates that it was voted for in.
    mutating func removeVotes(upTo limit: Int) throws {
        for seq in try events(of: .lost, upTo: limit) {
            // As it stands in its line: a centre has other names for its sites' cameras.
            guard let record = try reader.record(seq), case .plate(var event) = try Record(line: record.line) else {
                throw Self.damage(seq)
            }
            event.takeOut(text)
            let line = Array(event.line.dropLast())
            // A field that this version does not know may have it, too.
            guard !line.contains(Array("\"\(text)\"".utf8)) else {
                try blot(record)
                continue
            }
            try eraser.removeVote(text, of: record)
            try Prepared("UPDATE record SET line = ?2 WHERE seq = ?1", in: database)
                .run(.integer(seq), .blob(packer.pack(line)))
            forgotten.votes += 1
        }
    }

    /// Records that are no plates and have the text somewhere in them: matches, parts of torn lines, schemas of later versions.
    mutating func blotOthers() throws {
        for seq in try others() {
            if let record = try reader.record(seq), record.record.mentions(text) { try blot(record) }
        }
    }

    mutating func finish() throws { try eraser.finish() }

    // MARK: - Parts

    /// What is found by a text and does not have it would be found for ever.
    private static func damage(_ seq: Int64) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "record \(seq) is found by a text that it does not have")
    }

    private mutating func blot(_ record: StoredRecord) throws {
        let stub = ForgottenLine(
            id: record.record.id ?? "", time: record.time, camera: record.loggedCamera,
            hash: ChainLink.digest(ofLine: record.line), previous: ChainLink.previous(of: record.line) ?? .zero)
        let schema = try schemas.number(of: ForgottenLine.schema, in: database)
        try eraser.blot(record, with: packer.pack(Array(stub.line.dropLast())), schema: schema)
        forgotten.records += 1
    }

    private func events(of kind: TextTable.Kind, upTo limit: Int) throws -> [Int64] {
        guard let number = try Prepared("SELECT id FROM \(kind) WHERE text = ?", in: database).integer(.text(text))
        else { return [] }
        var found: [Int64] = []
        try Prepared(
            """
            SELECT seq FROM \(kind)_span CROSS JOIN \(kind)_event ON \(kind)_event.span = \(kind)_span.span
            WHERE text = ? LIMIT ?
            """, in: database
        ).rows(.integer(number), .integer(limit)) { row in
            found.append(row.integer(at: 0))
            return true
        }
        return found
    }

    private func others() throws -> [Int64] {
        let told = [GapRecord.schema, SealRecord.schema, HealthRecord.schema, ForgottenLine.schema].compactMap {
            schemas[$0]
        }
        var found: [Int64] = []
        try Prepared("SELECT seq, schema FROM record INDEXED BY record_other WHERE plate IS NULL", in: database).rows {
            row in
            if !told.contains(row.integer(at: 1)) { found.append(row.integer(at: 0)) }
            return true
        }
        return found
    }
}

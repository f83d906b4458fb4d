import GRDB
import Records

/// Takes records out of all tables, in one transaction that writes. `finish` belongs to its end.
///
/// Texts that may stand nowhere any more are written down (`touched`), for `TextSweep`: to look whether they do takes longer than a
/// transaction should.
struct RecordEraser {
    private let database: Database
    private let reader: RecordReader
    private let findText: [TextTable.Kind: Prepared]
    private let removeEvent: [TextTable.Kind: Prepared]
    private let removeFromCamera: Prepared
    private let touch: Prepared
    private let places: [CameraPlace]
    private var spans: [TextTable.Kind: [Span: Int]] = [:]
    private var hasBlotted = false

    init(_ database: Database) throws {
        self.database = database
        reader = try RecordReader(database)
        let kinds = TextTable.Kind.allCases
        findText = try Dictionary(
            uniqueKeysWithValues: kinds.map {
                ($0, try Prepared("SELECT id FROM \($0) WHERE text = ?", in: database))
            })
        removeEvent = try Dictionary(
            uniqueKeysWithValues: kinds.map {
                let sql = "DELETE FROM \($0)_event WHERE span = ? AND text = ? AND ts = ? AND seq = ?"
                return ($0, try Prepared(sql, in: database))
            })
        removeFromCamera = try Prepared(
            "DELETE FROM camera_event WHERE camera = ? AND place = ? AND ts = ? AND seq = ?", in: database)
        places = try CameraPlace.all(in: database)
        touch = try Prepared("INSERT OR IGNORE INTO touched(kind, id) VALUES(?, ?)", in: database)
    }

    /// Removes a record whole.
    ///
    /// - Returns: what it was; nil where there is none.
    mutating func remove(_ seq: Int64) throws -> StoredRecord? {
        guard let record = try reader.record(seq) else { return nil }
        let camera = try takeOut(record)
        try Prepared("DELETE FROM record WHERE seq = ?", in: database).run(.integer(seq))
        try Prepared("DELETE FROM identity WHERE camera = ? AND id = ?", in: database)
            .run(.integer(camera), Entry.Identity(of: record.record, line: record.line).value)
        return record
    }

    /// Puts another line in the place of a record, which keeps its number, identity, camera and time, and is found by nothing else.
    ///
    /// - Parameter packed: the line.
    mutating func blot(_ record: StoredRecord, with packed: [UInt8], schema: Int64) throws {
        _ = try takeOut(record)
        try Prepared("UPDATE record SET schema = ?2, plate = NULL, line = ?3 WHERE seq = ?1", in: database)
            .run(.integer(record.seq), .integer(schema), .blob(packed))
        hasBlotted = true
    }

    /// Has a text looked at that may stand nowhere any more.
    func touch(_ text: String, of kind: TextTable.Kind) throws {
        guard let number = try findText[kind]?.integer(.text(text)) else { return }
        try touch.run(.text(kind.rawValue), .integer(number))
    }

    /// Takes a text that lost out of what is found by it; the record's line is the caller's.
    mutating func removeVote(_ text: String, of record: StoredRecord) throws {
        guard let number = try findText[.lost]?.integer(.text(text)) else { return }
        try remove(number, of: .lost, record)
    }

    /// Writes what belongs to all of them.
    mutating func finish() throws {
        for (kind, spans) in spans {
            let less = try Prepared("UPDATE \(kind)_span SET events = events - ?2 WHERE span = ?1", in: database)
            for (span, events) in spans { try less.run(.integer(span.number), .integer(events)) }
            try Prepared("DELETE FROM \(kind)_span WHERE events <= 0", in: database).run()
        }
        spans = [:]
        guard hasBlotted else { return }
        hasBlotted = false
        try Prepared(
            "INSERT INTO kept(space, name, value) VALUES(?, ?, 1) ON CONFLICT(space, name) DO UPDATE SET value = value + 1",
            in: database
        ).run(.text(ForgettingTurn.name.space), .text(ForgettingTurn.name.name))
    }

    // MARK: - Parts

    /// Out of everything but `record` and `identity`.
    ///
    /// - Returns: the number of its camera.
    private mutating func takeOut(_ record: StoredRecord) throws -> Int64 {
        let find = try Prepared("SELECT camera, plate FROM record WHERE seq = ?", in: database)
        var camera: Int64 = 0
        var plate: Int64?
        try find.rows(.integer(record.seq)) { row in
            camera = row.integer(at: 0)
            plate = row.isNull(at: 1) ? nil : row.integer(at: 1)
            return false
        }
        if let plate, case .plate(let event) = record.record {
            for stretch in places where stretch.camera == camera {
                try removeFromCamera.run(
                    .integer(camera), .integer(stretch.place), .integer(record.time.milliseconds), .integer(record.seq))
            }
            try remove(plate, of: .plate, record)
            let own = PlateText.normal(event.plate)
            let seldom = Entry.seldom(in: event, plate: own)
            for text in Entry.lost(in: event, plate: own) {
                guard let number = try findText[.lost]?.integer(.text(text)) else { continue }
                try remove(number, of: .lost, record, mayLack: seldom.contains(text))
            }
        }
        try Prepared("DELETE FROM picture WHERE seq = ?", in: database).run(.integer(record.seq))
        return camera
    }

    /// - Parameter mayLack: whether an older version may not have written it down.
    private mutating func remove(
        _ text: Int64, of kind: TextTable.Kind, _ record: StoredRecord, mayLack: Bool = false
    ) throws {
        let span = Span(of: record.time)
        try removeEvent[kind]?.run(
            .integer(span.number), .integer(text), .integer(record.time.milliseconds), .integer(record.seq))
        guard database.changesCount > 0 else {
            if mayLack { return }
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "record \(record.seq) is not among its texts")
        }
        spans[kind, default: [:]][span, default: 0] += 1
        try touch.run(.text(kind.rawValue), .integer(text))
    }
}

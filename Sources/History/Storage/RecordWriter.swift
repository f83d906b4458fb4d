import GRDB
import Records

/// Stores records: for one transaction. `finish` belongs to its end.
struct RecordWriter {
    /// What a record is.
    enum Novelty {
        case new
        /// It was there already.
        case repeated
        /// It was not there, and is too old to be stored.
        case old
    }

    private let database: Database
    private var cameras: Names
    private var schemas: Names
    private var lanes: Names
    private var plates: TextTable
    private var lost: TextTable
    private var places: Set<CameraPlace>
    private var last: Int64
    private var counts: [Count.Key: Int] = [:]
    private var spans: [TextTable.Kind: [Span: Int]] = [:]

    private let find: Prepared
    private let know: Prepared
    private let addRecord: Prepared
    private let addToCamera: Prepared
    private let addPlate: Prepared
    private let addLost: Prepared

    init(_ database: Database) throws {
        self.database = database
        cameras = try Names("camera", in: database)
        schemas = try Names("schema", in: database)
        lanes = try Names("lane", in: database)
        plates = try TextTable(.plate, in: database)
        lost = try TextTable(.lost, in: database)
        places = Set(try CameraPlace.all(in: database))
        last = try Sequence.last(of: "record", in: database)
        guard (0..<Int64.max / 2).contains(last) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the last record has an impossible number")
        }
        find = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
        know = try Prepared("INSERT OR IGNORE INTO identity(camera, id, seq) VALUES(?, ?, ?)", in: database)
        addRecord = try Prepared(
            "INSERT INTO record(seq, camera, schema, ts, plate, line) VALUES(?, ?, ?, ?, ?, ?)", in: database)
        addToCamera = try Prepared(
            "INSERT INTO camera_event(camera, place, ts, seq, text) VALUES(?, ?, ?, ?, ?)", in: database)
        addPlate = try Self.addEvent(to: .plate, in: database)
        addLost = try Self.addEvent(to: .lost, in: database)
    }

    private static func addEvent(to kind: TextTable.Kind, in database: Database) throws -> Prepared {
        try Prepared(
            "INSERT INTO \(kind)_event(span, text, ts, seq, camera, place) VALUES(?, ?, ?, ?, ?, ?)", in: database)
    }

    /// Stores a record where it is new.
    mutating func store(_ entry: Entry) throws -> Novelty {
        let camera = try cameras.number(of: entry.camera, in: database)
        if entry.isOld, try find.integer(.integer(camera), entry.identity.value) == nil {
            try settle(entry, camera: camera, isKnown: false)
            return .old
        }
        try know.run(.integer(camera), entry.identity.value, .integer(last + 1))
        guard database.changesCount > 0 else {
            try settle(entry, camera: camera, isKnown: true)
            return .repeated
        }
        last += 1
        let seq = last
        let time = Prepared.Value.integer(entry.time.milliseconds)
        let plate = try entry.plate.map { try plates.number(of: $0) }
        try addRecord.run(
            .integer(seq), .integer(camera), .integer(try schemas.number(of: entry.schema, in: database)), time,
            .optional(plate), .blob(entry.line))
        if let plate {
            let lane = try entry.lane.map { try lanes.number(of: $0, in: database) }
            let code = Place(lane: lane, movement: entry.movement).code
            let place = Prepared.Value.integer(code)
            if places.insert(CameraPlace(camera: camera, place: code)).inserted {
                try Prepared("INSERT INTO camera_place(camera, place) VALUES(?, ?)", in: database)
                    .run(.integer(camera), place)
            }
            let span = Span(of: entry.time)
            try addToCamera.run(.integer(camera), place, time, .integer(seq), .integer(plate))
            try addPlate.run(.integer(span.number), .integer(plate), time, .integer(seq), .integer(camera), place)
            spans[.plate, default: [:]][span, default: 0] += 1
            for text in entry.lost {
                let number = try lost.number(of: text)
                try addLost.run(.integer(span.number), .integer(number), time, .integer(seq), .integer(camera), place)
                spans[.lost, default: [:]][span, default: 0] += 1
            }
        }
        if let gap = entry.gap { try store(gap, camera: camera) }
        if !entry.what.isEmpty {
            counts[Count.Key(time: entry.time, camera: entry.camera, what: entry.what), default: 0] += 1
        }
        return .new
    }

    /// Of a gap whose line is not stored: one that began too long ago and may last still is known all the same. Where its end is too old, too,
    /// it is gone.
    private func settle(_ entry: Entry, camera: Int64, isKnown: Bool) throws {
        // What became of a beginning that is there is known.
        guard let record = entry.gap, !isKnown || record.end != nil else { return }
        guard entry.endsOldGap else { return try store(record, camera: camera) }
        try Prepared("DELETE FROM gap WHERE camera = ? AND id = ?", in: database)
            .run(.integer(camera), .text(record.gap.id))
    }

    /// Both lines of a gap make one row, whichever comes first; and it ends the one before where nobody does.
    private func store(_ record: GapRecord, camera: Int64) throws {
        try Prepared(
            """
            INSERT INTO gap(camera, id, cause, start, end) VALUES(?, ?, ?, ?, ?)
            ON CONFLICT(camera, id) DO UPDATE SET end = coalesce(excluded.end, end)
            """, in: database
        ).run(
            .integer(camera), .text(record.gap.id), .text(record.gap.cause.rawValue),
            .integer(record.gap.start.milliseconds), .optional(record.end?.milliseconds))
        try UntoldEnds.close(before: record.gap.id, camera: camera, in: database)
    }

    /// Writes what belongs to all of them.
    mutating func finish(counted: [Count.Key: Int]) throws {
        try plates.finish()
        try lost.finish()
        try Sequence.keep(last, of: "record", in: database)
        for (kind, spans) in spans {
            let add = try Prepared(
                """
                INSERT INTO \(kind)_span(span, events) VALUES(?, ?)
                ON CONFLICT(span) DO UPDATE SET events = events + excluded.events
                """, in: database)
            for (span, events) in spans { try add.run(.integer(span.number), .integer(events)) }
        }
        try Count.add(counts.merging(counted, uniquingKeysWith: +), cameras: &cameras, in: database)
    }
}

extension Entry.Identity {
    var value: Prepared.Value {
        switch self {
        case .ulid(let bytes): .blob(bytes)
        case .text(let text): .text(text)
        }
    }
}

import History
import Records

/// The rows of a batch's new records, to be written at once.
struct BatchRows {
    /// Of those that are among them.
    var names: Set<RecordKey> = []
    private(set) var counts: [Count.Key: Int] = [:]

    private var last: Int64
    private var plates: NumberedTexts
    private var lost: NumberedTexts
    private var records = Written()
    private var losses = Losses()
    private var months: [Int64: Int64] = [:]
    /// The newest event of each camera's places.
    private var places: [CameraPlace: Int64] = [:]
    private var streams: [[Int64]: Int64] = [:]
    private var gaps: [Statement] = []

    private struct Written {
        var times: [Int64] = []
        var cameras: [Int64] = []
        var schemas: [Int64] = []
        var plates: [Int64?] = []
        var places: [Int64?] = []
        var pictures: [Int64] = []
        var ids: [String] = []
        var lines: [[UInt8]] = []
    }

    private struct Losses {
        var times: [Int64] = []
        var seqs: [Int64] = []
        var texts: [Int64] = []
        var cameras: [Int64] = []
        var places: [Int64] = []
    }

    init(last: Int64, plates: NumberedTexts, lost: NumberedTexts) {
        self.last = last
        self.plates = plates
        self.lost = lost
    }

    /// - Parameters:
    ///   - place: of a plate.
    ///   - month: in which it is counted.
    mutating func add(_ entry: Entry, _ name: RecordKey, schema: Int64, place: Int64, month: Int64) {
        last += 1
        records.times.append(name.time)
        records.cameras.append(name.camera)
        records.schemas.append(schema)
        records.plates.append(entry.plate.map { plates.number(of: $0) })
        records.places.append(entry.plate == nil ? nil : place)
        records.pictures.append(entry.hasPictures ? 1 : 0)
        records.ids.append(name.id)
        records.lines.append(entry.line)
        if entry.plate != nil {
            months[month, default: 0] += 1
            places[CameraPlace(camera: name.camera, place: place), default: .min].raise(to: name.time)
            // Long texts may have become one.
            for text in Set(entry.lost.map { lost.number(of: $0) }) {
                losses.times.append(name.time)
                losses.seqs.append(last)
                losses.texts.append(text)
                losses.cameras.append(name.camera)
                losses.places.append(place)
            }
        }
        streams[[name.camera, Record.madeByHub.contains(entry.schema) ? schema : 0]] = last
        if let gap = entry.gap { add(gap, camera: name.camera) }
        if !entry.what.isEmpty {
            counts[Count.Key(time: entry.time, camera: entry.camera, what: entry.what), default: 0] += 1
        }
    }

    /// Of a gap whose line is not stored: one that began too long ago and may last still is known all the same. Where its end is too old, too,
    /// it is gone.
    mutating func settle(_ entry: Entry, camera: Int64, isKnown: Bool) {
        // What became of a beginning that is there is known.
        guard let record = entry.gap, !isKnown || record.end != nil else { return }
        guard entry.endsOldGap else { return add(record, camera: camera) }
        gaps.append(
            Statement("DELETE FROM gap WHERE camera = $1 AND id = $2", .integer(camera), .text(record.gap.id)))
    }

    /// Both lines of a gap make one row, whichever comes first; and it ends the one before where nobody does.
    private mutating func add(_ record: GapRecord, camera: Int64) {
        gaps.append(
            Statement(
                """
                INSERT INTO gap(camera, id, cause, began, ended) VALUES($1, $2, $3, $4, $5)
                ON CONFLICT(camera, id) DO UPDATE SET ended = coalesce(excluded.ended, gap.ended)
                """, .integer(camera), .text(record.gap.id), .text(record.gap.cause.rawValue),
                .integer(record.gap.start.milliseconds), .integer(record.end?.milliseconds)))
        gaps.append(UntoldEnds.close(before: record.gap.id, camera: camera))
    }

    var statements: [Statement] {
        guard !records.times.isEmpty else { return gaps }
        let first = last - Int64(records.times.count) + 1
        var all = plates.statements + lost.statements
        all.append(
            Statement(
                """
                INSERT INTO record(seq, ts, camera, schema, plate, place, pictures, id, line)
                SELECT $1 + n - 1, ts, camera, schema, plate, place, pictures = 1, id, line
                FROM unnest(
                    $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::bytea[])
                WITH ORDINALITY AS t(ts, camera, schema, plate, place, pictures, id, line, n)
                """, .integer(first), .integers(records.times), .integers(records.cameras), .integers(records.schemas),
                .integers(records.plates), .integers(records.places), .integers(records.pictures), .texts(records.ids),
                .byteses(records.lines)))
        if !losses.times.isEmpty {
            all.append(
                Statement(
                    """
                    INSERT INTO lost_event(ts, seq, text, camera, place)
                    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
                    """, .integers(losses.times), .integers(losses.seqs), .integers(losses.texts),
                    .integers(losses.cameras), .integers(losses.places)))
        }
        all += gaps
        all += Self.add(months)
        let places = Array(self.places)
        all.append(
            Statement(
                """
                INSERT INTO camera_place(camera, place, newest) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])
                ON CONFLICT(camera, place) DO UPDATE SET newest = greatest(camera_place.newest, excluded.newest)
                """, .integers(places.map(\.key.camera)), .integers(places.map(\.key.place)),
                .integers(places.map(\.value))))
        let streams = Array(self.streams)
        all.append(
            Statement(
                """
                INSERT INTO stream(camera, schema, seq) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])
                ON CONFLICT(camera, schema) DO UPDATE SET seq = excluded.seq
                """, .integers(streams.map { $0.key[0] }), .integers(streams.map { $0.key[1] }),
                .integers(streams.map(\.value))))
        all.append(Statement("UPDATE sequence SET last = $1 WHERE name = 'record'", .integer(last)))
        return all
    }

    /// How many events a month has more, or less.
    static func add(_ months: [Int64: Int64]) -> [Statement] {
        if months.isEmpty { return [] }
        return [
            Statement(
                """
                UPDATE month SET events = events + t.n FROM unnest($1::bigint[], $2::bigint[]) AS t(number, n)
                WHERE month.number = t.number
                """, .integers(months.map(\.key)), .integers(months.map(\.value)))
        ]
    }
}

extension Int64 {
    fileprivate mutating func raise(to other: Int64) { self = Swift.max(self, other) }
}

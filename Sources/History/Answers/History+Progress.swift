import GRDB
import Records

/// How far somebody came who reads on from where they were: in numbers of records, and in what those stood for.
///
/// What the hub makes of a camera's records (`Record.madeByHub`) has places of its own: a history that is made anew may have it in
/// another order among them.
public struct ReadingPlace: Sendable, Equatable {
    public let camera: String
    /// Of what the hub made; nil for what the camera logged.
    public let schema: String?
    /// Of the last record that was read.
    public let id: String
    public let time: WallTime
    public let seq: Int64

    public init(camera: String, schema: String? = nil, id: String, time: WallTime, seq: Int64) {
        self.camera = camera
        self.schema = schema
        self.id = id
        self.time = time
        self.seq = seq
    }

    /// What it is the place in: a camera's name, and with a slash the schema of what the hub made.
    public var stream: String { Self.stream(camera, schema) }

    static func stream(_ camera: String, _ schema: String?) -> String { schema.map { "\(camera)/\($0)" } ?? camera }

    /// What a stream is made of.
    public static func parts(ofStream stream: String) -> (camera: String, schema: String?) {
        for schema in Record.madeByHub where stream.hasSuffix("/" + schema) {
            return (String(stream.dropLast(schema.count + 1)), schema)
        }
        return (stream, nil)
    }
}

extension StoredRecord {
    /// Its camera; of what the hub made, with its schema.
    public var stream: String {
        let schema = record.schema
        return ReadingPlace.stream(camera, Record.madeByHub.contains(schema) ? schema : nil)
    }
}

extension History {
    /// What tells this history from all others, and from itself made anew.
    public func origin() async throws -> String {
        try await reading("reading which history it is") { database in
            try String.fetchOne(database, sql: "SELECT hex(id) FROM origin") ?? ""
        }
    }

    /// The newest record of each camera, and of what the hub made of its records.
    public func newest() async throws -> [ReadingPlace] {
        try await reading("reading the newest records") { database in
            let reader = try RecordReader(database)
            return try Stream.all(in: database).compactMap { stream in
                let newest = try Prepared("SELECT max(seq) FROM record WHERE \(stream.rule)", in: database)
                guard let seq = try newest.integer(), let record = try reader.record(seq) else { return nil }
                return ReadingPlace(
                    camera: stream.camera, schema: stream.schema, id: record.record.id ?? "", time: record.time,
                    seq: seq)
            }
        }
    }

    /// The same places where the numbers are others: in a history that was made anew, or is an older copy. A camera of which nothing is
    /// here has none.
    public func places(like places: [ReadingPlace]) async throws -> [ReadingPlace] {
        try await reading("finding records of another history") { database in
            let cameras = try Names("camera", in: database)
            let streams = try Stream.all(in: database)
            let find = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
            // What was read and is gone: what is younger has not been read.
            return try places.compactMap { place in
                guard let camera = cameras[place.camera],
                    let stream = streams.first(where: { $0.camera == place.camera && $0.schema == place.schema })
                else { return nil }
                let older = try Prepared("SELECT max(seq) FROM record WHERE \(stream.rule) AND ts <= ?", in: database)
                let known = try find.integer(.integer(camera), Entry.Identity(place.id).value)
                let seq = try known ?? older.integer(.integer(place.time.milliseconds)) ?? 0
                return ReadingPlace(
                    camera: place.camera, schema: place.schema, id: place.id, time: place.time, seq: seq)
            }
        }
    }

    /// The number behind which all that is not read yet lies: right before the first record that lies behind the place of its stream.
    public func start(behind places: [ReadingPlace]) async throws -> Int64 {
        try await reading("finding where to read on") { database in
            let read = Dictionary(places.map { ($0.stream, $0.seq) }, uniquingKeysWith: max)
            let firsts = try Stream.all(in: database).compactMap { stream in
                try Prepared("SELECT min(seq) FROM record WHERE \(stream.rule) AND seq > ?", in: database)
                    .integer(.integer(read[ReadingPlace.stream(stream.camera, stream.schema)] ?? 0))
            }.filter { $0 > 0 }
            return try firsts.min().map { $0 - 1 } ?? Sequence.last(of: "record", in: database)
        }
    }

    /// How many records lie behind a number, of some schemas and cameras, and the time of the first of them.
    ///
    /// - Parameters:
    ///   - cameras: empty for all.
    ///   - most: where counting ends.
    public func waiting(
        behind seq: Int64, schemas: [String], cameras: [String] = [], most: Int = .max
    ) async throws -> (count: Int, first: WallTime?) {
        try await reading("counting records that wait") { database in
            let names = try Names("camera", in: database)
            let kinds = try Names("schema", in: database)
            let wanted = Set(schemas.compactMap { kinds[$0] })
            let from = Set(cameras.compactMap { names[$0] })
            var count = 0
            var first: WallTime?
            try Prepared("SELECT schema, camera, ts FROM record WHERE seq > ? ORDER BY seq", in: database)
                .rows(.integer(seq)) { row in
                    guard wanted.contains(row.integer(at: 0)), cameras.isEmpty || from.contains(row.integer(at: 1))
                    else { return true }
                    count += 1
                    if first == nil { first = WallTime(milliseconds: row.integer(at: 2)) }
                    return count < most
                }
            return (count, first)
        }
    }
}

import GRDB
import Records

/// How far somebody came who reads on from where they were: in numbers of records, and in what those stood for.
public struct ReadingPlace: Sendable, Equatable {
    public let camera: String
    /// Of the last record of that camera that was read.
    public let id: String
    public let time: WallTime
    public let seq: Int64

    public init(camera: String, id: String, time: WallTime, seq: Int64) {
        self.camera = camera
        self.id = id
        self.time = time
        self.seq = seq
    }
}

extension History {
    /// What tells this history from all others, and from itself made anew.
    public func origin() async throws -> String {
        try await reading("reading which history it is") { database in
            try String.fetchOne(database, sql: "SELECT hex(id) FROM origin") ?? ""
        }
    }

    /// The newest record of each camera.
    public func newest() async throws -> [ReadingPlace] {
        try await reading("reading the newest records") { database in
            let reader = try RecordReader(database)
            let newest = try Prepared("SELECT max(seq) FROM record WHERE camera = ?", in: database)
            return try Names("camera", in: database).all.sorted { $0.key < $1.key }.compactMap { name, number in
                guard let seq = try newest.integer(.integer(number)), let record = try reader.record(seq) else {
                    return nil
                }
                return ReadingPlace(camera: name, id: record.record.id ?? "", time: record.time, seq: seq)
            }
        }
    }

    /// The same places where the numbers are others: in a history that was made anew, or is an older copy. A camera of which nothing is
    /// here has none.
    public func places(like places: [ReadingPlace]) async throws -> [ReadingPlace] {
        try await reading("finding records of another history") { database in
            let cameras = try Names("camera", in: database)
            let find = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
            // What was read and is gone: what is younger has not been read.
            let older = try Prepared("SELECT max(seq) FROM record WHERE camera = ? AND ts <= ?", in: database)
            return try places.compactMap { place in
                guard let camera = cameras[place.camera] else { return nil }
                let known = try find.integer(.integer(camera), Entry.Identity(place.id).value)
                let seq = try known ?? older.integer(.integer(camera), .integer(place.time.milliseconds)) ?? 0
                return ReadingPlace(camera: place.camera, id: place.id, time: place.time, seq: seq)
            }
        }
    }

    /// The number behind which all that is not read yet lies: right before the first record that lies behind its camera's place.
    public func start(behind places: [ReadingPlace]) async throws -> Int64 {
        try await reading("finding where to read on") { database in
            let read = Dictionary(places.map { ($0.camera, $0.seq) }, uniquingKeysWith: max)
            let first = try Prepared("SELECT min(seq) FROM record WHERE camera = ? AND seq > ?", in: database)
            let firsts = try Names("camera", in: database).all.compactMap { name, number in
                try first.integer(.integer(number), .integer(read[name] ?? 0))
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

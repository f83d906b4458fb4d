import GRDB
import Records

extension SQLiteHistory {
    public func origin() async throws -> String {
        try await reading("reading which history it is") { database in
            try String.fetchOne(database, sql: "SELECT hex(id) FROM origin") ?? ""
        }
    }

    public func renewOrigin() async throws {
        try await writing("making it another history") { database in
            try database.execute(sql: "UPDATE origin SET id = randomblob(16)")
        }
    }

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

    public func waiting(
        behind seq: Int64, schemas: [String], cameras: [String], most: Int
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

import History
import Records

extension PostgreSQLHistory {
    public func origin() async throws -> String {
        try await reading("reading which history it is") { connection in
            try connection.rows("SELECT origin FROM form").texts().first ?? ""
        }
    }

    public func renewOrigin() async throws {
        try await changing("making it another history") { connection in
            _ = try connection.rows("UPDATE form SET origin = replace(gen_random_uuid()::text, '-', '')")
        }
    }

    public func newest() async throws -> [ReadingPlace] {
        let place = place
        return try await reading("reading the newest records") { connection in
            let reader = RecordReader(connection, place: place)
            return try Stream.all(of: connection).compactMap { stream in
                var found = try reader.records("WHERE r.seq = $1", .integer(stream.last))
                // It is gone.
                if found.isEmpty, let seq = try stream.highest(of: connection) {
                    found = try reader.records("WHERE r.seq = $1", .integer(seq))
                }
                return found.first.map { record in
                    ReadingPlace(
                        camera: stream.name, schema: stream.schemaName, id: record.record.id ?? "", time: record.time,
                        seq: record.seq)
                }
            }
        }
    }

    public func places(like places: [ReadingPlace]) async throws -> [ReadingPlace] {
        try await reading("finding records of another history") { connection in
            let streams = try Stream.all(of: connection)
            // What was read and is gone: what is younger has not been read.
            return try places.compactMap { place in
                guard let stream = streams.first(where: { $0.name == place.camera && $0.schemaName == place.schema })
                else { return nil }
                let known = try connection.rows(
                    "SELECT max(seq) FROM record WHERE camera = $1 AND id = $2", .integer(stream.camera),
                    .text(place.id)
                ).optional(0, 0)
                let seq = try known ?? stream.highest(of: connection, until: place.time.milliseconds) ?? 0
                return ReadingPlace(
                    camera: place.camera, schema: place.schema, id: place.id, time: place.time, seq: seq)
            }
        }
    }

    public func start(behind places: [ReadingPlace]) async throws -> Int64 {
        try await reading("finding where to read on") { connection in
            let read = Dictionary(places.map { ($0.stream, $0.seq) }, uniquingKeysWith: max)
            let firsts = try Stream.all(of: connection).compactMap { stream in
                try stream.first(
                    after: read[ReadingPlace.stream(stream.name, stream.schemaName)] ?? 0, of: connection)
            }
            if let first = firsts.min() { return first - 1 }
            return try connection.rows("SELECT last FROM sequence WHERE name = 'record'").integers().first ?? 0
        }
    }

    public func waiting(
        behind seq: Int64, schemas: [String], cameras: [String], most: Int
    ) async throws -> (count: Int, first: WallTime?) {
        try await reading("counting records that wait") { connection in
            let kinds = try schemas.compactMap { try connection.number(of: $0, in: .schema) }
            let from = try cameras.compactMap { try connection.number(of: $0, in: .camera) }
            let rows = try connection.rows(
                """
                SELECT count(*), (array_agg(ts ORDER BY seq))[1] FROM (
                    SELECT seq, ts FROM record WHERE seq > $1 AND schema = ANY($2) AND ($3 = 1 OR camera = ANY($4))
                    ORDER BY seq LIMIT $5) w
                """, .integer(seq), .integers(kinds), .integer(cameras.isEmpty ? 1 : 0), .integers(from), .integer(most)
            )
            return (Int(rows.integer(0, 0)), rows.optional(0, 1).map { WallTime(milliseconds: $0) })
        }
    }
}

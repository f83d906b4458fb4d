import Basics
import GRDB
import Records

extension SQLiteHistory {
    public func store(_ batch: Batch) async throws -> StoredBatch {
        let action = "storing records in the history \(path)"
        let stored = try await writing(action) { database in
            guard try Self.stand(batch.expected, in: database) else { throw HistoryFailure.overtaken(action) }
            var stored = StoredBatch()
            var repeated: [String: Int] = [:]
            var latest: [String: Int64] = [:]
            var writer = try RecordWriter(database)
            var blots: [Entry] = []
            for (path, entry) in batch.entries {
                switch try writer.store(entry) {
                case .new:
                    stored.new += 1
                    latest[path] = max(latest[path] ?? .min, entry.time.milliseconds)
                case .old: stored.old += 1
                case .repeated:
                    stored.repeated += 1
                    repeated[path, default: 0] += 1
                    if entry.schema == ForgottenLine.schema { blots.append(entry) }
                }
            }
            try writer.finish(counted: batch.counted)
            stored.forgotten = try Self.blot(blots, in: database)
            let keep = try Prepared(
                """
                INSERT INTO log(path, cursor, lines, repeated, unreadable, interruptions, latest, trouble)
                VALUES(?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT(path) DO UPDATE SET cursor = coalesce(excluded.cursor, cursor),
                    lines = lines + excluded.lines, repeated = repeated + excluded.repeated,
                    unreadable = unreadable + excluded.unreadable, interruptions = interruptions + excluded.interruptions,
                    latest = max(coalesce(latest, excluded.latest), coalesce(excluded.latest, latest)),
                    trouble = coalesce(excluded.trouble, trouble)
                """, in: database)
            for (path, progress) in batch.progress {
                try keep.run(
                    .text(path), progress.cursor.map { .text($0.description) } ?? .null, .integer(progress.lines),
                    .integer(repeated[path] ?? 0), .integer(progress.unreadable), .integer(progress.interruptions),
                    .optional(latest[path]), progress.trouble.map { .text($0) } ?? .null)
            }
            try Self.keep(batch.kept, in: database)
            return stored
        }
        if stored.new > 0 { news.arrivals.ring() }
        return stored
    }

    /// What was forgotten in a log is forgotten here, too.
    ///
    /// - Returns: how many records told of it until now.
    private static func blot(_ entries: [Entry], in database: Database) throws -> Int {
        if entries.isEmpty { return 0 }
        var count = 0
        let reader = try RecordReader(database)
        var eraser = try RecordEraser(database)
        var schemas = try Names("schema", in: database)
        let cameras = try Names("camera", in: database)
        let find = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
        for entry in entries {
            guard let camera = cameras[entry.camera],
                let seq = try find.integer(.integer(camera), entry.identity.value), let record = try reader.record(seq)
            else { continue }
            if case .forgotten = record.record { continue }
            let schema = try schemas.number(of: entry.schema, in: database)
            try eraser.blot(record, with: entry.line, schema: schema)
            count += 1
        }
        try eraser.finish()
        return count
    }

    public func cursors() async throws -> [String: LogCursor] {
        try await reading("reading how far the logs were read") { database in
            var cursors: [String: LogCursor] = [:]
            try Prepared("SELECT path, cursor FROM log WHERE cursor IS NOT NULL", in: database).rows { row in
                cursors[row.text(at: 0)] = LogCursor(row.text(at: 1))
                return true
            }
            return cursors
        }
    }
}

import Basics
import Files
import GRDB
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The history of a machine: a file.
///
/// SQLite has it in WAL mode: one connection writes, four read beside it. Several processes may have it open; what they do is
/// told apart by transactions, and nothing is remembered between two.
/// It has more than 500 lines because each of `History`'s queries is a statement of its own here.
public final class SQLiteHistory: History {
    public enum Access: Sendable {
        /// Makes the file where there is none, and brings an older one to the present form.
        case writing
        /// Changes nothing: beside the running hub, or on a copy.
        case reading
    }

    public let path: String
    public var place: String { path }
    public let news = HistoryNews()
    public var lineForm: LineForm { .packed }
    let pool: any DatabaseReader & DatabaseWriter
    /// Nil for who only reads, beside the hub or a copy.
    private let files: DatabaseFiles?

    /// How long to wait for another process that writes.
    private static let patience = 10.0

    public convenience init(path: String, access: Access = .writing) throws(HistoryFailure) {
        try self.init(path: path, access: access, steps: Migration.all)
    }

    /// - Parameter steps: the forms of the file that are known, for tests.
    init(path: String, access: Access, steps: [Migration]) throws(HistoryFailure) {
        self.path = path
        do {
            pool = try Self.open(path, access: access, steps: steps)
            files = access == .writing ? DatabaseFiles(path) : nil
        } catch {
            throw HistoryFailure("opening the history \(path)", path: path, error)
        }
    }

    // MARK: - Opening

    private static func open(
        _ path: String, access: Access, steps: [Migration]
    ) throws -> any DatabaseReader & DatabaseWriter {
        let size = try HistoryFile.size(path)
        switch access {
        case .writing:
            // SQLite would make it readable for all. One that is there is left alone: closing it would take the locks of whoever has it open in
            // this process (`DatabasePlace`).
            if size == nil {
                let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
                if descriptor >= 0 { close(descriptor) }
            }
            // Before the pool makes it a file with a WAL: it may be somebody else's.
            try DatabaseQueue(path: path, configuration: configuration()).read { database in
                _ = try Migration.check(database, upTo: steps, path: path)
            }
            let pool = try DatabasePool(path: path, configuration: configuration())
            try pool.writeWithoutTransaction { database in
                // Not in the configuration: the pool sets its own after that, which loses what was committed when the power goes.
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -16000")
                // Fewer checkpoints: pages that many transactions write go to the file once.
                try database.execute(sql: "PRAGMA wal_autocheckpoint = 16000")
                try Migration.bring(database, upTo: steps, path: path)
                try LineDictionary.keep(in: database)
            }
            return pool
        case .reading:
            guard let size, size > 0 else {
                throw HistoryFailure(
                    "opening the history \(path)", reason: size == nil ? "there is no such file" : "the file is empty",
                    remedy: "Give the path that plated-hub has (history.path), and run it once.", cause: .missing)
            }
            var configuration = configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { database in
                let version = try Migration.check(database, upTo: steps, path: path)
                guard version == steps.last?.version else {
                    throw HistoryFailure(
                        "opening the history \(path)", reason: "an earlier version of plated-hub made it",
                        remedy: "Start plated-hub once: it brings the file to the present form.", cause: .missing)
                }
            }
            return queue
        }
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "history"
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(patience)
        configuration.prepareDatabase { database in
            // A file may have been damaged, or made to do harm.
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            // What is deleted is overwritten. Debian's SQLite does so by itself, others may not.
            try database.execute(
                sql: "PRAGMA secure_delete = ON; PRAGMA cache_size = -2000; PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    // MARK: - Access

    /// Whoever is cancelled while SQLite is at it may be told by SQLite that it was interrupted. Whoever is not tries again: nothing of a
    /// transaction that was interrupted is left.
    private func answer<Value: Sendable>(
        _ action: String, _ access: @Sendable () async throws -> Value
    ) async throws -> Value {
        while true {
            if let failure = replacement(action) { throw failure }
            do {
                return try await access()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
                try Task.checkCancellation()
            } catch let error as CancellationError {
                throw error
            } catch {
                throw replacement(action) ?? HistoryFailure(action, path: path, error)
            }
        }
    }

    /// What is stored in a file that nobody finds any more is lost, and what is read in it is not what others see.
    private func replacement(_ action: String) -> HistoryFailure? {
        files?.loss.map { HistoryFailure(action, reason: $0, cause: .replaced) }
    }

    /// To be called where it was replaced: brings what only the WAL has to the file that this has open, wherever that is now, and takes away
    /// the WAL that would be taken for that of the file in its place.
    public func abandon() {
        guard let files else { return }
        do { try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") } } catch {}
        files.removeCompanions()
    }

    /// - Parameter action: what is being done, for the error.
    func reading<Value: Sendable>(
        _ action: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await answer(action) { try await self.pool.read(body) }
    }

    /// In one transaction.
    func writing<Value: Sendable>(
        _ action: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await answer(action) { try await self.pool.write(body) }
    }
}

// MARK: - Storing

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

// MARK: - What is kept beside records

extension SQLiteHistory {
    public func kept(_ space: String) async throws -> [String: String] {
        try await reading("reading what is kept beside records") { database in
            var kept: [String: String] = [:]
            try Prepared("SELECT name, value FROM kept WHERE space = ?", in: database).rows(.text(space)) { row in
                kept[row.text(at: 0)] = row.text(at: 1)
                return true
            }
            return kept
        }
    }

    /// Whether texts are what they are expected to be.
    private static func stand(_ expected: [KeptName: String?], in database: Database) throws -> Bool {
        if expected.isEmpty { return true }
        let find = try Prepared("SELECT value FROM kept WHERE space = ? AND name = ?", in: database)
        for (name, value) in expected {
            var found: String?
            try find.rows(.text(name.space), .text(name.name)) { row in
                found = row.text(at: 0)
                return true
            }
            if found != value { return false }
        }
        return true
    }

    private static func keep(_ texts: [KeptName: String], in database: Database) throws {
        if texts.isEmpty { return }
        let keep = try Prepared(
            """
            INSERT INTO kept(space, name, value) VALUES(?, ?, ?)
            ON CONFLICT(space, name) DO UPDATE SET value = excluded.value
            """, in: database)
        for (name, value) in texts { try keep.run(.text(name.space), .text(name.name), .text(value)) }
    }
}

// MARK: - Records

extension SQLiteHistory {
    public func records(after seq: Int64, limit: Int) async throws -> [StoredRecord] {
        try await reading("reading records") { try RecordReader($0).records(after: seq, limit: limit) }
    }

    public func records(
        id: String, ofCameras isAsked: @escaping @Sendable (String) -> Bool
    ) async throws -> [StoredRecord] {
        try await reading("reading a record") { database in
            let reader = try RecordReader(database)
            let find = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
            let identity = Entry.Identity(id).value
            return try Names("camera", in: database).all.filter { isAsked($0.key) }.values.sorted()
                .compactMap { try find.integer(.integer($0), identity) }.compactMap { try reader.record($0) }
        }
    }

    public func records(of names: [RecordName]) async throws -> [StoredRecord] {
        guard !names.isEmpty else { return [] }
        return try await reading("reading records by their names") { database in
            let cameras = try Names("camera", in: database)
            let reader = try RecordReader(database)
            let find = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
            return try names.compactMap { name in
                guard let camera = cameras[name.camera],
                    let seq = try find.integer(.integer(camera), Entry.Identity(name.id).value)
                else { return nil }
                return try reader.record(seq)
            }
        }
    }

    public func records(of schema: String, besides records: [StoredRecord]) async throws -> [StoredRecord] {
        guard !records.isEmpty else { return [] }
        return try await reading("reading what was stored beside records") { database in
            guard let schema = try Names("schema", in: database)[schema] else { return [] }
            let cameras = try Names("camera", in: database)
            let reader = try RecordReader(database)
            let find = try Prepared(
                """
                SELECT seq FROM record INDEXED BY record_other
                WHERE plate IS NULL AND camera = ? AND ts = ? AND schema = ?
                """, in: database)
            var found: Set<Int64> = []
            for record in records {
                guard let camera = cameras[record.camera] else { continue }
                found.formUnion(
                    try find.integers(.integer(camera), .integer(record.time.milliseconds), .integer(schema)))
            }
            return try found.sorted().compactMap { try reader.record($0) }
        }
    }

    public func fold<Value: Sendable>(
        _ others: OtherRecords, into start: Value,
        _ body: @escaping @Sendable (inout Value, StoredRecord) throws -> Bool
    ) async throws -> Value {
        try await reading("reading records of \(others.schema)") { database in
            var value = start
            guard let schema = try Names("schema", in: database)[others.schema] else { return value }
            let reader = try RecordReader(database)
            let find = try Prepared(
                """
                SELECT seq FROM record INDEXED BY record_other
                WHERE plate IS NULL AND camera = ? AND ts >= ? AND ts < ? AND schema = ? ORDER BY ts DESC, seq DESC
                """, in: database)
            for (name, camera) in try Names("camera", in: database).all
            where others.cameras.isEmpty || others.cameras.contains(name) {
                var count = 0
                try find.rows(
                    .integer(camera), .integer(others.from.milliseconds), .integer(others.until.milliseconds),
                    .integer(schema)
                ) { row in
                    guard let record = try reader.record(row.integer(at: 0)) else { return true }
                    if try body(&value, record) { count += 1 }
                    return count < others.most
                }
            }
            return value
        }
    }
}

// MARK: - Searching

extension SQLiteHistory {
    public func search(_ search: Search, after cursor: PageCursor?, limit: Int) async throws -> Page {
        let limit = min(max(1, limit), 10_000)
        return try await reading("searching") { database in
            try SearchReader(search: search, database: database, cursor: cursor ?? .newest, limit: limit).page()
        }
    }
}

// MARK: - Gaps and counts

extension SQLiteHistory {
    public func loggedGaps(
        cameras: [String], from: WallTime?, until: WallTime?
    ) async throws -> [StoredGap] {
        try await reading("reading gaps") { database in
            let names = try Names("camera", in: database).byNumber
            var found: [StoredGap] = []
            try Prepared(
                """
                SELECT camera, id, cause, start, end FROM gap
                WHERE start < ?1 AND (end IS NULL OR end > ?2) ORDER BY start DESC, id DESC
                """, in: database
            ).rows(.integer(until?.milliseconds ?? .max), .integer(from?.milliseconds ?? .min)) { row in
                guard let camera = names[row.integer(at: 0)], cameras.isEmpty || cameras.contains(camera) else {
                    return true
                }
                found.append(Self.gap(row, of: camera))
                return true
            }
            return found
        }
    }

    /// From a row with its identifier, cause, start and end behind the camera.
    private static func gap(_ row: borrowing Prepared, of camera: String) -> StoredGap {
        let gap = Gap(
            id: row.text(at: 1), cause: Gap.Cause(rawValue: row.text(at: 2)),
            start: WallTime(milliseconds: row.integer(at: 3)))
        return StoredGap(
            camera: camera, gap: gap, end: row.isNull(at: 4) ? nil : WallTime(milliseconds: row.integer(at: 4)))
    }

    public func counts(
        cameras: [String], from: WallTime?, until: WallTime?
    ) async throws -> [HourCount] {
        try await reading("reading counts") { database in
            let names = try Names("camera", in: database).byNumber
            let milliseconds: Int64 = 3_600_000
            // The hour that the time lies in belongs to it.
            let first = from.map { Count.hour(of: $0) } ?? .min
            let last = until.map { Count.hour(of: WallTime(milliseconds: $0.milliseconds &- 1)) } ?? .max
            var found: [HourCount] = []
            try Prepared(
                "SELECT hour, camera, what, n FROM count WHERE hour >= ? AND hour <= ? ORDER BY hour, camera, what",
                in: database
            ).rows(.integer(first), .integer(last)) { row in
                guard let camera = names[row.integer(at: 1)], cameras.isEmpty || cameras.contains(camera) else {
                    return true
                }
                found.append(
                    HourCount(
                        hour: WallTime(milliseconds: row.integer(at: 0) &* milliseconds), camera: camera,
                        what: row.text(at: 2), count: Int(row.integer(at: 3))))
                return true
            }
            return found
        }
    }

    public func totals(of kinds: [String], from: WallTime, until: WallTime) async throws -> [String: Int] {
        let wanted = Set(kinds)
        return try await reading("reading totals") { database in
            var totals: [String: Int] = [:]
            try Prepared("SELECT what, n FROM count WHERE hour >= ? AND hour <= ?", in: database).rows(
                .integer(Count.hour(of: from)),
                .integer(Count.hour(of: WallTime(milliseconds: until.milliseconds &- 1)))
            ) { row in
                let kind = row.text(at: 0)
                if wanted.contains(kind) { totals[kind, default: 0] += Int(row.integer(at: 1)) }
                return true
            }
            return totals
        }
    }

    public func heard(of cameras: [String], from: WallTime, until: WallTime) async throws -> Set<String> {
        let wanted = Set(cameras)
        return try await reading("reading which cameras were heard of") { database in
            let names = try Names("camera", in: database).byNumber
            let found = try Prepared(
                "SELECT DISTINCT camera FROM count WHERE hour >= ? AND hour <= ?", in: database
            ).integers(
                .integer(Count.hour(of: from)),
                .integer(Count.hour(of: WallTime(milliseconds: until.milliseconds &- 1))))
            return wanted.intersection(found.compactMap { names[$0] })
        }
    }

    public func status() async throws -> HistoryStatus {
        try await reading("reading the state of the history") { database in
            HistoryStatus(
                last: try Sequence.last(of: "record", in: database),
                events: Int(try Prepared("SELECT sum(events) FROM plate_span", in: database).integer() ?? 0),
                cameras: try Self.cameras(in: database), logs: try Self.logs(in: database),
                bytes: Self.size(of: self.path) + Self.size(of: self.path + "-wal"))
        }
    }

    private static func cameras(in database: Database) throws -> [HistoryStatus.Camera] {
        let newest = try newest(in: database) { _ in true }
        return try Names("camera", in: database).all.keys.sorted().map {
            HistoryStatus.Camera(name: $0, newest: newest[$0])
        }
    }

    private static func logs(in database: Database) throws -> [HistoryStatus.Log] {
        var logs: [HistoryStatus.Log] = []
        try Prepared(
            "SELECT path, lines, repeated, unreadable, interruptions, latest, trouble, cursor FROM log ORDER BY path",
            in: database
        ).rows { row in
            logs.append(
                HistoryStatus.Log(
                    path: row.text(at: 0), lines: Int(row.integer(at: 1)), repeated: Int(row.integer(at: 2)),
                    unreadable: Int(row.integer(at: 3)), interruptions: Int(row.integer(at: 4)),
                    latest: row.isNull(at: 5) ? nil : WallTime(milliseconds: row.integer(at: 5)),
                    trouble: row.isNull(at: 6) ? nil : row.text(at: 6),
                    cursor: row.isNull(at: 7) ? nil : LogCursor(row.text(at: 7))))
            return true
        }
        return logs
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

// MARK: - What there is now

extension SQLiteHistory {
    public func loggedPresent() async throws -> Present {
        try await reading("reading what there is now") { database in
            let names = try Names("camera", in: database)
            return Present(
                last: try Sequence.last(of: "record", in: database), cameras: names.all.keys.sorted(),
                gaps: try Self.open(names.byNumber, in: database))
        }
    }

    private static func open(_ names: [Int64: String], in database: Database) throws -> [StoredGap] {
        var found: [StoredGap] = []
        try Prepared(
            "SELECT camera, id, cause, start, end FROM gap WHERE end IS NULL ORDER BY start DESC, id DESC", in: database
        ).rows { row in
            if let camera = names[row.integer(at: 0)] { found.append(gap(row, of: camera)) }
            return true
        }
        return found
    }

    public func newestPlates(of cameras: [String]) async throws -> [String: WallTime] {
        let wanted = Set(cameras)
        return try await reading("reading the newest plates") { database in
            try Self.newest(in: database) { wanted.contains($0) }
        }
    }

    public func logs() async throws -> [HistoryStatus.Log] {
        try await reading("reading how far logs were read") { try Self.logs(in: $0) }
    }

    /// When cameras had their newest plates.
    private static func newest(in database: Database, _ isWanted: (String) -> Bool) throws -> [String: WallTime] {
        let find = try Prepared(
            "SELECT ts FROM camera_event WHERE camera = ? AND place = ? ORDER BY ts DESC LIMIT 1", in: database)
        let names = try Names("camera", in: database).byNumber
        var newest: [String: WallTime] = [:]
        for place in try CameraPlace.all(in: database) {
            guard let name = names[place.camera], isWanted(name),
                let time = try find.integer(.integer(place.camera), .integer(place.place))
            else { continue }
            newest[name] = max(newest[name] ?? WallTime(milliseconds: time), WallTime(milliseconds: time))
        }
        return newest
    }
}

extension SQLiteHistory {
    public func plates(since time: WallTime) async throws -> [String: Int] {
        try await reading("counting plates") { database in
            let names = try Names("camera", in: database).byNumber
            var found: [String: Int] = [:]
            func add(_ row: Prepared) -> Bool {
                if let camera = names[row.integer(at: 0)] { found[camera, default: 0] += Int(row.integer(at: 1)) }
                return true
            }
            // Whole hours are counted already; what is left of the first is not one where midnight is in it.
            let first = Count.hour(of: WallTime(milliseconds: time.milliseconds + 3_599_999))
            try Prepared("SELECT camera, n FROM count WHERE hour >= ? AND what = 'plate'", in: database)
                .rows(.integer(first), body: add)
            let begun = try Prepared(
                "SELECT ?1, count(*) FROM camera_event WHERE camera = ?1 AND place = ?2 AND ts >= ?3 AND ts < ?4",
                in: database)
            for place in try CameraPlace.all(in: database) {
                try begun.rows(
                    .integer(place.camera), .integer(place.place), .integer(time.milliseconds),
                    .integer(first * 3_600_000), body: add)
            }
            return found.filter { $0.value > 0 }
        }
    }

    public func plates(in times: [Range<WallTime>]) async throws -> [[String: Int]] {
        try await reading("counting plates") { database in
            let names = try Names("camera", in: database).byNumber
            let places = try CameraPlace.all(in: database)
            let count = try Prepared(
                "SELECT count(*) FROM camera_event WHERE camera = ? AND place = ? AND ts >= ? AND ts < ?", in: database)
            return try times.map { time in
                var found: [String: Int] = [:]
                for place in places {
                    let number = try count.integer(
                        .integer(place.camera), .integer(place.place), .integer(time.lowerBound.milliseconds),
                        .integer(time.upperBound.milliseconds))
                    guard let camera = names[place.camera], let number, number > 0 else { continue }
                    found[camera, default: 0] += Int(number)
                }
                return found
            }
        }
    }
}

// MARK: - Pictures

extension SQLiteHistory {
    public func pictures(of records: [StoredRecord]) async throws -> [Picture] {
        try await reading("reading what became of pictures") { try PictureReader($0).pictures(of: records) }
    }

    public func mark(_ kind: Picture.Kind, of seq: Int64, as state: Picture.State) async throws {
        try await writing("writing down what became of a picture") { database in
            guard state != .kept else {
                try Prepared("DELETE FROM picture WHERE seq = ? AND kind = ?", in: database)
                    .run(.integer(seq), .text(kind.rawValue))
                return
            }
            // Of a record that is gone there is nothing to say.
            try Prepared(
                """
                INSERT INTO picture(seq, kind, state) SELECT ?1, ?2, ?3 WHERE EXISTS(SELECT 1 FROM record WHERE seq = ?1)
                ON CONFLICT(seq, kind) DO UPDATE SET state = excluded.state
                """, in: database
            ).run(.integer(seq), .text(kind.rawValue), .text(state.rawValue))
        }
    }
}

// MARK: - How far others have read

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

extension SQLiteHistory {
    /// Records of a transaction: more would keep new ones waiting.
    static let removedAtOnce = 1000

    /// A thousand at a time.
    public func remove(before limit: TrustedTime, camera: String?) async throws -> RemovedRecords {
        let time = limit.wall
        let removed = try await writing("removing old records") { database in
            var removed = RemovedRecords()
            let names = try Names("camera", in: database)
            let cameras = camera.map { name in names[name].map { [$0] } ?? [] } ?? names.all.values.sorted()
            let pictures = try PictureReader(database)
            var eraser = try RecordEraser(database)
            for camera in cameras {
                let left = Self.removedAtOnce - removed.events - removed.others
                for seq in try Self.oldest(left, before: time, camera: camera, in: database) {
                    guard let record = try eraser.remove(seq) else {
                        // It would be found for ever.
                        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "record \(seq) is not there")
                    }
                    removed.pictures += try pictures.pictures(of: [record]).filter { $0.state != .deleted }
                    if case .plate = record.record { removed.events += 1 } else { removed.others += 1 }
                }
                // Earlier versions left them open; and once the later one is gone, nothing would end them.
                try UntoldEnds.close(camera: camera, in: database)
                try Prepared("DELETE FROM gap WHERE camera = ? AND end < ?", in: database)
                    .run(.integer(camera), .integer(time.milliseconds))
            }
            try eraser.finish()
            for camera in cameras { try Self.removeOpenGaps(before: time, camera: camera, in: database) }
            removed.isDone = removed.events + removed.others < Self.removedAtOnce
            return removed
        }
        try await sweep()
        return removed
    }

    /// Of a camera that was taken away blind, its last gap never ends: it goes with its last record.
    private static func removeOpenGaps(before time: WallTime, camera: Int64, in database: Database) throws {
        let isOpen = try Prepared(
            "SELECT count(*) FROM gap WHERE camera = ? AND end IS NULL AND start < ?", in: database
        ).integer(.integer(camera), .integer(time.milliseconds))
        guard isOpen ?? 0 > 0 else { return }
        let left = try Prepared("SELECT 1 FROM record WHERE camera = ? LIMIT 1", in: database).integer(.integer(camera))
        guard left == nil else { return }
        try Prepared("DELETE FROM gap WHERE camera = ? AND end IS NULL AND start < ?", in: database)
            .run(.integer(camera), .integer(time.milliseconds))
    }

    /// Some of a camera's records from before a time: its events place by place, then all others.
    private static func oldest(
        _ limit: Int, before time: WallTime, camera: Int64, in database: Database
    ) throws -> [Int64] {
        var found: [Int64] = []
        for stretch in try CameraPlace.all(in: database) where stretch.camera == camera && found.count < limit {
            try Prepared(
                "SELECT seq FROM camera_event WHERE camera = ? AND place = ? AND ts < ? ORDER BY ts LIMIT ?",
                in: database
            ).rows(
                .integer(camera), .integer(stretch.place), .integer(time.milliseconds), .integer(limit - found.count)
            ) { row in
                found.append(row.integer(at: 0))
                return true
            }
        }
        try Prepared(
            "SELECT seq FROM record WHERE plate IS NULL AND camera = ? AND ts < ? ORDER BY ts LIMIT ?", in: database
        ).rows(.integer(camera), .integer(time.milliseconds), .integer(limit - found.count)) { row in
            found.append(row.integer(at: 0))
            return true
        }
        return found
    }

    public func sweep() async throws {
        for kind in TextTable.Kind.allCases {
            let sweep = TextSweep(kind: kind)
            while true {
                let (looked, orphans, last) = try await reading("looking for texts without events") {
                    try sweep.look(in: $0)
                }
                if looked.isEmpty { break }
                try await writing("removing texts without events") {
                    try sweep.remove(looked, orphans: orphans, last: last, in: $0)
                }
            }
        }
        try await tidy()
    }

    /// Removes the rows of texts in which earlier versions left nothing: once, since all texts are read to find them.
    private func tidy() async throws {
        let name = TextBlock.tidied
        if try await kept(name.space)[name.name] != nil { return }
        for kind in TextTable.Kind.allCases {
            while try await writing("removing empty rows of texts", { try TextBlock.removeEmpty(of: kind, in: $0) }) {}
        }
        try await writing("removing empty rows of texts") { try Self.keep([name: "yes"], in: $0) }
    }
}

extension SQLiteHistory {
    public func forget(_ plate: String) async throws -> ForgottenText {
        guard let text = PlateText.normal(plate) else {
            throw HistoryFailure("forgetting a plate", reason: "the text is empty", cause: .question)
        }
        var forgotten = ForgottenText()
        var before = -1
        while forgotten.records + forgotten.votes > before {
            before = forgotten.records + forgotten.votes
            let more = try await writing("forgetting a plate") { database in
                var blotter = try Blotter(text, in: database)
                try blotter.blotEvents(upTo: Self.removedAtOnce)
                try blotter.removeVotes(upTo: Self.removedAtOnce)
                try blotter.finish()
                return blotter.forgotten
            }
            forgotten.records += more.records
            forgotten.votes += more.votes
            forgotten.pictures += more.pictures
        }
        forgotten.records += try await writing("forgetting a plate") { database in
            var blotter = try Blotter(text, in: database)
            try blotter.blotOthers()
            try blotter.finish()
            return blotter.forgotten.records
        }
        try await sweep()
        try await writing("forgetting a plate") { database in
            for kind in TextTable.Kind.allCases { try TextTable.rebuild(kind, in: database) }
        }
        if try await !emptyWAL() { forgotten.unemptied = path + "-wal" }
        return forgotten
    }

    /// Brings everything into the file and cuts the WAL to nothing, where no other process reads.
    private func emptyWAL() async throws -> Bool {
        do {
            return try await pool.barrierWriteWithoutTransaction { database in
                try database.checkpoint(.truncate).walFrameCount == 0
            }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            return false
        } catch {
            throw HistoryFailure("emptying the WAL of the history", path: path, error)
        }
    }
}

extension SQLiteHistory {
    /// Moves the file away, so that a new one can be made from the logs. What it holds, plates among it, is still in the old one:
    /// whoever has what they need deletes that.
    ///
    /// - Parameter now: becomes a part of its name.
    /// - Returns: its new path; nil where there was none.
    public static func setAside(_ path: String, now: WallTime = .now) throws(HistoryFailure) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        let stamp = now.description.filter { $0 != "-" && $0 != ":" }
        let target = "\(path).old-\(stamp)"
        // The WAL belongs to its file by its name.
        for ending in ["-wal", "-shm", ""] where access(path + ending, F_OK) == 0 {
            do throws(SystemError) { try FilePlace.move(path + ending, to: target + ending, .replaced) } catch {
                throw HistoryFailure(
                    "moving \(path + ending) away", reason: error.reason,
                    remedy: "Look whether this user may write to its folder.", cause: .disk)
            }
        }
        return target
    }
}

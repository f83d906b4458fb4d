import History
import Records

extension PostgreSQLHistory {
    /// Records of a transaction: more would keep new ones waiting.
    static let removedAtOnce = 1000
    private static let sweptAtOnce = 2000

    /// A thousand at a time; a month that is over for all cameras goes as a whole, once no record in it names pictures.
    public func remove(before limit: TrustedTime, camera: String?) async throws -> RemovedRecords {
        let time = limit.wall
        let place = place
        var removed = RemovedRecords()
        if camera == nil, let month = try await drop(before: time) {
            removed = month
        } else {
            removed = try await changing("removing old records") { connection in
                let reader = RecordReader(connection, place: place)
                let found = try Self.oldest(before: time.milliseconds, camera: camera, of: connection)
                let records = try reader.records(at: found)
                var removed = RemovedRecords()
                removed.pictures = try connection.pictures(of: records).filter { $0.state != .deleted }
                (removed.events, removed.others) = try RecordEraser(connection).remove(found)
                try Self.removeGaps(before: time.milliseconds, camera: camera, of: connection)
                removed.isDone = found.count < Self.removedAtOnce
                return removed
            }
        }
        try await sweep()
        return removed
    }

    private static func removeGaps(before time: Int64, camera: String?, of connection: Connection) throws {
        // Of a camera that was taken away blind, its last gap never ends: it goes with its last record.
        func isOver(_ time: String) -> String {
            "(ended < \(time) OR ended IS NULL AND began < \(time) AND NOT EXISTS (SELECT 1 FROM record WHERE record.camera = gap.camera))"
        }
        guard let name = camera else {
            // Earlier versions left them open; and once the later one is gone, nothing would end them.
            _ = try connection.run([UntoldEnds.close(camera: nil)])
            _ = try connection.rows("DELETE FROM gap WHERE \(isOver("$1"))", .integer(time))
            return
        }
        guard let number = try connection.number(of: name, in: .camera) else { return }
        _ = try connection.run([UntoldEnds.close(camera: number)])
        _ = try connection.rows(
            "DELETE FROM gap WHERE camera = $1 AND \(isOver("$2"))", .integer(number), .integer(time))
    }

    /// Some records from before a time: events first, then all others.
    private static func oldest(before time: Int64, camera: String?, of connection: Connection) throws -> [Found] {
        func found(_ sql: String, _ values: [Value], upTo limit: Int) throws -> [Found] {
            let rows = try connection.run([Statement("\(sql) LIMIT \(limit)", values, isKept: false)])[0]
            return (0..<rows.count).map { Found(time: rows.integer($0, 0), seq: rows.integer($0, 1)) }
        }
        let part = { (rule: String) in
            "SELECT ts, seq FROM record WHERE \(rule) AND ts < $1 ORDER BY ts, seq LIMIT \(removedAtOnce)"
        }
        let events: [Found]
        let others: (sql: String, values: [Value])
        if let name = camera {
            guard let number = try connection.number(of: name, in: .camera) else { return [] }
            events = try found(
                """
                SELECT f.ts, f.seq FROM camera_place p CROSS JOIN LATERAL (\(part("camera = $2 AND place = p.place"))) f
                WHERE p.camera = $2
                """, [.integer(time), .integer(number)], upTo: removedAtOnce)
            others = (part("camera = $2 AND place IS NULL"), [.integer(time), .integer(number)])
        } else {
            events = try found(
                "SELECT ts, seq FROM record WHERE plate IS NOT NULL AND ts < $1 ORDER BY ts, seq", [.integer(time)],
                upTo: removedAtOnce)
            others = (
                """
                SELECT f.ts, f.seq FROM record_schema s
                CROSS JOIN LATERAL (\(part("schema = s.id AND plate IS NULL"))) f
                """, [.integer(time)]
            )
        }
        let left = removedAtOnce - events.count
        if left == 0 { return events }
        return events + (try found("SELECT * FROM (\(others.sql)) o", others.values, upTo: left))
    }

    // MARK: - Months

    /// Drops the oldest month that is over, if there is one, and none of its records names pictures.
    private func drop(before time: WallTime) async throws -> RemovedRecords? {
        let told: (month: Int64, last: Int64)? = try await changing("removing old records") { connection in
            let months = try connection.rows("SELECT number FROM month WHERE number <> 0 ORDER BY number").integers()
            guard let month = months.first, Months.times(of: month).upperBound <= time.milliseconds else { return nil }
            let part = Months.part(of: "record", month)
            if try connection.rows("SELECT 1 FROM \(part) WHERE pictures LIMIT 1", isKept: false).count > 0 {
                return nil
            }
            let last = try connection.rows("SELECT last FROM sequence WHERE name = 'record'").integers().first ?? 0
            return (month, last)
        }
        guard let told else { return nil }
        // While others store. What comes into that month meanwhile is looked at when it is dropped.
        let sweeps = try await changing("writing down the texts of old records") { connection in
            if try Self.isThere(told.month, of: connection) { try Self.touch(told.month, after: 0, of: connection) }
            return try Self.sweeps(of: connection)
        }
        return try await changing("removing old records") { connection in
            guard try Self.isThere(told.month, of: connection) else { return RemovedRecords() }
            // Who swept meanwhile found that all texts are needed still, and has crossed them out.
            let isSwept = try Self.sweeps(of: connection) != sweeps
            try Self.touch(told.month, after: isSwept ? 0 : told.last, of: connection)
            let (part, lost) = (Months.part(of: "record", told.month), Months.part(of: "lost_event", told.month))
            if try connection.rows("SELECT 1 FROM \(part) WHERE pictures LIMIT 1", isKept: false).count > 0 {
                return RemovedRecords()
            }
            var removed = RemovedRecords()
            let all = Int(try connection.rows("SELECT count(*) FROM \(part)", isKept: false).integer(0, 0))
            removed.events = Int(
                try connection.rows("DELETE FROM month WHERE number = $1 RETURNING events", .integer(told.month))
                    .integers().first ?? 0)
            removed.others = max(0, all - removed.events)
            try connection.script("DROP TABLE \(part); DROP TABLE \(lost)")
            _ = try connection.rows(
                "UPDATE camera_place p SET newest = \(RecordEraser.newestOfPlace) WHERE newest < $1",
                .integer(Months.times(of: told.month).upperBound))
            return removed
        }
    }

    /// Another centre of the history may have dropped it.
    private static func isThere(_ month: Int64, of connection: Connection) throws -> Bool {
        try connection.rows("SELECT 1 FROM month WHERE number = $1", .integer(month)).count > 0
    }

    /// - Parameter last: texts of records behind this number are meant.
    private static func touch(_ month: Int64, after last: Int64, of connection: Connection) throws {
        for (table, text) in [("record", "plate"), ("lost_event", "text")] {
            _ = try connection.rows(
                """
                INSERT INTO touched(kind, id)
                SELECT '\(text == "plate" ? "plate" : "lost")', \(text) FROM \(Months.part(of: table, month))
                WHERE seq > $1 AND \(text) IS NOT NULL GROUP BY \(text) ORDER BY \(text) ON CONFLICT DO NOTHING
                """, .integer(last), isKept: false)
        }
    }

    // MARK: - Texts

    /// How often what was written down of texts was crossed out.
    private static func sweeps(of connection: Connection) throws -> [String] {
        try connection.rows("SELECT value FROM kept WHERE space = 'texts' AND name = 'sweeps'").texts()
    }

    public func sweep() async throws {
        for table in ["plate", "lost"] {
            let used =
                table == "plate"
                ? "SELECT 1 FROM record e WHERE e.plate = t.id" : "SELECT 1 FROM lost_event e WHERE e.text = t.id"
            // Nothing to be done takes no one's turn.
            while try await isTouched(table) {
                try await changing("removing texts without events") { connection in
                    let numbers = try connection.rows(
                        "SELECT id FROM touched WHERE kind = $1 ORDER BY id LIMIT \(Self.sweptAtOnce)", .text(table)
                    ).integers()
                    let gone = try connection.run([
                        Statement(
                            "DELETE FROM \(table) t WHERE id = ANY($1) AND NOT EXISTS(\(used)) RETURNING id",
                            .integers(numbers)),
                        Statement(
                            "DELETE FROM touched WHERE kind = $1 AND id = ANY($2)", .text(table), .integers(numbers)),
                        Statement(
                            """
                            INSERT INTO kept(space, name, value) VALUES('texts', 'sweeps', 1)
                            ON CONFLICT(space, name) DO UPDATE SET value = kept.value::bigint + 1
                            """),
                    ])
                    guard gone[0].count > 0 else { return }
                    _ = try connection.rows("UPDATE sequence SET last = last + 1 WHERE name = 'removal'")
                }
            }
        }
    }

    private func isTouched(_ table: String) async throws -> Bool {
        try await reading("looking for texts without events") { connection in
            try connection.rows("SELECT 1 FROM touched WHERE kind = $1 LIMIT 1", .text(table)).count > 0
        }
    }
}

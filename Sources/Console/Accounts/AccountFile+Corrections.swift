import Basics
import GRDB
import History
import Records

extension AccountFile {
    /// Writes down what a plate really was. Its own text takes an earlier correction back. Both stay in the record of corrections.
    func correct(_ event: PlateEvent, to plate: String, by who: String, at now: WallTime) throws(Failure) {
        try write("correcting a plate") { database in
            try database.execute(
                sql: """
                    INSERT INTO correction(camera, id, ts, original, plate, who, at) VALUES(?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    event.camera, event.id, event.time.milliseconds, event.plate, plate, who, now.milliseconds,
                ])
        }
    }

    /// The corrections of events, each event's latest last.
    func corrections(of ids: [String]) throws(Failure) -> [Correction] {
        guard !ids.isEmpty else { return [] }
        return try read("reading corrections") { database in
            let marks = repeatElement("?", count: ids.count).joined(separator: ",")
            return try Row.fetchAll(
                database, sql: "SELECT * FROM correction WHERE id IN (\(marks)) ORDER BY number",
                arguments: StatementArguments(ids)
            ).map(Self.correction)
        }
    }

    /// Returns the latest correction of each record, by camera and identifier.
    func corrections(of records: [StoredRecord]) throws(Failure) -> [String: Correction] {
        var ids: [String] = []
        for record in records {
            if case .plate(let event) = record.record { ids.append(event.id) }
        }
        return Dictionary(
            try corrections(of: ids).map { ($0.camera + " " + $0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// Of the events that stand corrected the newest ones that are asked for.
    func corrections(limit: Int, where isAsked: (Correction) -> Bool) throws(Failure) -> [Correction] {
        try read("reading corrections") { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT * FROM correction WHERE original <> plate AND number IN
                    (SELECT max(number) FROM correction GROUP BY id, camera) ORDER BY ts DESC
                    """)
            var found: [Correction] = []
            while found.count < limit, let row = try rows.next() {
                let correction = try Self.correction(row)
                if isAsked(correction) { found.append(correction) }
            }
            return found
        }
    }

    /// How many events of each camera in a time stand corrected.
    func corrected(from: WallTime, until: WallTime) throws(Failure) -> [String: Int] {
        try read("counting corrections") { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT camera, count(*) AS n FROM correction WHERE ts >= ? AND ts < ? AND original <> plate AND number IN
                    (SELECT max(number) FROM correction GROUP BY id, camera) GROUP BY camera
                    """, arguments: [from.milliseconds, until.milliseconds])
            return Dictionary(try rows.map { (try $0.text("camera"), try $0.number("n")) }, uniquingKeysWith: +)
        }
    }

    /// In how many corrections a plate stands, and as what the scanner read those that were corrected to it.
    public func corrections(telling plate: String) throws(Failure) -> (count: Int, readings: [String]) {
        try read("counting corrections") { database in
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM correction WHERE original = ?1 OR plate = ?1", arguments: [plate])
            let readings = try String.fetchAll(
                database,
                sql: "SELECT DISTINCT original FROM correction WHERE plate = ?1 AND original <> ?1 ORDER BY original",
                arguments: [plate])
            return (count ?? 0, readings)
        }
    }

    /// Takes out what is known of a plate that is to be forgotten. The records of it are gone, too.
    ///
    /// - Returns: how many corrections it stood in.
    public func forget(_ plate: String) throws(Failure) -> Int {
        try write("forgetting corrections") { database in
            try database.execute(
                sql: """
                    DELETE FROM correction WHERE (id, camera) IN
                    (SELECT id, camera FROM correction WHERE original = ?1 OR plate = ?1)
                    """, arguments: [plate])
            return database.changesCount
        }
    }

    /// Takes out what somebody said of events that are to be forgotten.
    ///
    /// - Returns: how many corrections these were.
    public func forget(events: [(camera: String, id: String)]) throws(Failure) -> Int {
        try write("forgetting corrections") { database in
            var count = 0
            for event in events {
                try database.execute(
                    sql: "DELETE FROM correction WHERE id = ? AND camera = ?", arguments: [event.id, event.camera])
                count += database.changesCount
            }
            return count
        }
    }

    /// Takes out the corrections of events that are older than they are kept.
    public func remove(before limit: WallTime, camera: String) throws(Failure) {
        try write("removing old corrections") { database in
            try database.execute(
                sql: "DELETE FROM correction WHERE camera = ? AND ts < ?", arguments: [camera, limit.milliseconds])
        }
    }

    private static func correction(_ row: Row) throws -> Correction {
        Correction(
            camera: try row.text("camera"), id: try row.text("id"), time: try row.time("ts"),
            original: try row.text("original"),
            plate: try row.text("plate"), who: try row.text("who"), made: try row.time("at"))
    }
}

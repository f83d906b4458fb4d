import Basics
import GRDB
import History
import Records

extension DeliveryFile {
    /// How far a destination has come, with the history that its numbers belong to; nil of one that was never there.
    func state(of name: String) throws(Failure) -> (state: DeliveryState, origin: String)? {
        try read("reading how far a destination has come") { database in
            guard
                let row = try Row.fetchOne(database, sql: "SELECT * FROM destination WHERE name = ?", arguments: [name])
            else { return nil }
            return (try Self.state(row, in: database), row["origin"])
        }
    }

    /// Of all that there ever were, by name.
    package func states() throws(Failure) -> [DeliveryState] {
        try read("reading how far destinations have come") { database in
            try Row.fetchAll(database, sql: "SELECT * FROM destination ORDER BY name")
                .map { try Self.state($0, in: database) }
        }
    }

    func keep(_ state: DeliveryState, origin: String, streams: some Collection<String>) throws(Failure) {
        try write("writing down how far a destination has come") { database in
            try database.cachedStatement(
                sql: """
                    INSERT INTO destination(
                        name, origin, seq, delivered, last, failing, attempts, trouble, next, stopped, expired, reached, away)
                    VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) ON CONFLICT(name) DO UPDATE SET
                        origin = ?2, seq = ?3, delivered = ?4, last = ?5, failing = ?6, attempts = ?7, trouble = ?8, next = ?9,
                        stopped = ?10, expired = ?11, reached = ?12, away = ?13
                    """
            ).execute(
                arguments: [
                    state.name, origin, state.seq, state.delivered, state.lastDelivered?.milliseconds,
                    state.failing?.milliseconds, state.attempts, state.trouble, state.next?.milliseconds,
                    state.isStopped ? 1 : 0, state.expired, state.isReached ? 1 : 0, state.isAway ? 1 : 0,
                ])
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO place(name, camera, id, ts, seq) VALUES(?1, ?2, ?3, ?4, ?5)
                    ON CONFLICT(name, camera) DO UPDATE SET id = ?3, ts = ?4, seq = ?5
                    """)
            for stream in streams {
                guard let place = state.places[stream] else { continue }
                try statement.execute(
                    arguments: [state.name, stream, place.id, place.time.milliseconds, place.seq])
            }
        }
    }

    /// Takes out all that is known of destinations that the configuration has no longer.
    func keepOnly(_ names: [String]) throws(Failure) {
        try write("removing destinations that are no longer configured") { database in
            let marks = repeatElement("?", count: names.count).joined(separator: ",")
            for table in ["destination", "letter"] {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE name NOT IN (\(marks))", arguments: StatementArguments(names))
            }
        }
    }

    private static func state(_ row: Row, in database: Database) throws -> DeliveryState {
        func time(_ column: String) -> WallTime? {
            (row[column] as Int64?).map { WallTime(milliseconds: $0) }
        }
        var state = DeliveryState(name: row["name"], seq: row["seq"])
        state.delivered = row["delivered"]
        state.lastDelivered = time("last")
        state.failing = time("failing")
        state.attempts = row["attempts"]
        state.trouble = row["trouble"]
        state.next = time("next")
        state.isStopped = row["stopped"] != 0
        state.expired = row["expired"]
        state.isReached = row["reached"] != 0
        state.isAway = row["away"] != 0
        let places = try Row.fetchAll(database, sql: "SELECT * FROM place WHERE name = ?", arguments: [state.name])
        for place in places {
            let stream: String = place["camera"]
            let (camera, schema) = ReadingPlace.parts(ofStream: stream)
            state.places[stream] = ReadingPlace(
                camera: camera, schema: schema, id: place["id"], time: WallTime(milliseconds: place["ts"]),
                seq: place["seq"])
        }
        return state
    }
}

// MARK: - What was refused

extension DeliveryFile {
    func keep(_ letter: DeadLetter) throws(Failure) {
        try write("writing down what a destination refused") { database in
            try database.execute(
                sql: "INSERT INTO letter(name, seq, camera, id, ts, reason, made) VALUES(?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    letter.destination, letter.seq, letter.camera, letter.id, letter.time.milliseconds, letter.reason,
                    letter.made.milliseconds,
                ])
            try database.execute(
                sql: """
                    DELETE FROM letter WHERE name = ?1 AND number <=
                    (SELECT number FROM letter WHERE name = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
                    """, arguments: [letter.destination, Self.mostLetters])
        }
    }

    /// How many there are of each destination.
    package func letterCounts() throws(Failure) -> [String: Int] {
        try read("counting what destinations refused") { database in
            let rows = try Row.fetchAll(database, sql: "SELECT name, count(*) AS n FROM letter GROUP BY name")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["name"], $0["n"]) })
        }
    }

    /// The newest of a destination, the newest first.
    package func letters(of name: String, limit: Int) throws(Failure) -> [DeadLetter] {
        try read("reading what a destination refused") { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM letter WHERE name = ? ORDER BY number DESC LIMIT ?",
                arguments: [name, limit]
            ).map { row in
                DeadLetter(
                    destination: row["name"], seq: row["seq"], camera: row["camera"], id: row["id"],
                    time: WallTime(milliseconds: row["ts"]), reason: row["reason"],
                    made: WallTime(milliseconds: row["made"]))
            }
        }
    }

    /// Takes out the dead letters of events that were forgotten.
    ///
    /// - Returns: how many there were.
    package func forget(_ ids: [(camera: String, id: String)]) throws(Failure) -> Int {
        try write("forgetting what destinations refused") { database in
            var count = 0
            for (camera, id) in ids {
                try database.execute(sql: "DELETE FROM letter WHERE camera = ? AND id = ?", arguments: [camera, id])
                count += database.changesCount
            }
            return count
        }
    }
}

import Basics
import GRDB
import Records

/// What was said of plates that chance drew. No text of a plate is in it: a plate that is forgotten leaves nothing here.
extension AccountFile {
    static func addVerdicts(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE verdict(
                    camera TEXT NOT NULL, id TEXT NOT NULL, ts INTEGER NOT NULL, engine TEXT NOT NULL, probability REAL NOT NULL,
                    odds REAL, right INTEGER, who TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(camera, ts, id)
                ) STRICT, WITHOUT ROWID;
                PRAGMA user_version = 3;
                """)
    }

    /// Writes down what somebody said of a plate; the last word counts. One whose probability nobody knows says nothing.
    ///
    /// - Parameter isRight: nil where its picture does not tell.
    func judge(_ event: PlateEvent, isRight: Bool?, by who: String, at now: WallTime) throws(Failure) {
        guard let probability = event.probability else { return }
        try write("writing down whether a plate is right") { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO verdict VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    event.camera, event.id, event.time.milliseconds, event.engine, probability,
                    event.probabilityOdds, isRight, who, now.milliseconds,
                ])
        }
    }

    /// What was said of a camera's plates since a time, as one engine read them. Where one was corrected afterwards, that counts.
    func verdicts(of camera: String, engine: String, since time: WallTime) throws(Failure) -> [Verdict] {
        try read("reading what was said of plates") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT verdict.*, (
                        SELECT correction.plate = correction.original FROM correction WHERE correction.id = verdict.id
                        AND correction.camera = verdict.camera AND correction.at > verdict.at ORDER BY number DESC LIMIT 1
                    ) AS later FROM verdict WHERE camera = ? AND ts >= ? AND engine = ? ORDER BY ts
                    """, arguments: [camera, time.milliseconds, engine]
            ).map { row in
                let right = try row.decode(Bool?.self, forColumn: "right")
                return Verdict(
                    camera: camera, id: try row.text("id"),
                    probability: try row.decode(Double.self, forColumn: "probability"),
                    odds: try row.decode(Double?.self, forColumn: "odds"),
                    isRight: try row.decode(Bool?.self, forColumn: "later") ?? right)
            }
        }
    }

    /// Whether somebody has said something of an event.
    func isJudged(_ event: PlateEvent) throws(Failure) -> Bool {
        try read("reading what was said of plates") { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS(SELECT 1 FROM verdict WHERE camera = ? AND ts = ? AND id = ?)",
                arguments: [event.camera, event.time.milliseconds, event.id]) ?? false
        }
    }
}

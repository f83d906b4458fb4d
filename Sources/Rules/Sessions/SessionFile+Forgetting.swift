import Foundation
import GRDB
import History
import Records

/// Forgetting a plate in the file of open sessions, which the hub has in its memory, too.
extension SessionFile {
    /// What somebody took out.
    struct Forgotten {
        /// Passes of the plate, and their other ends.
        var gone: [(site: String, number: Int)] = []
        /// Passes of other plates that it was voted for in, with the texts that they still have.
        var shortened: [(site: String, number: Int, texts: [String])] = []
    }

    /// What was taken out since the last time.
    func takeForgotten() throws -> Forgotten {
        try perform("reading what was forgotten in \(path)") { database in
            var forgotten = Forgotten()
            for row in try Row.fetchAll(database, sql: "SELECT site, number FROM forgotten") {
                forgotten.gone.append((site: row["site"], number: row["number"]))
            }
            for row in try Row.fetchAll(database, sql: "SELECT site, number, texts FROM shortened") {
                let texts = try JSONDecoder().decode([String].self, from: Data((row["texts"] as String).utf8))
                forgotten.shortened.append((site: row["site"], number: row["number"], texts: texts))
            }
            if !forgotten.gone.isEmpty { try database.execute(sql: "DELETE FROM forgotten") }
            if !forgotten.shortened.isEmpty { try database.execute(sql: "DELETE FROM shortened") }
            return forgotten
        }
    }

    /// Takes out whatever tells of a plate: its passes with their other ends, and its text from passes of others that it was voted for in. A
    /// hub that runs takes notice before it writes again.
    ///
    /// - Parameter text: capitals and digits, or a pseudonym.
    /// - Returns: how many entries, exits and lines there were.
    package func forget(_ text: String, dryRun: Bool = false) throws -> Int {
        try perform("forgetting a plate in \(path)") { database in
            var count = 0
            for row in try Row.fetchAll(database, sql: "SELECT site, number, json FROM pass") {
                let pass = try JSONDecoder().decode(KeptPass.self, from: Data((row["json"] as String).utf8))
                let isOwn = PlateText.normal(pass.plate) == text
                guard isOwn || pass.texts.contains(where: { PlateText.normal($0) == text }) else { continue }
                count += 1
                if dryRun { continue }
                if isOwn {
                    try Self.remove(pass, of: row["site"], in: database)
                } else {
                    try Self.keep(pass.without(text), of: row["site"], in: database)
                }
            }
            for row in try Row.fetchAll(database, sql: "SELECT number, line FROM told") {
                guard try Record(line: Array((row["line"] as String).utf8)).mentions(text) else { continue }
                count += 1
                if dryRun { continue }
                try database.execute(sql: "DELETE FROM told WHERE number = ?", arguments: [row["number"] as Int64])
            }
            return count
        }
    }

    /// Takes out the passes of events, with their other ends, and the lines about them; as `forget` does it for a plate.
    package func forget(events: Set<RecordName>) throws {
        try perform("forgetting events in \(path)") { database in
            for row in try Row.fetchAll(database, sql: "SELECT site, json FROM pass") {
                let pass = try JSONDecoder().decode(KeptPass.self, from: Data((row["json"] as String).utf8))
                guard events.contains(RecordName(camera: pass.camera, id: pass.id)) else { continue }
                try Self.remove(pass, of: row["site"], in: database)
            }
            for row in try Row.fetchAll(database, sql: "SELECT number, line FROM told") {
                guard case .session(let record) = try Record(line: Array((row["line"] as String).utf8)),
                    record.isMade(of: events)
                else { continue }
                try database.execute(sql: "DELETE FROM told WHERE number = ?", arguments: [row["number"] as Int64])
            }
        }
    }

    private static func remove(_ pass: KeptPass, of site: String, in database: Database) throws {
        for number in [pass.number, pass.other].compactMap({ $0 }) {
            for table in ["pass", "shortened"] {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE site = ? AND number = ?", arguments: [site, number])
            }
            try database.execute(sql: "INSERT INTO forgotten VALUES(?, ?)", arguments: [site, number])
        }
    }

    private static func keep(_ pass: KeptPass, of site: String, in database: Database) throws {
        let encoder = JSONEncoder()
        let json = String(decoding: try encoder.encode(pass), as: UTF8.self)
        let texts = String(decoding: try encoder.encode(pass.texts), as: UTF8.self)
        try database.execute(
            sql: "UPDATE pass SET json = ? WHERE site = ? AND number = ?", arguments: [json, site, pass.number])
        // Its other end may have been taken out a moment ago, and it with that.
        guard database.changesCount > 0 else { return }
        try database.execute(
            sql: "INSERT OR REPLACE INTO shortened VALUES(?, ?, ?)", arguments: [site, pass.number, texts])
    }
}

extension KeptPass {
    /// Without a text that it has beside its plate.
    fileprivate func without(_ text: String) -> KeptPass {
        var pass = self
        let left = zip(texts, weights).filter { PlateText.normal($0.0) != text }
        pass.texts = left.map(\.0)
        pass.weights = left.map(\.1)
        return pass
    }
}

extension SessionRecord {
    /// Whether one of its ends is one of these events.
    package func isMade(of events: Set<RecordName>) -> Bool {
        [entry, exit].contains { pass in
            pass.map { events.contains(RecordName(camera: $0.camera, id: $0.id)) } ?? false
        }
    }
}

import GRDB
import Records

/// Goes through the events that a list has something of, from the newest on: hour by hour, by the counts of what it had.
struct ListWalk {
    let list: String
    let database: Database
    let filter: SearchFilter
    let cursor: PageCursor
    /// Lane and movement of the search, which are compared with the events themselves.
    let search: Search

    private static let hour: Int64 = 3_600_000

    /// - Parameter texts: numbers of the texts that are looked for; nil for all.
    /// - Returns: how many hours of cameras were looked at.
    func collect(_ texts: TextSet?, into newest: inout Newest) throws -> Int {
        let oldest = try self.oldest()
        guard let schema = try Names("schema", in: database).all[MatchRecord.schema], let start = oldest.values.min()
        else { return 0 }
        let reader = try RecordReader(database)
        var current: Int64?
        var hours: [(hour: Int64, camera: Int64)] = []
        var looked = 0
        let first = max(start, Count.hour(of: WallTime(milliseconds: filter.times.lowerBound)))
        let last = Count.hour(of: WallTime(milliseconds: filter.times.upperBound))
        try Prepared(
            "SELECT hour, camera FROM count WHERE what = ?1 AND hour >= ?2 AND hour <= ?3 ORDER BY hour DESC, camera DESC",
            in: database
        ).rows(.text("match \(list)"), .integer(first), .integer(last)) { row in
            let (hour, camera) = (row.integer(at: 0), row.integer(at: 1))
            if let current, current != hour {
                try look(at: hours, schema, reader, texts, into: &newest)
                hours = []
                newest.settle()
                // All of an hour that is over is newer than what comes now.
                if newest.isFull { return false }
            }
            current = hour
            if filter.cameras?.contains(camera) != false, let start = oldest[camera], start <= hour {
                hours.append((hour, camera))
                looked += 1
            }
            return true
        }
        if !newest.isFull { try look(at: hours, schema, reader, texts, into: &newest) }
        return looked
    }

    /// The hour of each camera's oldest record that is no plate: what was removed is counted still.
    private func oldest() throws -> [Int64: Int64] {
        let find = try Prepared(
            "SELECT ts FROM record INDEXED BY record_other WHERE plate IS NULL AND camera = ? ORDER BY ts LIMIT 1",
            in: database)
        var hours: [Int64: Int64] = [:]
        for camera in try Names("camera", in: database).all.values {
            guard let time = try find.integer(.integer(camera)) else { continue }
            hours[camera] = Count.hour(of: WallTime(milliseconds: time))
        }
        return hours
    }

    private func look(
        at hours: [(hour: Int64, camera: Int64)], _ schema: Int64, _ reader: RecordReader, _ texts: TextSet?,
        into newest: inout Newest
    ) throws {
        for (hour, camera) in hours {
            let start = max(hour &* Self.hour, filter.times.lowerBound)
            let end = min((hour &+ 1) &* Self.hour &- 1, filter.times.upperBound)
            let matches = try Prepared(
                """
                SELECT seq FROM record INDEXED BY record_other
                WHERE plate IS NULL AND camera = ?1 AND ts >= ?2 AND ts <= ?3 AND schema = ?4 ORDER BY ts DESC
                """, in: database
            ).integers(.integer(camera), .integer(start), .integer(end), .integer(schema))
            for seq in matches {
                guard case .match(let match)? = try reader.record(seq)?.record, match.list == list,
                    let event = try event(match, camera, texts, reader)
                else { continue }
                newest.add(event)
            }
        }
    }

    /// The event that a match is of, where it fits.
    private func event(
        _ match: MatchRecord, _ camera: Int64, _ texts: TextSet?, _ reader: RecordReader
    ) throws -> Found? {
        let seq = try Prepared("SELECT seq FROM identity WHERE camera = ? AND id = ?", in: database)
            .integer(.integer(camera), Entry.Identity(match.event).value)
        guard let seq else { return nil }
        if let texts {
            let plate = try Prepared("SELECT plate FROM record WHERE seq = ?", in: database).integer(.integer(seq))
            guard let plate, texts.contains(plate) else { return nil }
        }
        guard let record = try reader.record(seq), case .plate(let event) = record.record else { return nil }
        if let lane = search.lane, event.lane != lane { return nil }
        if let movement = search.movement, event.direction?.movement.rawValue != movement { return nil }
        let found = Found(time: record.time.milliseconds, seq: seq)
        return cursor.admits(found) ? found : nil
    }
}

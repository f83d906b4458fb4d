import GRDB
import Records

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

import GRDB
import Records

/// How much there was, by hour and camera.
package enum Count {
    package struct Key: Hashable, Sendable {
        /// Since 1970.
        package var hour: Int64
        package var camera: String
        package var what: String

        package init(time: WallTime, camera: String, what: String) {
            hour = Count.hour(of: time)
            self.camera = camera
            self.what = what
        }
    }

    /// Since 1970.
    package static func hour(of time: WallTime) -> Int64 {
        let (hours, rest) = time.milliseconds.quotientAndRemainder(dividingBy: 3_600_000)
        return rest < 0 ? hours - 1 : hours
    }

    static func add(_ counts: [Key: Int], cameras: inout Names, in database: Database) throws {
        let add = try Prepared(
            """
            INSERT INTO count(hour, camera, what, n) VALUES(?, ?, ?, ?)
            ON CONFLICT(hour, camera, what) DO UPDATE SET n = n + excluded.n
            """, in: database)
        for (key, count) in counts {
            let camera = try cameras.number(of: key.camera, in: database)
            try add.run(.integer(key.hour), .integer(camera), .text(key.what), .integer(count))
        }
    }
}

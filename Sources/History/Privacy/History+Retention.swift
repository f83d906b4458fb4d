import GRDB
import Records

extension History {
    /// What was removed because its time was over.
    public struct Removed: Sendable, Equatable {
        /// Accepted plates.
        public internal(set) var events = 0
        /// Other records.
        public internal(set) var others = 0
        /// Of the events, for whoever has the folders of evidence to delete them there. Nothing tells of them any more.
        public internal(set) var pictures: [Picture] = []
        /// Whether nothing older is left.
        public internal(set) var isDone = false
    }

    /// Records of a transaction: more would keep new ones waiting.
    static let removedAtOnce = 1000

    /// Removes a thousand records from before a time, and the texts of plates that no event has any more. To be called until it is
    /// done. Counts by hour stay.
    ///
    /// - Parameter camera: nil for all.
    public func remove(before time: WallTime, camera: String? = nil) async throws -> Removed {
        let removed = try await writing("removing old records") { database in
            var removed = Removed()
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
                try Prepared("DELETE FROM gap WHERE camera = ? AND end < ?", in: database)
                    .run(.integer(camera), .integer(time.milliseconds))
            }
            try eraser.finish()
            removed.isDone = removed.events + removed.others < Self.removedAtOnce
            return removed
        }
        try await sweep()
        return removed
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

    /// Removes the texts that no event has any more, however many there are; also those that a process left which died meanwhile.
    func sweep() async throws {
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
    }
}

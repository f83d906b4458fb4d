import GRDB
import Records

extension SQLiteHistory {
    /// Records of a transaction: more would keep new ones waiting.
    static let removedAtOnce = 1000

    /// A thousand at a time.
    public func remove(before time: WallTime, camera: String?) async throws -> RemovedRecords {
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

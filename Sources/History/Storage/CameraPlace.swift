import GRDB

/// A camera and a place that it has events in: each pair has its own stretch of a tree, ordered by time. So whatever is asked for of
/// cameras, lanes and movements, nothing is walked over that does not fit.
struct CameraPlace: Hashable {
    var camera: Int64
    /// See `Place`.
    var place: Int64

    static func all(in database: Database) throws -> [CameraPlace] {
        var all: [CameraPlace] = []
        try Prepared("SELECT camera, place FROM camera_place", in: database).rows { row in
            all.append(CameraPlace(camera: row.integer(at: 0), place: row.integer(at: 1)))
            return true
        }
        return all
    }
}

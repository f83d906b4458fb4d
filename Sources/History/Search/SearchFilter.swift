import GRDB
import Records

/// What an event must be beside its text, in the numbers of the tables.
struct SearchFilter {
    /// Nil for all cameras.
    let cameras: Set<Int64>?
    let lane: Int64?
    let movement: String?
    /// Milliseconds since 1970; both belong to it.
    let times: ClosedRange<Int64>

    /// Nil where nothing can be found: a camera or a lane that the history does not know, or no time at all.
    init?(_ search: Search, after cursor: PageCursor, in database: Database) throws {
        let known = try Names("camera", in: database)
        cameras = search.cameras.isEmpty ? nil : Set(search.cameras.compactMap { known[$0] })
        if let cameras, cameras.isEmpty { return nil }
        movement = search.movement
        if let name = search.lane {
            guard let number = try Names("lane", in: database)[name] else { return nil }
            lane = number
        } else {
            lane = nil
        }
        let first = search.from?.milliseconds ?? .min
        guard search.until?.milliseconds != .min else { return nil }
        let last = min(search.until.map { $0.milliseconds - 1 } ?? .max, cursor.time)
        guard first <= last else { return nil }
        times = first...last
    }

    func admits(camera: Int64, place code: Int64) -> Bool {
        if let cameras, !cameras.contains(camera) { return false }
        guard lane != nil || movement != nil else { return true }
        let place = Place(code: code)
        if let lane, place.lane != lane { return false }
        if let movement, !place.moves(movement) { return false }
        return true
    }
}

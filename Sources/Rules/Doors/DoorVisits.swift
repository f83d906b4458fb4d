import Records

/// Which plates a door has opened for lately: while one goes on being seen, that is one visit.
struct DoorVisits: Sendable {
    /// More plates than a door sees in a visit's time: beyond that, the ones not seen for longest go.
    private static let most = 10_000

    /// In milliseconds.
    let length: Int64
    private var seen: [String: WallTime] = [:]

    init(length: Int64) {
        self.length = length
    }

    /// When the plate was seen last on a visit, which may be over.
    func last(_ plate: String) -> WallTime? { seen[plate] }

    /// Whether the plate is on a visit that goes on; it does then.
    mutating func goesOn(_ plate: String, at time: WallTime) -> Bool {
        guard let last = seen[plate], abs(time.milliseconds - last.milliseconds) <= length else { return false }
        seen[plate] = max(last, time)
        return true
    }

    mutating func begin(_ plate: String, at time: WallTime) {
        seen[plate] = time
        guard seen.count > Self.most else { return }
        let limit = seen.values.sorted()[Self.most / 2]
        seen = seen.filter { $0.value > limit }
    }

    /// The door did not open: the next reading may try again.
    mutating func end(_ plate: String) { seen[plate] = nil }
}

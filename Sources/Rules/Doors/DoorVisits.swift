import Records

/// Which plates a door has opened for lately: while one goes on being seen, that is one visit.
struct DoorVisits: Sendable {
    /// More plates than a door sees in a visit's time: beyond that, the ones not seen for longest go.
    private static let most = 10_000

    /// In milliseconds.
    let length: Int64
    private var seen: [String: (last: WallTime, opening: String)] = [:]

    init(length: Int64) {
        self.length = length
    }

    /// When the plate was seen last on a visit, which may be over.
    func last(_ plate: String) -> WallTime? { seen[plate]?.last }

    /// Whether the plate is on a visit that goes on; it does then.
    mutating func goesOn(_ plate: String, at time: WallTime) -> Bool {
        guard let visit = seen[plate], abs(time.milliseconds - visit.last.milliseconds) <= length else { return false }
        seen[plate]?.last = max(visit.last, time)
        return true
    }

    /// - Parameter opening: that it began with.
    mutating func begin(_ plate: String, at time: WallTime, with opening: String = "") {
        seen[plate] = (time, opening)
        guard seen.count > Self.most else { return }
        let limit = seen.values.map(\.last).sorted()[Self.most / 2]
        seen = seen.filter { $0.value.last > limit }
    }

    /// The door did not open: the next reading may try again. A visit that began with a later opening goes on.
    mutating func end(_ plate: String, with opening: String) {
        if seen[plate]?.opening == opening { seen[plate] = nil }
    }
}

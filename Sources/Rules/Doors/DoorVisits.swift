import Plates
import Records

/// Which plates a door has opened for lately: while one goes on being seen, that is one visit.
struct DoorVisits: Sendable {
    /// More plates than a door sees in a visit's time: beyond that, the ones not seen for longest go.
    private static let most = 10_000
    /// In so many milliseconds no other vehicle needs the door opened: what is nearly the same text is the same vehicle, read in another way.
    private static let moment: Int64 = 5000

    /// In milliseconds.
    let length: Int64
    private var seen: [String: (last: WallTime, opening: String)] = [:]

    init(length: Int64) {
        self.length = length
    }

    /// When the plate was seen last on a visit, which may be over.
    func last(_ plate: String) -> WallTime? { seen[plate]?.last }

    /// Whether the plate is on a visit that goes on; it does then.
    ///
    /// - Parameter isListed: whether this very text stands on a list: then it is no misreading of another one's.
    mutating func goesOn(_ plate: String, at time: WallTime, isListed: Bool = false) -> Bool {
        guard let same = key(plate, at: time, isListed: isListed), let visit = seen[same] else { return false }
        seen[same]?.last = max(visit.last, time)
        return true
    }

    /// The opening that the visit began with which the plate is on; nil where it is on none.
    func opening(_ plate: String, at time: WallTime, isListed: Bool) -> String? {
        key(plate, at: time, isListed: isListed).flatMap { seen[$0]?.opening }
    }

    /// The text with which the visit of a plate began.
    private func key(_ plate: String, at time: WallTime, isListed: Bool) -> String? {
        func isNear(_ visit: (last: WallTime, opening: String), _ limit: Int64) -> Bool {
            abs(time.milliseconds - visit.last.milliseconds) <= min(limit, length)
        }
        if let own = seen[plate], isNear(own, length) { return plate }
        // A list with patterns lets both readings in.
        return isListed ? nil : seen.first { isNear($0.value, Self.moment) && Self.isOneSlip($0.key, plate) }?.key
    }

    /// Whether two texts are readings of one plate, or differ in one character.
    private static func isOneSlip(_ one: String, _ other: String) -> Bool {
        one.isSamePlate(as: other)
            || one.count == other.count && one.count >= 4 && zip(one, other).count { $0 != $1 } == 1
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

import Plates
import Records

/// Which plates a door has opened for lately: while one goes on being seen, that is one visit.
struct DoorVisits: Sendable {
    /// More plates than a door sees in a visit's time: beyond that, the ones not seen for longest go.
    private static let most = 10_000
    /// In so many milliseconds no other vehicle needs the door opened: what is nearly the same text is the same vehicle, read in another way.
    private static let moment: Int64 = 5000

    private struct Visit {
        var last: WallTime
        /// Of the reading at that time; nil where it is not known.
        var camera: String?
        var opening: String
    }

    /// A plate that was read before a door.
    struct Reading {
        var plate: String
        var time: WallTime
        /// Nil where it is not known.
        var camera: String?
        /// When that camera saw the plate leave before.
        var left: WallTime?
        /// Whether this very text stands on a list: then it is no misreading of another one's.
        var isListed = false

        init(_ plate: String, at time: WallTime, camera: String? = nil, left: WallTime? = nil, isListed: Bool = false) {
            self.plate = plate
            self.time = time
            self.camera = camera
            self.left = left
            self.isListed = isListed
        }

        init(_ event: PlateEvent, isListed: Bool = false) {
            self.init(
                event.plate, at: event.time, camera: event.camera, left: event.lastLeft, isListed: isListed)
        }
    }

    /// In milliseconds.
    let length: Int64
    private var seen: [String: Visit] = [:]

    init(length: Int64) {
        self.length = length
    }

    /// When the plate was seen last on a visit, which may be over.
    func last(_ plate: String) -> WallTime? { seen[plate]?.last }

    /// Whether a reading belongs to a visit that goes on; it does then.
    mutating func goesOn(_ reading: Reading) -> Bool {
        guard let same = key(reading), var visit = seen[same] else { return false }
        if reading.time >= visit.last { (visit.last, visit.camera) = (reading.time, reading.camera) }
        seen[same] = visit
        return true
    }

    /// The opening that the visit of a reading began with; nil where it is on none.
    func opening(_ reading: Reading) -> String? { key(reading).flatMap { seen[$0]?.opening } }

    /// The text with which the visit of a reading began.
    private func key(_ reading: Reading) -> String? {
        func isNear(_ visit: Visit, _ limit: Int64) -> Bool {
            abs(reading.time.milliseconds - visit.last.milliseconds) <= min(limit, length)
        }
        if let own = seen[reading.plate], isNear(own, length) {
            // Who was seen to leave since, and by nobody after that, is on another visit.
            return reading.left.map { $0 >= own.last } ?? false ? nil : reading.plate
        }
        // A list with patterns lets both readings in.
        guard !reading.isListed else { return nil }
        let read = ReadPlate(text: reading.plate, isSure: false)
        return seen.first { text, visit in
            let isOneCamera = reading.camera != nil && reading.camera == visit.camera
            return isNear(visit, Self.moment)
                && read.isOneVehicle(
                    with: ReadPlate(text: text, isSure: false), isOneCamera ? .toldApart : .momentLater)
        }?.key
    }

    /// - Parameter opening: that it began with.
    mutating func begin(_ reading: Reading, with opening: String = "") {
        seen[reading.plate] = Visit(last: reading.time, camera: reading.camera, opening: opening)
        guard seen.count > Self.most else { return }
        let limit = seen.values.map(\.last).sorted()[Self.most / 2]
        seen = seen.filter { $0.value.last > limit }
    }

    /// The door did not open: the next reading may try again. A visit that began with a later opening goes on.
    mutating func end(_ plate: String, with opening: String) {
        if seen[plate]?.opening == opening { seen[plate] = nil }
    }
}

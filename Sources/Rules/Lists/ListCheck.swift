import Answers
import Records

/// Why an entry of a list does not count for a plate that it fits.
public enum ListObstacle: String, Sendable {
    case camera = "it is for other cameras"
    case hours = "it is not its time of the week"
    case early = "it is not valid yet"
    case late = "it is no longer valid"
}

/// An entry that fits a plate, and whether it counts.
public struct ListCheck: Equatable, Sendable {
    public var match: ListMatch
    /// Nil where it counts.
    public var obstacle: ListObstacle?
}

extension ListMatcher {
    /// What the lists would have of a plate, also where it does not count then.
    ///
    /// - Parameter camera: nil for whichever an entry is for.
    public func checks(of plate: String, camera: String?, at time: WallTime, confidence: Double) -> [ListCheck] {
        let event = PlateEvent(
            id: "", time: time, camera: camera ?? "", plate: plate, plateRaw: plate, confidence: confidence,
            candidates: [], box: PlateBox(x: 0, y: 0, width: 0, height: 0), reads: 1, framesSeen: 1, firstSeen: time,
            lastSeen: time, engine: "", latencyMilliseconds: 0)
        return found(for: event).map { match in
            ListCheck(
                match: match, obstacle: match.entry.obstacle(for: camera, at: time, zone: zone))
        }
    }
}

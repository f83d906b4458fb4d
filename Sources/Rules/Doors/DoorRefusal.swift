/// Why a door stays closed for a plate.
public enum DoorRefusal: Equatable, Sendable {
    case stranger
    /// It stands on a list, and does not count now.
    case entry(ListObstacle)
    case denied
    case late
    case clock
    case hours
    case lane
    case movement
    case unsure
    /// A list that denies plates, or the one that lets this one in.
    case unreadable(file: String)
    case visit

    /// For the record, and for whoever wonders.
    public var words: String {
        switch self {
        case .stranger: "no list of the door has the plate"
        case .entry(let obstacle): "its entry on the list does not count: \(obstacle.rawValue)"
        case .denied: "a list denies the plate"
        case .late: "the event is too old: nothing opens for what waited"
        case .clock: "the clocks of camera and hub differ, or the hub's is wrong"
        case .hours: "it is not the door's time of the week"
        case .lane: "the vehicle is not in a lane of the door, or no lane is known"
        case .movement: "the vehicle does not move as the door wants it, or nobody knows how it moves"
        case .unsure: "the plate was not read surely enough"
        case .unreadable(let file): "the list \(file) cannot be read"
        case .visit: "it has opened for this visit already"
        }
    }
}

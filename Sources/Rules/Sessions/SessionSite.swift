import Records

/// A place that vehicles come into and leave: a car park, or a section of a road between two cameras.
public struct SessionSite: Equatable, Sendable {
    public var name: String
    public var entries: [SessionPoint]
    public var exits: [SessionPoint]
    /// Nil for as many as come.
    public var capacity: Int?
    /// Nil for as long as they like.
    public var longestStay: Duration?
    /// Shorter ones are no stay: the exit is somebody else's.
    public var shortestStay = Duration.zero
    /// After that somebody's exit must have been missed.
    public var forgottenAfter = Duration.seconds(48 * 3600)
    /// For how long after it was told a pairing may change, where something that comes later fits better.
    public var settleTime = Duration.seconds(3600)
    /// The same plate at the same side within this is the same vehicle, standing there.
    public var repeatTime = Duration.seconds(120)
    /// From entry to exit, in metres; nil where it is no section of a road.
    public var length: Int?

    public init(name: String, entries: [SessionPoint], exits: [SessionPoint]) {
        self.name = name
        self.entries = entries
        self.exits = exits
    }

    enum Side: Int, Sendable {
        case entry
        case exit
    }

    func side(of event: PlateEvent) -> Side? {
        if entries.contains(where: { $0.takes(event) }) { return .entry }
        return exits.contains { $0.takes(event) } ? .exit : nil
    }
}

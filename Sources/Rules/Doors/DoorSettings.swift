import Delivery
import Logging
import Settings

/// A door as the configuration has it: for whom it opens, and how it is told to.
public struct DoorSettings: Sendable, Equatable {
    public var name = ""
    /// Lists of `allow` whose plates it opens for; at least one.
    public var lists: [String] = []
    /// Those that see it; at least one.
    public var cameras: [String] = []
    /// Empty for all.
    public var lanes: [String] = []
    public var movements: [String] = []
    /// Nil for always.
    public var hours: WeeklyHours?
    /// How surely the plate has to be read, 0-1.
    public var confidence = 0.8
    /// How old an event may be, and for how long the door is asked.
    public var within = Duration.seconds(5)
    /// For how long nothing may be seen of a plate until its next reading is another visit.
    public var visit = Duration.seconds(60)
    /// Whether the console has a button for it.
    public var hasButton = false
    package var way: DoorWay

    package init(way: DoorWay) {
        self.way = way
    }

    package func open(secrets: SecretPlace, hub: String, talk: Logger) throws -> any Destination {
        try way.open(name, secrets: secrets, hub: hub, talk: talk)
    }
}

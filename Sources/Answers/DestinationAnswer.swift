import Records

/// How a destination is doing, for people and programs: the same words in the terminal, on the pages and in the API.
public struct DestinationAnswer: Sendable, Equatable {
    /// A record that it refused for good.
    public struct Refused: Sendable, Equatable {
        public var id: String
        public var camera: String
        public var time: WallTime
        public var reason: String

        public init(id: String, camera: String, time: WallTime, reason: String) {
            self.id = id
            self.camera = camera
            self.time = time
            self.reason = reason
        }
    }

    public var name: String
    public var type: String
    /// Where it leads, without a secret.
    public var place: String
    /// Whether a hub has run with it.
    public var hasBegun = true
    /// How many records wait for it, and the time of the first.
    public var waiting = 0
    public var oldest: WallTime?
    /// Whether more wait than were counted.
    public var waitsForMore = false
    public var delivered = 0
    public var lastDelivered: WallTime?
    /// Since when nothing arrives; nil where all is well.
    public var failing: WallTime?
    /// Attempts since then.
    public var attempts = 0
    /// Why the last one failed.
    public var trouble: String?
    /// When it is tried again.
    public var next: WallTime?
    /// Whether the receiver wants nothing any more.
    public var isStopped = false
    /// Records whose time was over before they could be delivered.
    public var expired = 0
    /// How many it refused, and the newest of them, the newest first.
    public var refused = 0
    public var newestRefused: [Refused] = []

    public init(name: String, type: String, place: String) {
        self.name = name
        self.type = type
        self.place = place
    }

    /// In words.
    public func state(_ zone: LocalZone) -> String {
        guard hasBegun else { return "has not begun" }
        guard let failing else { return "well" }
        if isStopped { return "stopped since \(zone.text(failing))" }
        let next = next.map { ", next at \(zone.text($0))" } ?? ""
        return "failing since \(zone.text(failing)), \(attempts) \(attempts == 1 ? "attempt" : "attempts")\(next)"
    }

    public func json(_ zone: LocalZone) -> String {
        var object = JSONObject()
        object.add("name", name)
        object.add("type", type)
        object.add("place", place)
        object.add("waiting", waiting)
        object.add("waits_for_more", waitsForMore)
        object.add("oldest", oldest, in: zone)
        object.add("delivered", delivered)
        object.add("last_delivered", lastDelivered, in: zone)
        object.add("failing_since", failing, in: zone)
        object.add("attempts", attempts)
        object.add("trouble", trouble)
        object.add("next_attempt", next, in: zone)
        object.add("is_stopped", isStopped)
        object.add("refused", refused)
        object.add("expired", expired)
        return object.text
    }
}

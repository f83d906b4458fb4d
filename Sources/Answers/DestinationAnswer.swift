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

    /// How it stands, in a word.
    public enum Standing: String, CaseIterable, Sendable {
        /// It is configured, and no hub has run with it.
        case notBegun = "has not begun"
        /// Nobody knows yet whether it can be reached.
        case notTried = "not tried yet"
        /// It can be reached; nothing was delivered yet.
        case reachable
        case well
        /// It cannot be reached.
        case notConnected = "not connected"
        /// It was reached, and takes nothing.
        case failing
        /// It wants nothing any more.
        case stopped

        public var isGood: Bool { self == .well || self == .reachable }
        public var isBad: Bool { [.notConnected, .failing, .stopped].contains(self) }
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
    /// Whether it was reached since the hub began.
    public var isReached = false
    /// Whether it cannot be reached.
    public var isAway = false
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

    /// The only place that decides it.
    public var standing: Standing {
        guard hasBegun else { return .notBegun }
        if failing != nil { return isStopped ? .stopped : isAway ? .notConnected : .failing }
        guard isReached else { return .notTried }
        return lastDelivered == nil ? .reachable : .well
    }

    /// In words.
    public func state(_ zone: LocalZone) -> String {
        guard let failing else { return standing.rawValue }
        let text = "\(standing.rawValue) since \(zone.text(failing))"
        if standing == .notConnected { return trouble.map { "\(text): \($0)".shown } ?? text }
        if standing == .stopped { return text }
        let next = next.map { ", next at \(zone.text($0))" } ?? ""
        return "\(text), \(attempts) \(attempts == 1 ? "attempt" : "attempts")\(next)"
    }

    public func json(_ zone: LocalZone) -> String {
        var object = JSONObject()
        object.add("name", name)
        object.add("type", type)
        object.add("place", place)
        object.add("state", standing.rawValue)
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

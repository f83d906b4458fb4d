import Records

/// Where vehicles come in or leave: a camera, or what of it goes through one lane or one way.
public struct SessionPoint: Hashable, Sendable {
    public var camera: String
    /// Nil for all.
    public var lane: String?
    public var movement: PlateDirection.Movement?

    public init(camera: String, lane: String? = nil, movement: PlateDirection.Movement? = nil) {
        self.camera = camera
        self.lane = lane
        self.movement = movement
    }

    func takes(_ event: PlateEvent) -> Bool {
        event.camera == camera && (lane == nil || lane == event.lane)
            && (movement == nil || movement == event.direction?.movement)
    }

    /// Whether an event may be at both.
    public func meets(_ other: SessionPoint) -> Bool {
        camera == other.camera && (lane == nil || other.lane == nil || lane == other.lane)
            && (movement == nil || other.movement == nil || movement == other.movement)
    }
}

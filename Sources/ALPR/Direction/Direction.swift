/// Where a vehicle is going, as its plate shows it.
public struct Direction: Sendable, Equatable {
    public enum Movement: String, Sendable, CaseIterable {
        /// It comes nearer.
        case approaching
        /// It goes away.
        case leaving
        /// It crosses the picture and comes hardly nearer.
        case passing
        /// It stays where it is.
        case standing
    }

    /// The way in the picture, 0 to 360: 0 is to the right, 90 down; nil where it hardly moves in it.
    public var degrees: Double?
    public var movement: Movement

    public init(degrees: Double?, movement: Movement) {
        self.degrees = degrees
        self.movement = movement
    }
}
